package nephila.cluster;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;
import nephila.cluster.PartitionTotals.Sum;
import nephila.store.BinaryRecord;
import nephila.store.StateBackend;
import nephila.store.StoredPage;
import nephila.url.CanonicalUrl;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/// The hosts of one partition and which of them is to be asked next: of those that are due, the one
/// with the most valuable page.
///
/// Hosts live in the store; their queues are made anew from the accounts when the partition comes
/// to this worker, about two microseconds a page. About 60 bytes in memory a page that waits.
///
/// Of a split site it has the pages that other partitions offered ([OfferedPage]), kept in the
/// store until they were read, and offers its own where their hosts are asked ([RemoteQueue]).
final class PartitionFrontier {
  private record Due(long atMillis, Host host) {}

  private record Ready(long worth, Host host) {}

  /// The first byte of the keys of guests; origins begin with a letter.
  private static final byte GUEST = 2;

  private final KeyValueStore<byte[], byte[]> store;
  private final PartitionTotals books;
  private final Ownership ownership;
  private final int partition;
  private final RemoteQueue abroad;
  private final FocusPriority focus;
  private final Map<PageKey, OfferedPage> guests = new HashMap<>();
  private final Set<PageKey> dirtyGuests = new HashSet<>();
  private final Map<String, Host> hosts = new HashMap<>();
  private final Set<Host> dirty = new HashSet<>();
  private final Set<Host> out = new HashSet<>();
  private final PriorityQueue<Due> later =
      new PriorityQueue<>(
          Comparator.comparingLong(Due::atMillis).thenComparing(due -> due.host.origin));
  private final PriorityQueue<Ready> ready =
      new PriorityQueue<>(
          Comparator.comparingLong(Ready::worth)
              .reversed()
              .thenComparing(entry -> entry.host.origin));

  PartitionFrontier(
      KeyValueStore<byte[], byte[]> store,
      PartitionTotals books,
      Ownership ownership,
      int partition,
      FocusPriority focus) {
    this.focus = focus;
    this.store = store;
    this.books = books;
    this.ownership = ownership;
    this.partition = partition;
    this.abroad = new RemoteQueue(ownership);
  }

  /// Whether the key in the store of hosts is a host's.
  static boolean isOrigin(byte[] key) {
    return key.length > 1 && key[0] == 'h';
  }

  /// Reads hosts and waiting pages from the stores.
  void load(StateBackend backend, long credit) {
    try (KeyValueIterator<byte[], byte[]> all = store.all()) {
      while (all.hasNext()) {
        KeyValue<byte[], byte[]> next = all.next();
        if (isOrigin(next.key)) {
          String origin = new String(next.key, StandardCharsets.UTF_8);
          hosts.put(origin, Host.of(origin, next.value));
        } else if (next.key[0] == GUEST) {
          OfferedPage guest = OfferedPage.take(new BinaryRecord(next.value));
          guests.put(guest.key(), guest);
        }
      }
    }
    Set<PageKey> ordered = new HashSet<>();
    for (Host host : hosts.values()) {
      ordered.addAll(host.out);
      if (host.isOut()) {
        out.add(host);
      }
    }
    for (OfferedPage guest : guests.values()) {
      if (!ordered.contains(guest.key())) {
        queue(guest);
      }
    }
    StoredPage next = new StoredPage();
    try (StateBackend.PageScan all = backend.scan()) {
      while (all.next(next)) {
        PageKey page = new PageKey(next.group(), next.hash());
        if (next.waits() && !ordered.contains(page)) {
          byte[] url = Objects.requireNonNull(backend.url(next.group(), next.hash()));
          Introduction known = Introduction.stored(url);
          if (next.isOffered()) {
            abroad.offered(page, origin(known.url()), next.worth(credit));
          } else {
            queue(page, known.url(), next.worth(credit));
          }
        }
      }
    }
  }

  /// A page waits, or is worth more than when it was queued; returns its host, null when another
  /// partition asks it.
  @Nullable Host queue(PageKey page, String url, long worth) {
    long priority = focus.priority(url, worth);
    if (ownership.home(page.site()) != partition) {
      abroad.queue(page, origin(url), priority);
      return null;
    }
    Host host = host(origin(url));
    queue(host, page, priority);
    return host;
  }

  /// A page of that host waits, or counts for more than when it was queued.
  void queue(Host host, PageKey page, long priority) {
    host.queue.add(new Host.Waiting(page, priority));
    place(host);
  }

  private static String origin(String url) {
    return CanonicalUrl.ofCanonical(url).origin();
  }

  /// Pages of this partition whose hosts others ask.
  RemoteQueue abroad() {
    return abroad;
  }

  /// The page of another partition, null when it is none or has gone home.
  @Nullable OfferedPage guest(PageKey page) {
    return guests.get(page);
  }

  /// Pages that other partitions offer, and those that are worth more than when they were offered.
  void welcome(OfferedPage.Offer offer) {
    for (OfferedPage guest : offer.guests()) {
      guests.put(guest.key(), guest);
      dirtyGuests.add(guest.key());
      queue(guest);
    }
    for (OfferedPage.Raise raise : offer.raises()) {
      OfferedPage guest = guests.get(raise.key());
      if (guest != null && raise.worth() > guest.worth()) {
        OfferedPage raised = guest.worth(raise.worth());
        guests.put(raise.key(), raised);
        dirtyGuests.add(raise.key());
        queue(raised);
      }
    }
  }

  /// A guest waits, again or for the first time.
  void queue(OfferedPage guest) {
    long priority = focus.priority(guest.url(), guest.worth());
    queue(host(origin(guest.url())), guest.key(), priority);
  }

  /// A guest goes home.
  void release(PageKey page) {
    guests.remove(page);
    dirtyGuests.add(page);
  }

  Host host(String origin) {
    Host host = hosts.get(origin);
    if (host == null) {
      host = new Host(origin);
      hosts.put(origin, host);
      dirty.add(host);
      books.add(Sum.HOSTS, 1);
    }
    return host;
  }

  @Nullable Host known(String origin) {
    return hosts.get(origin);
  }

  /// Puts the host where it will be found when it is due, if it has something to read.
  void place(Host host) {
    if (!host.queued && !host.isOut() && !host.queue.isEmpty()) {
      host.queued = true;
      later.add(new Due(host.state.nextAtMillis(), host));
    }
  }

  /// The host with the most valuable page among those due before `byMillis`; it leaves the queue,
  /// and [#place] puts it back. Null when none is due.
  @Nullable Host next(long byMillis) {
    while (!later.isEmpty() && later.element().atMillis <= byMillis) {
      Host host = later.remove().host;
      ready.add(new Ready(host.bestWorth(), host));
    }
    Ready best = ready.poll();
    if (best == null) {
      return null;
    }
    best.host.queued = false;
    return best.host;
  }

  /// The best page of every host that has pages waiting, best first.
  List<PageKey> heads(int limit, Predicate<PageKey> waits) {
    List<Host.Waiting> heads = new ArrayList<>();
    for (Host host : hosts.values()) {
      while (!host.queue.isEmpty() && !waits.test(host.queue.element().page())) {
        host.queue.remove(); // was queued anew and read since
      }
      Host.Waiting best = host.queue.peek();
      if (best != null) {
        heads.add(best);
      }
    }
    heads.sort(Comparator.comparingLong(Host.Waiting::worth).reversed());
    return heads.stream().limit(limit).map(Host.Waiting::page).toList();
  }

  /// The host's order goes out.
  void sent(Host host, long lapsesMillis, List<PageKey> pages) {
    host.number++;
    host.lapsesMillis = lapsesMillis;
    host.out = pages;
    out.add(host);
    dirty.add(host);
    books.add(Sum.OUT, pages.size());
  }

  /// The host's order is answered or given up.
  void back(Host host) {
    books.add(Sum.OUT, -host.out.size());
    host.lapsesMillis = 0;
    host.out = List.of();
    out.remove(host);
    dirty.add(host);
  }

  /// Hosts whose order is out.
  Set<Host> out() {
    return out;
  }

  void changed(Host host) {
    dirty.add(host);
  }

  /// Writes the hosts that changed.
  void save() {
    for (Host host : dirty) {
      store.put(host.origin.getBytes(StandardCharsets.UTF_8), host.bytes());
    }
    dirty.clear();
    for (PageKey page : dirtyGuests) {
      OfferedPage guest = guests.get(page);
      byte[] key = ByteBuffer.allocate(1 + PageKey.BYTES).put(GUEST).put(page.bytes()).array();
      store.put(key, guest == null ? null : guest.bytes());
    }
    dirtyGuests.clear();
  }
}
