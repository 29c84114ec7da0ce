package nephila.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import nephila.ledger.ExactLedger;
import nephila.ledger.PageTable;
import nephila.store.CrawlStore;
import nephila.store.PageIndex;
import nephila.store.ReadFacts;
import nephila.store.rocks.KeyValueStore;
import org.jspecify.annotations.Nullable;

/// The books of one crawl of the frontier: who is known, who waits, who is somebody's, and what
/// each is worth.
///
/// - F1 a URL is in one state: it waits in its queue's heap, is in process until a time, sleeps
///   until it may be fetched again, or is done.
/// - F2 what [#commit] has written is there after a restart: URLs, queues' settings, leases, links
///   that were told, and every account of the ledger.
///
/// Every known page is in memory (about 130 bytes); metadata is on disk alone. One thread.
final class FrontierState implements AutoCloseable {
  private static final byte ABSENT = 0;
  private static final byte WAITING = 1;
  private static final byte IN_PROCESS = 2;
  private static final byte ASLEEP = 3;
  private static final byte DONE = 4;
  private static final double DAMPING = 0.85;
  private static final long PUSHES = 20_000;

  private final CrawlStore store;
  private final PageTable pages;
  private final PageIndex index;
  private final ExactLedger ledger;
  private final KeyValueStore shelf;
  private final ToldLinks told;
  private final Map<String, Queue> queues = new LinkedHashMap<>();
  private final List<Queue> byNumber = new ArrayList<>();
  private final Turns turns;
  private final PriorityQueue<Alarm> alarms =
      new PriorityQueue<>(Comparator.comparingLong(Alarm::seconds));

  /// Pages with links told that nobody will put as known, or was already.
  private final Set<Integer> due = new LinkedHashSet<>();

  private byte[] state = new byte[1024];
  private int[] queueOf = new int[1024];
  private long[] order = new long[1024];
  private long[] until = new long[1024];
  private long nowMillis;
  private boolean dirty;

  /// Seconds between two hand-outs of a queue that has no delay of its own.
  long usualDelaySeconds = 1;

  private record Alarm(long seconds, int slot) {}

  FrontierState(Path dir, long nowMillis) throws IOException {
    this.nowMillis = nowMillis;
    shelf = KeyValueStore.open(dir.resolve("frontier"));
    store = CrawlStore.open(dir, DAMPING);
    pages = store.pages();
    index = store.index();
    ledger = store.ledger();
    told = new ToldLinks(shelf, index);
    turns = new Turns(slot -> order[slot]);
    ledger.whenWorthChanges((slot, rose) -> worthChanged(slot));
    load();
  }

  private void load() {
    grown(pages.size());
    store.note("delay").ifPresent(seconds -> usualDelaySeconds = Long.parseLong(seconds));
    shelf.scan(
        StoredUrl.QUEUES, (key, value) -> StoredUrl.settings(value, queue(StoredUrl.queue(key))));
    shelf.scan(StoredUrl.URLS, this::loadUrl);
    shelf.scan(
        StoredUrl.LEASES,
        (key, value) -> {
          int slot = index.find(StoredUrl.host(key), StoredUrl.hash(key));
          long end = StoredUrl.time(value);
          if (slot != PageTable.NO_PAGE && state[slot] == WAITING && end > seconds()) {
            lease(slot, end);
          }
        });
    told.load();
    due.addAll(told.pages());
    byNumber.forEach(queue -> turns.rest(queue, nowMillis));
  }

  private void loadUrl(byte[] key, byte[] value) {
    int slot = index.find(StoredUrl.host(key), StoredUrl.hash(key));
    if (slot == PageTable.NO_PAGE) {
      shelf.remove(key); // never committed with the ledger, never acknowledged
      return;
    }
    StoredUrl shelved = StoredUrl.decode(value);
    Queue queue = queue(shelved.queue());
    queue.members++;
    queue.read += shelved.refetchAt() == StoredUrl.NEW ? 0 : 1;
    queueOf[slot] = queue.number;
    schedule(slot, shelved.refetchAt());
  }

  private int grown(int slot) {
    if (slot >= state.length) {
      int length = Math.max(slot + 1, 2 * state.length);
      state = Arrays.copyOf(state, length);
      queueOf = Arrays.copyOf(queueOf, length);
      order = Arrays.copyOf(order, length);
      until = Arrays.copyOf(until, length);
    }
    return slot;
  }

  private long seconds() {
    return nowMillis / 1000;
  }

  private Queue queue(String key) {
    Queue known = queues.get(key);
    if (known == null) {
      known = new Queue(key, byNumber.size(), new WorthHeap(pages, slot -> order[slot]));
      queues.put(key, known);
      byNumber.add(known);
    }
    return known;
  }

  private Queue queueOf(int slot) {
    return byNumber.get(queueOf[slot]);
  }

  private void worthChanged(int slot) {
    if (slot < state.length && state[slot] == WAITING) {
      Queue queue = queueOf(slot);
      order[slot] = ledger.worth(slot);
      queue.waiting.changed(slot);
      turns.changed(queue, nowMillis);
    }
  }

  /// Time goes on: what was to end by now ends.
  void now(long millis) {
    nowMillis = Math.max(nowMillis, millis);
    for (Alarm alarm = alarms.peek(); alarm != null; alarm = alarms.peek()) {
      if (alarm.seconds() > seconds()) {
        return;
      }
      alarms.poll();
      int slot = alarm.slot();
      if ((state[slot] == IN_PROCESS || state[slot] == ASLEEP) && until[slot] <= seconds()) {
        leave(slot);
        waits(slot);
      }
    }
  }

  /// The page leaves the state it is in; it is then in none.
  private void leave(int slot) {
    Queue queue = queueOf(slot);
    switch (state[slot]) {
      case WAITING -> queue.waiting.remove(slot);
      case IN_PROCESS -> {
        queue.inProcess--;
        shelf.remove(StoredUrl.key(StoredUrl.LEASES, index.host(slot), index.hash(slot)));
        dirty = true;
        turns.returned(queue, nowMillis);
      }
      case DONE -> queue.completed--;
      default -> {}
    }
    state[slot] = ABSENT;
    turns.changed(queue, nowMillis);
  }

  private void waits(int slot) {
    Queue queue = queueOf(slot);
    state[slot] = WAITING;
    order[slot] = ledger.worth(slot);
    queue.waiting.add(slot);
    turns.changed(queue, nowMillis);
  }

  private void schedule(int slot, long refetchAt) {
    if (refetchAt == StoredUrl.NEVER) {
      state[slot] = DONE;
      queueOf(slot).completed++;
    } else if (refetchAt <= seconds()) {
      waits(slot);
    } else {
      state[slot] = ASLEEP;
      until[slot] = refetchAt;
      alarms.add(new Alarm(refetchAt, slot));
    }
  }

  private void lease(int slot, long end) {
    Queue queue = queueOf(slot);
    leave(slot);
    state[slot] = IN_PROCESS;
    until[slot] = end;
    queue.inProcess++;
    alarms.add(new Alarm(end, slot));
  }

  private int know(Address address, int via) {
    int host = store.host(address.origin());
    return grown(store.know(host, address.hash(), address.path(), 0, via));
  }

  /// The slot of a URL that is in the frontier, or [PageTable#NO_PAGE].
  private int find(String url) {
    Address address = Address.of(url);
    int host = address == null ? -1 : store.findHost(address.origin());
    int slot = address == null || host < 0 ? -1 : index.find(host, address.hash());
    return slot >= 0 && slot < state.length && state[slot] != ABSENT ? slot : PageTable.NO_PAGE;
  }

  PutUrl.Outcome put(PutUrl put) {
    UrlItem entry = put.entry();
    Address address = Address.of(entry.url());
    if (address == null) {
      return PutUrl.Outcome.FAIL;
    }
    dirty = true;
    Address parent = put.known() ? null : Address.of(entry.parent());
    int from = parent == null ? PageTable.NO_PAGE : know(parent, PageTable.NO_PAGE);
    int slot = know(address, from);
    if (from != PageTable.NO_PAGE && from != slot) {
      told.add(from, slot);
      if (pages.isRead(from) || state[from] == ABSENT) {
        due.add(from);
      }
    }
    Queue queue = queue(entry.key().isEmpty() ? address.host() : entry.key());
    boolean member = state[slot] != ABSENT;
    boolean over = queue.limit >= 0 && queue.members >= queue.limit;
    if (!put.known() && (member || over)) {
      return PutUrl.Outcome.SKIPPED;
    }
    if (member) {
      queue = queueOf(slot);
      leave(slot);
    } else {
      queue.members++;
      queueOf[slot] = queue.number;
      store.recall(slot);
    }
    if (put.known()) {
      queue.read += pages.isRead(slot) ? 0 : 1;
      read(slot, entry);
    }
    long refetchAt = put.known() ? put.refetchableFrom() : StoredUrl.NEW;
    schedule(slot, refetchAt);
    Map<String, List<String>> kept = new LinkedHashMap<>(entry.metadata());
    kept.keySet().removeAll(Set.of(UrlItem.IMPORTANCE, UrlItem.LINKS));
    shelf.put(
        StoredUrl.key(StoredUrl.URLS, index.host(slot), index.hash(slot)),
        new StoredUrl(queue.key, refetchAt, kept).encode());
    return PutUrl.Outcome.OK;
  }

  /// The page was fetched: the links told of it are its row.
  private void read(int slot, UrlItem entry) {
    Set<Integer> links = told.take(slot);
    boolean before = pages.isRead(slot);
    ReadFacts facts = facts(entry.status());
    if (before && links.isEmpty() && !entry.replacesLinks()) {
      store.unchanged(slot, facts);
    } else {
      store.read(slot, facts, row(slot, links, before && !entry.replacesLinks()), before);
    }
  }

  private int[] row(int slot, Set<Integer> links, boolean with) {
    Set<Integer> row = new LinkedHashSet<>();
    if (with) {
      Arrays.stream(pages.row(slot)).forEach(row::add);
    }
    row.addAll(links);
    return row.stream().mapToInt(Integer::intValue).toArray();
  }

  private ReadFacts facts(int status) {
    return new ReadFacts(
        nowMillis, status, "", 0, "", 0, "", "", ReadFacts.Reason.DISCOVERY, 0, 0, nowMillis);
  }

  /// Up to `mostUrls` URLs of each of up to `mostQueues` queues, the best first; they are the
  /// caller's for `leaseSeconds`. Only of the queue `key` unless it is empty.
  List<UrlItem> take(String key, int mostUrls, int mostQueues, long leaseSeconds) {
    commit();
    turns.wake(nowMillis, mostUrls);
    List<UrlItem> taken = new ArrayList<>();
    if (!key.isEmpty()) {
      Queue queue = queues.get(key);
      if (queue != null && turns.isReady(queue)) {
        take(queue, mostUrls, leaseSeconds, taken);
      }
      return taken;
    }
    List<Queue> asked = new ArrayList<>();
    for (Queue queue = turns.next(mostUrls, nowMillis);
        queue != null && asked.size() < mostQueues;
        queue = turns.next(mostUrls, nowMillis)) {
      take(queue, mostUrls - queue.inProcess, leaseSeconds, taken);
      asked.add(queue);
      queue.nextAtMillis = Math.max(queue.nextAtMillis, nowMillis + 1); // once a call
      turns.changed(queue, nowMillis);
    }
    asked.forEach(queue -> turns.rest(queue, nowMillis));
    return taken;
  }

  private void take(Queue queue, int most, long leaseSeconds, List<UrlItem> to) {
    long end = seconds() + leaseSeconds;
    for (int i = 0; i < most && queue.waiting.size() > 0; i++) {
      int slot = queue.waiting.best();
      lease(slot, end);
      byte[] name = StoredUrl.key(StoredUrl.LEASES, index.host(slot), index.hash(slot));
      shelf.put(name, StoredUrl.time(end));
      Map<String, List<String>> metadata = new LinkedHashMap<>(shelved(slot).metadata());
      metadata.put(UrlItem.IMPORTANCE, List.of(Double.toString(ledger.importance(slot))));
      to.add(new UrlItem(store.url(slot), queue.key, metadata));
      dirty = true;
    }
    long delay = queue.delaySeconds < 0 ? usualDelaySeconds : queue.delaySeconds;
    queue.nextAtMillis = nowMillis + 1000 * delay;
    turns.rest(queue, nowMillis);
  }

  private StoredUrl shelved(int slot) {
    return StoredUrl.decode(
        shelf.get(StoredUrl.key(StoredUrl.URLS, index.host(slot), index.hash(slot))));
  }

  /// A URL with when it may be fetched again; null when it is not in the frontier.
  @Nullable PutUrl status(String url) {
    commit();
    int slot = find(url);
    return slot == PageTable.NO_PAGE ? null : status(slot);
  }

  private PutUrl status(int slot) {
    StoredUrl shelved = shelved(slot);
    UrlItem entry = new UrlItem(store.url(slot), shelved.queue(), shelved.metadata());
    return shelved.refetchAt() == StoredUrl.NEW
        ? PutUrl.discovered(entry)
        : PutUrl.known(entry, shelved.refetchAt());
  }

  /// Shows the URLs of a queue, or of all when `key` is empty.
  private void each(String key, IntConsumer to) {
    Queue queue = key.isEmpty() ? null : queues.get(key);
    for (int slot = 0; slot < pages.size() && slot < state.length; slot++) {
      boolean here = key.isEmpty() || (queue != null && queueOf[slot] == queue.number);
      if (state[slot] != ABSENT && here) {
        to.accept(slot);
      }
    }
  }

  /// URLs `start` to `start + size − 1` that hold the text `filter`.
  List<PutUrl> list(String key, UrlTextFilter filter, long start, long size) {
    commit();
    List<PutUrl> found = new ArrayList<>();
    long[] at = {0};
    each(
        key,
        slot -> {
          if (filter.takes(store.url(slot))) {
            if (at[0] >= start && found.size() < size) {
              found.add(status(slot));
            }
            at[0]++;
          }
        });
    return found;
  }

  long count(String key, UrlTextFilter filter) {
    long[] count = {0};
    each(key, slot -> count[0] += filter.takes(store.url(slot)) ? 1 : 0);
    return count[0];
  }

  /// Takes a queue out with its URLs; returns how many of them were active.
  long delete(String key) {
    Queue queue = queues.get(key);
    if (queue == null) {
      return 0;
    }
    long active = queue.active();
    each(
        key,
        slot -> {
          leave(slot);
          store.drop(slot);
          shelf.remove(StoredUrl.key(StoredUrl.URLS, index.host(slot), index.hash(slot)));
        });
    queue.members = 0;
    shelf.remove(StoredUrl.key(key));
    queues.remove(key);
    dirty = true;
    return active;
  }

  List<Queue> queues() {
    return List.copyOf(queues.values());
  }

  /// The queue of that key, null when there is none.
  @Nullable Queue known(String key) {
    return queues.get(key);
  }

  /// Whether the queue has URLs to fetch and is not blocked.
  boolean isActive(Queue queue) {
    return queue.active() > 0 && queue.blockedUntil <= seconds();
  }

  /// Changes settings of a queue, which is begun when it is new.
  void set(String key, Consumer<Queue> change) {
    Queue queue = queue(key);
    change.accept(queue);
    shelf.put(StoredUrl.key(queue.key), StoredUrl.settings(queue));
    turns.rest(queue, nowMillis);
    dirty = true;
  }

  void usualDelay(long seconds) {
    usualDelaySeconds = seconds;
    dirty = true;
  }

  /// Writes what has changed; nothing of it can be lost afterwards.
  void commit() {
    if (!dirty) {
      return;
    }
    for (int page : due) {
      if (pages.isRead(page) || state[page] == ABSENT) {
        boolean before = pages.isRead(page);
        store.read(page, facts(200), row(page, told.take(page), before), before);
      }
    }
    due.clear();
    ledger.push(PUSHES);
    shelf.commit();
    store.commit(Map.of("delay", Long.toString(usualDelaySeconds)));
    dirty = false;
  }

  @Override
  public void close() {
    store.close();
    shelf.close();
  }
}
