package nephila.frontier;

import java.util.ArrayList;
import java.util.List;

/// Hosts, the one with the largest key first: a binary heap in which every host knows its place. Of
/// equal hosts the one with the lower number is first. A host stands in one heap at a time.
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

  /// Puts the host where the key says, which stands in this heap or in none.
  void put(HostQueue<H> host, double key) {
    host.key = key;
    if (host.heap == null) {
      host.heap = this;
      hosts.add(host);
      up(hosts.size() - 1, host);
    } else {
      int place = host.place;
      up(place, host);
      if (host.place == place) {
        down(place, host);
      }
    }
  }

  void remove(HostQueue<H> host) {
    host.heap = null;
    HostQueue<H> last = hosts.removeLast();
    if (last != host) {
      down(host.place, last);
      up(last.place, last);
    }
  }

  private void up(int from, HostQueue<H> host) {
    int i = from;
    while (i > 0) {
      HostQueue<H> parent = hosts.get((i - 1) >>> 1);
      if (!before(host, parent)) {
        break;
      }
      place(i, parent);
      i = (i - 1) >>> 1;
    }
    place(i, host);
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
      place(i, hosts.get(child));
      i = child;
    }
    place(i, host);
  }

  private boolean before(HostQueue<H> a, HostQueue<H> b) {
    return a.key > b.key || (a.key == b.key && a.number < b.number);
  }

  private void place(int place, HostQueue<H> host) {
    hosts.set(place, host);
    host.place = place;
  }
}
