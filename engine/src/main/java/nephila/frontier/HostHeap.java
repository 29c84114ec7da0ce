package nephila.frontier;

import java.util.ArrayList;
import java.util.List;

/// The hosts that may be asked now, the one with the best page first: a binary heap in which every
/// host knows its place. Of equal hosts the one with the lower number is first.
final class HostHeap<H extends HostClock> {
  private final List<HostQueue<H>> hosts = new ArrayList<>();

  boolean isEmpty() {
    return hosts.isEmpty();
  }

  int size() {
    return hosts.size();
  }

  HostQueue<H> best() {
    return hosts.getFirst();
  }

  List<HostQueue<H>> inAnyOrder() {
    return hosts;
  }

  void add(HostQueue<H> host) {
    hosts.add(host);
    up(hosts.size() - 1, host);
  }

  void remove(HostQueue<H> host) {
    int place = host.place;
    host.place = -1;
    HostQueue<H> last = hosts.removeLast();
    if (last != host) {
      down(place, last);
      up(last.place, last);
    }
  }

  void changed(HostQueue<H> host) {
    int place = host.place;
    up(place, host);
    if (host.place == place) {
      down(place, host);
    }
  }

  private void up(int from, HostQueue<H> host) {
    int i = from;
    while (i > 0) {
      HostQueue<H> parent = hosts.get((i - 1) >>> 1);
      if (!before(host, parent)) {
        break;
      }
      put(i, parent);
      i = (i - 1) >>> 1;
    }
    put(i, host);
  }

  private void down(int from, HostQueue<H> host) {
    int i = from;
    while (2 * i + 1 < hosts.size()) {
      int child = 2 * i + 1;
      if (child + 1 < hosts.size() && before(hosts.get(child + 1), hosts.get(child))) {
        child++;
      }
      if (before(host, hosts.get(child))) {
        break;
      }
      put(i, hosts.get(child));
      i = child;
    }
    put(i, host);
  }

  private boolean before(HostQueue<H> a, HostQueue<H> b) {
    return a.best > b.best || (a.best == b.best && a.number < b.number);
  }

  private void put(int place, HostQueue<H> host) {
    hosts.set(place, host);
    host.place = place;
  }
}
