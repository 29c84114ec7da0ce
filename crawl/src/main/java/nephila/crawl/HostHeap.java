package nephila.crawl;

import java.util.ArrayList;
import java.util.List;

/// The hosts whose turn may be now, the one with the best page first.
final class HostHeap {
  private final List<HostQueue> hosts = new ArrayList<>();

  boolean isEmpty() {
    return hosts.isEmpty();
  }

  int size() {
    return hosts.size();
  }

  HostQueue best() {
    return hosts.getFirst();
  }

  List<HostQueue> inAnyOrder() {
    return hosts;
  }

  void add(HostQueue host) {
    hosts.add(host);
    up(hosts.size() - 1, host);
  }

  void remove(HostQueue host) {
    int place = host.place;
    host.place = -1;
    HostQueue last = hosts.removeLast();
    if (last != host) {
      down(place, last);
      up(last.place, last);
    }
  }

  void changed(HostQueue host) {
    int place = host.place;
    up(place, host);
    if (host.place == place) {
      down(place, host);
    }
  }

  private void up(int from, HostQueue host) {
    int i = from;
    while (i > 0) {
      HostQueue parent = hosts.get((i - 1) >>> 1);
      if (!before(host, parent)) {
        break;
      }
      put(i, parent);
      i = (i - 1) >>> 1;
    }
    put(i, host);
  }

  private void down(int from, HostQueue host) {
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

  private static boolean before(HostQueue a, HostQueue b) {
    return a.best > b.best || (a.best == b.best && a.number < b.number);
  }

  private void put(int place, HostQueue host) {
    hosts.set(place, host);
    host.place = place;
  }
}
