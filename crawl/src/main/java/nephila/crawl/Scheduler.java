package nephila.crawl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import nephila.politeness.HostPace;
import nephila.select.Siblings;
import nephila.store.CrawlStore;
import nephila.store.PageTable;
import org.jspecify.annotations.Nullable;

/// Which page next: among the hosts that are due, the one with the best unread page, and of that
/// host that page. A page counts less the more pages of its host were read ([Siblings]).
///
/// A host with nothing to read is nowhere; one that must wait is in `waiting` by its clock; one
/// that is due is in `due` by its best page. A page's worth may change at any time ([#changed]);
/// both heaps follow at once, so the order is exact. Choosing costs O(log hosts + log pages of the
/// host). Owned by the wheel's thread.
final class Scheduler {
  private final CrawlStore store;
  private final PageTable pages;
  private final SlotHeap.Worth worth;
  private final boolean takesTurns;
  private final int connectionsPerHost;

  /// Pages of one host, beyond which it comes after every host below it.
  private final long hostLimit;

  private final List<@Nullable Host> hosts = new ArrayList<>();
  private final HostHeap due = new HostHeap();
  private final PriorityQueue<Host> waiting =
      new PriorityQueue<>(
          Comparator.comparingLong(Host::dueMillis).thenComparingInt(h -> h.number));
  private int queued;

  Scheduler(
      CrawlStore store,
      SlotHeap.Worth worth,
      boolean takesTurns,
      int connectionsPerHost,
      long hostLimit) {
    this.store = store;
    this.pages = store.pages();
    this.worth = worth;
    this.takesTurns = takesTurns;
    this.connectionsPerHost = connectionsPerHost;
    this.hostLimit = hostLimit;
  }

  /// The host of that number.
  Host host(int number) {
    while (hosts.size() <= number) {
      hosts.add(null);
    }
    Host host = hosts.get(number);
    if (host == null) {
      SlotHeap queue = new SlotHeap(pages, worth);
      host = new Host(number, store.origin(number), queue, store.hostFacts(number));
      hosts.set(number, host);
    }
    return host;
  }

  Host hostOf(int slot) {
    return host(pages.host(slot));
  }

  /// Every host met so far.
  List<@Nullable Host> hosts() {
    return hosts;
  }

  /// Pages waiting to be read.
  int queued() {
    return queued;
  }

  int dueHosts() {
    return due.size();
  }

  /// An unread page to be read when its turn comes; one already queued is left where it is.
  void add(int slot, long nowMillis) {
    if (pages.heapPlace(slot) >= 0) {
      return;
    }
    Host host = hostOf(slot);
    host.queue.add(slot);
    queued++;
    place(host, nowMillis);
  }

  /// The page is not to be read after all.
  void remove(int slot, long nowMillis) {
    if (pages.heapPlace(slot) >= 0) {
      Host host = hostOf(slot);
      host.queue.remove(slot);
      queued--;
      place(host, nowMillis);
    }
  }

  /// The worth of an unread page has changed.
  void changed(int slot, boolean rose) {
    if (pages.heapPlace(slot) >= 0) {
      Host host = hostOf(slot);
      host.queue.changed(slot, rose);
      if (host.place >= 0 && (pages.heapPlace(slot) == 0 || !rose)) {
        host.best = best(host);
        due.changed(host);
      }
    }
  }

  /// Every worth may have changed, as after an edit of the rules.
  void reorder(long nowMillis) {
    for (Host host : hosts) {
      if (host != null && !host.queue.isEmpty()) {
        host.queue.reorder();
        place(host, nowMillis);
      }
    }
  }

  /// The due host with the best page, or null when none is due. It stays where it is.
  @Nullable Host next(long nowMillis) {
    for (Host host = waiting.peek();
        host != null && host.dueMillis() <= nowMillis;
        host = waiting.peek()) {
      waiting.poll();
      host.waiting = false;
      place(host, nowMillis);
    }
    return due.isEmpty() ? null : due.best();
  }

  /// Takes the host's best page: it is in the caller's hands now.
  int take(Host host, long nowMillis) {
    int slot = host.queue.take();
    queued--;
    place(host, nowMillis);
    return slot;
  }

  /// A request to the host begins.
  void begins(Host host, long nowMillis) {
    host.inFlight++;
    place(host, nowMillis);
  }

  /// A request to the host has ended, and this is its pace now.
  void ended(Host host, HostPace pace, long nowMillis) {
    host.inFlight--;
    pace(host, pace, nowMillis);
  }

  /// The host's pace has changed.
  void pace(Host host, HostPace pace, long nowMillis) {
    if (host.waiting) {
      waiting.remove(host);
      host.waiting = false;
    }
    host.pace = pace;
    host.dirty = true;
    place(host, nowMillis);
  }

  /// The moment when the next host that must wait is due; `Long.MAX_VALUE` when there is none.
  long nextDueMillis() {
    Host host = waiting.peek();
    return host == null ? Long.MAX_VALUE : host.dueMillis();
  }

  boolean mayAsk(Host host, long nowMillis) {
    return host.inFlight < connectionsPerHost && host.dueMillis() <= nowMillis;
  }

  private double best(Host host) {
    double turns = takesTurns ? Siblings.HOST.share(host.reads + host.inFlight) : 1;
    double best = worth.of(host.queue.best()) * turns;
    return host.reads < hostLimit ? best : best * Double.MIN_NORMAL;
  }

  /// Puts the host where it belongs.
  private void place(Host host, long nowMillis) {
    boolean idle = host.queue.isEmpty() || host.inFlight >= connectionsPerHost;
    boolean isDue = !idle && host.dueMillis() <= nowMillis;
    if (!isDue && host.place >= 0) {
      due.remove(host);
    }
    if (isDue) {
      host.best = best(host);
      if (host.place >= 0) {
        due.changed(host);
      } else {
        due.add(host);
      }
    }
    if (!idle && !isDue && !host.waiting) {
      host.waiting = true;
      waiting.add(host);
    }
  }
}
