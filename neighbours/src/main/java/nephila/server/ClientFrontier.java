package nephila.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import nephila.UserError;
import nephila.config.CrawlConfig;
import nephila.config.SelectionOrder;
import nephila.config.Settings;
import nephila.frontier.EvictedPages;
import nephila.frontier.Focus;
import nephila.frontier.Frontier;
import nephila.frontier.HostDiscount;
import nephila.frontier.HostQueue;
import nephila.frontier.Lanes;
import nephila.frontier.Limits;
import nephila.frontier.PagePriority;
import nephila.frontier.order.CashPriority;
import nephila.frontier.order.DiscoveryPriority;
import nephila.frontier.order.GreedyPriority;
import nephila.frontier.order.RandomPriority;
import nephila.frontier.order.XylemePriority;
import nephila.ledger.LedgerChoice;
import nephila.ledger.OpicLedger;
import nephila.ledger.PageTable;
import nephila.ledger.StoredLedger;
import nephila.process.GonePolicy;
import nephila.process.ResultProcessor;
import nephila.store.CrawlStore;
import nephila.store.KeptPreference;
import nephila.store.PageIndex;
import nephila.store.record.ReadFacts;
import nephila.store.rocks.KeyValueStore;
import nephila.view.OpicPage;
import nephila.view.OpicTotals;
import org.jspecify.annotations.Nullable;

/// The books of one crawl of the frontier: who is known, who waits, who is somebody's, and what
/// each is worth.
///
/// - F1 a URL is in one state of [Frontier]'s: it waits in its queue, is leased until a time,
///   sleeps until it may be fetched again, or is done.
/// - F2 what [#commit] has written is there after a restart: URLs, queues' settings, leases, links
///   that were told, and every account of the ledger.
///
/// Worth is that of the ledger that the crawl was begun with ([LedgerChoice]). Under OPIC URLs go
/// by cash unless another [SelectionOrder] was chosen; where links are not kept, a client tells
/// those of a page each time it was fetched.
///
/// Every known page is in memory (about 130 bytes); metadata is on disk alone. One thread.
final class ClientFrontier implements AutoCloseable {
  private static final long PUSHES = 20_000;
  private static final int NO_QUEUE = -1;

  /// The names of notes: the usual delay, and the order of handing out.
  private static final String DELAY = "delay";

  private static final String SELECT = "select";
  private static final Limits NO_LIMITS = new Limits(Integer.MAX_VALUE, Long.MAX_VALUE);

  /// A page that is gone and named anew is handed out when as many seconds have passed, doubled for
  /// each miss.
  private static final long GONE_REST_SECONDS = 3600;

  private final CrawlStore store;
  private final PageTable pages;
  private final PageIndex index;
  private final StoredLedger ledger;
  private final KeyValueStore shelf;
  private final ToldLinks told;
  private final ResultProcessor results = new ResultProcessor(GonePolicy.USUAL);
  private final Map<String, HostQueue<ClientQueue>> queues = new LinkedHashMap<>();
  private final List<ClientQueue> byNumber = new ArrayList<>();
  private final SelectionOrder order;
  private final Frontier<ClientQueue> frontier;

  /// Queues with as many URLs in process as were asked for, `fullAt` or more.
  private final Set<HostQueue<ClientQueue>> full = new HashSet<>();

  private int fullAt;

  /// Pages with links told that nobody will put as known, or was already.
  private final Set<Integer> due = new LinkedHashSet<>();

  /// The queue of each page, [#NO_QUEUE] where no client put the page.
  private int[] queueOf = {};

  /// The second since 1970 from which each page may be handed out, without a sign.
  private int[] dueSince = {};

  private long nowMillis;
  private boolean dirty;

  /// Seconds between two hand-outs of a queue that has no delay of its own.
  long usualDelaySeconds = 1;

  /// As was chosen, queues taking turns; of pages that count the same the one due longer comes
  /// first.
  private final class Order implements PagePriority {
    private final PagePriority chosen =
        switch (order) {
          case EXACT -> ledger instanceof OpicLedger ? greedy() : worth();
          case CASH -> ledger instanceof OpicLedger ? greedy() : worth();
          case GREEDY -> greedy();
          case RANDOM -> new RandomPriority(index::hash);
          case XYLEME -> new XylemePriority(pages, ledger, Focus.NONE);
          case BFS -> new DiscoveryPriority(slot -> slot);
          case CYCLE, CLOCK -> slot -> 1;
        };

    private PagePriority greedy() {
      return new GreedyPriority(ledger, Focus.NONE);
    }

    private PagePriority worth() {
      return new CashPriority(ledger, Focus.NONE, false);
    }

    @Override
    public double of(int slot) {
      return chosen.of(slot);
    }

    @Override
    public void waits(int slot) {
      chosen.waits(slot);
    }

    @Override
    public void taken(int slot) {
      chosen.taken(slot);
    }

    @Override
    public boolean isBefore(int slot, int other) {
      int due = Integer.compareUnsigned(dueSince[slot], dueSince[other]);
      return due < 0 || (due == 0 && slot < other);
    }

    @Override
    public double hostShare(long reads) {
      return HostDiscount.HOST.share(reads);
    }

    @Override
    public boolean learns() {
      return chosen.learns();
    }
  }

  /// @param otherwise ledger and order of a crawl that is new
  ClientFrontier(Path dir, CrawlConfig otherwise, long nowMillis) throws IOException {
    this.nowMillis = nowMillis;
    if (!Files.exists(dir.resolve("state"))) {
      Files.createDirectories(dir);
      KeptPreference.into(dir, otherwise.preference());
    }
    Path shelved = dir.resolve("frontier");
    KeyValueStore.fault(shelved, false)
        .ifPresent(
            wrong -> {
              throw new UserError(wrong + "; put a copy back");
            });
    shelf = KeyValueStore.open(shelved);
    try {
      store = CrawlStore.goOn(dir, otherwise.ledger());
    } catch (IOException | RuntimeException e) {
      shelf.close(); // the next call may open it again
      throw e;
    }
    boolean isNew = store.note(DELAY).isEmpty();
    order =
        store
            .note(SELECT)
            .map(SelectionOrder::valueOf)
            .orElse(isNew ? otherwise.select() : SelectionOrder.EXACT);
    pages = store.pages();
    index = store.index();
    ledger = store.ledger();
    told = new ToldLinks(shelf, index);
    frontier =
        new Frontier<>(
            pages,
            slot -> queueOf[slot],
            byNumber::get,
            Lanes.of(pages, new Order()),
            EvictedPages.NONE,
            NO_LIMITS);
    ledger.whenWorthChanges(frontier::changed);
    ledger.tellOfReadPages();
    try {
      load();
    } catch (RuntimeException e) {
      store.close();
      shelf.close();
      throw e;
    }
  }

  private void load() {
    grown(pages.size());
    store.note(DELAY).ifPresent(seconds -> usualDelaySeconds = Long.parseLong(seconds));
    shelf.scan(
        StoredUrl.QUEUES,
        (key, value) -> StoredUrl.settings(value, queue(StoredUrl.queue(key)).host()));
    shelf.scan(StoredUrl.URLS, this::loadUrl);
    shelf.scan(
        StoredUrl.LEASES,
        (key, value) -> {
          int slot = index.find(StoredUrl.host(key), StoredUrl.hash(key));
          long end = StoredUrl.time(value);
          if (slot != PageTable.NO_PAGE && Frontier.waits(pages, slot) && end > seconds()) {
            frontier.leased(slot, end, nowMillis);
          }
        });
    told.load();
    due.addAll(told.pages());
  }

  private void loadUrl(byte[] key, byte[] value) {
    int slot = index.find(StoredUrl.host(key), StoredUrl.hash(key));
    if (slot == PageTable.NO_PAGE) {
      shelf.remove(key); // never committed with the ledger, never acknowledged
      return;
    }
    StoredUrl shelved = StoredUrl.decode(value);
    HostQueue<ClientQueue> queue = queue(shelved.queue());
    queue.host().members++;
    queueOf[slot] = queue.number();
    if (!shelved.isNew()) {
      frontier.wasRead(queue);
    }
    schedule(slot, shelved.refetchAt());
  }

  private int grown(int slot) {
    int before = queueOf.length;
    if (slot >= before) {
      queueOf = Arrays.copyOf(queueOf, Math.max(slot + 1, 2 * before));
      Arrays.fill(queueOf, before, queueOf.length, NO_QUEUE);
      dueSince = Arrays.copyOf(dueSince, queueOf.length);
    }
    return slot;
  }

  private long seconds() {
    return nowMillis / 1000;
  }

  private HostQueue<ClientQueue> queue(String key) {
    HostQueue<ClientQueue> known = queues.get(key);
    if (known == null) {
      byNumber.add(new ClientQueue(key, byNumber.size()));
      known = frontier.queue(byNumber.size() - 1);
      queues.put(key, known);
    }
    return known;
  }

  private boolean isMember(int slot) {
    return queueOf[slot] != NO_QUEUE;
  }

  /// Time goes on: what was to end by now ends.
  void now(long millis) {
    nowMillis = Math.max(nowMillis, millis);
    frontier.lapse(nowMillis, this::returned);
  }

  /// The page is nobody's any more.
  private void returned(int slot) {
    shelf.remove(StoredUrl.key(StoredUrl.LEASES, index.host(slot), index.hash(slot)));
    dirty = true;
    HostQueue<ClientQueue> queue = frontier.queueOf(slot);
    if (queue.host().full) {
      full.remove(queue);
      full(queue, false);
    }
  }

  private void full(HostQueue<ClientQueue> queue, boolean isFull) {
    queue.host().full = isFull;
    frontier.clockChanged(queue, nowMillis);
  }

  /// The page leaves the state it is in; it is then in none.
  private void leave(int slot) {
    if (Frontier.isLeased(pages, slot)) {
      frontier.complete(slot, nowMillis);
      returned(slot);
    } else if (Frontier.isNowhere(pages, slot)) {
      frontier.queueOf(slot).host().completed--;
    } else {
      frontier.remove(slot, nowMillis);
    }
  }

  private void schedule(int slot, long refetchAt) {
    dueSince[slot] = (int) Math.min(Math.abs(refetchAt), 0xFFFF_FFFFL);
    if (refetchAt == StoredUrl.NEVER) {
      frontier.queueOf(slot).host().completed++;
    } else if (refetchAt <= seconds()) {
      frontier.add(slot, nowMillis);
    } else {
      frontier.sleep(slot, refetchAt);
    }
  }

  private int know(ClientUrl address, int via) {
    int host = store.host(address.origin());
    return grown(store.know(host, address.hash(), address.path(), 0, via));
  }

  /// The slot of a URL that is in the frontier, or [PageTable#NO_PAGE].
  private int find(String url) {
    ClientUrl address = ClientUrl.of(url);
    int host = address == null ? -1 : store.findHost(address.origin());
    int slot = address == null || host < 0 ? -1 : index.find(host, address.hash());
    return slot >= 0 && slot < queueOf.length && isMember(slot) ? slot : PageTable.NO_PAGE;
  }

  PutUrl.Outcome put(PutUrl put) {
    UrlItem entry = put.entry();
    ClientUrl address = ClientUrl.of(entry.url());
    if (address == null) {
      return PutUrl.Outcome.FAIL;
    }
    dirty = true;
    ClientUrl parent = put.known() ? null : ClientUrl.of(entry.parent());
    int from = parent == null ? PageTable.NO_PAGE : know(parent, PageTable.NO_PAGE);
    int slot = know(address, from);
    boolean isTold = from != PageTable.NO_PAGE && from != slot && told.add(from, slot);
    if (isTold && !awaitsPut(from)) {
      due.add(from);
    }
    boolean member = isMember(slot);
    HostQueue<ClientQueue> queue =
        member
            ? frontier.queueOf(slot)
            : queue(entry.key().isEmpty() ? address.host() : entry.key());
    ClientQueue settings = queue.host();
    boolean over = settings.limit >= 0 && settings.members >= settings.limit;
    if (!put.known() && (member || over) && !(isTold && comesBack(slot, from))) {
      return PutUrl.Outcome.SKIPPED;
    }
    if (member) {
      leave(slot);
    } else {
      settings.members++;
      queueOf[slot] = queue.number();
      store.recall(slot);
    }
    boolean wasGone = pages.isGone(slot);
    if (put.known()) {
      read(slot, entry);
    }
    long refetchAt =
        put.known()
            ? pages.isGone(slot) ? StoredUrl.NEVER : Math.max(0, put.refetchableFrom())
            : wasGone ? restsUntil(slot) : -seconds();
    schedule(slot, refetchAt);
    Map<String, List<String>> kept = new LinkedHashMap<>(entry.metadata());
    kept.keySet().removeAll(Set.of(UrlItem.IMPORTANCE, UrlItem.LINKS));
    shelf.put(
        StoredUrl.key(StoredUrl.URLS, index.host(slot), index.hash(slot)),
        new StoredUrl(settings.key, refetchAt, kept).encode());
    return PutUrl.Outcome.OK;
  }

  /// Whether the page is gone and `from` points to it now and did not when it was read before: then
  /// the page is handed out once more.
  private boolean comesBack(int slot, int from) {
    return pages.isGone(slot) && Frontier.isNowhere(pages, slot) && !pointedTo(from, slot);
  }

  private boolean pointedTo(int from, int to) {
    return store.choice().keepsLinks()
        ? Arrays.stream(pages.row(from)).anyMatch(slot -> slot == to)
        : pages.isRead(from); // what it pointed to is not known: likely the same
  }

  private long restsUntil(int slot) {
    return pages.lastReadSeconds(slot) + (GONE_REST_SECONDS << pages.misses(slot));
  }

  /// The page was fetched: the links told of it are its row, unless it was not there. A re-read
  /// that tells of the same links has seen no change.
  private void read(int slot, UrlItem entry) {
    boolean before = pages.isRead(slot);
    if (!before) {
      frontier.wasRead(frontier.queueOf(slot));
    }
    int[] row = row(slot, told.take(slot), !entry.replacesLinks());
    boolean same =
        before
            && store.choice().keepsLinks()
            && Arrays.equals(sorted(row), sorted(pages.row(slot)));
    ReadFacts last = before ? facts(1000 * pages.lastReadSeconds(slot), pages.status(slot)) : null;
    ResultProcessor.Effect effect =
        results.page(
            facts(nowMillis, entry.status()),
            false,
            new ResultProcessor.Before(last, 0, pages.misses(slot), pages.isGone(slot)),
            same);
    switch (effect.kind()) {
      case GONE -> store.gone(slot, effect.facts());
      case KEPT -> store.unchanged(slot, effect.facts());
      default -> store.read(slot, effect.facts(), row, effect.changed());
    }
    pages.misses(slot, effect.misses());
  }

  /// The links told of a page, with those it had before or without.
  private int[] row(int slot, Set<Integer> links, boolean with) {
    Set<Integer> row = links;
    if (with && pages.row(slot).length > 0) {
      row = new LinkedHashSet<>();
      Arrays.stream(pages.row(slot)).forEach(row::add);
      row.addAll(links);
    }
    return row.stream().mapToInt(Integer::intValue).toArray();
  }

  private static int[] sorted(int[] row) {
    int[] sorted = row.clone();
    Arrays.sort(sorted);
    return sorted;
  }

  private static ReadFacts facts(long millis, int status) {
    return new ReadFacts(
        millis, status, "", 0, "", 0, "", "", ReadFacts.Reason.DISCOVERY, 0, 0, millis);
  }

  /// Up to `mostUrls` URLs of each of up to `mostQueues` queues, the best first; they are the
  /// caller's for `leaseSeconds`. Only of the queue `key` unless it is empty.
  List<UrlItem> take(String key, int mostUrls, int mostQueues, long leaseSeconds) {
    commit();
    List<UrlItem> taken = new ArrayList<>();
    if (!key.isEmpty()) {
      HostQueue<ClientQueue> queue = queues.get(key);
      if (queue != null && queue.host().opensAtMillis() <= nowMillis) {
        take(queue, mostUrls, leaseSeconds, 0, taken);
      }
      return taken;
    }
    if (mostUrls > fullAt) {
      fullAt = mostUrls;
      full.forEach(queue -> full(queue, false));
      full.clear();
    }
    for (int asked = 0; asked < mostQueues; ) {
      HostQueue<ClientQueue> queue = frontier.next(nowMillis);
      if (queue == null) {
        break;
      }
      if (queue.inFlight() < mostUrls) {
        take(queue, mostUrls - queue.inFlight(), leaseSeconds, 1, taken); // once a call
        asked++;
      } else {
        fullAt = Math.min(fullAt, mostUrls);
        full.add(queue);
        full(queue, true);
      }
    }
    return taken;
  }

  private void take(
      HostQueue<ClientQueue> queue,
      int most,
      long leaseSeconds,
      long leastRestMillis,
      List<UrlItem> to) {
    long end = seconds() + leaseSeconds;
    ClientQueue settings = queue.host();
    for (int slot : frontier.lease(queue, most, end, nowMillis)) {
      byte[] name = StoredUrl.key(StoredUrl.LEASES, index.host(slot), index.hash(slot));
      shelf.put(name, StoredUrl.time(end));
      Map<String, List<String>> metadata = new LinkedHashMap<>(shelved(slot).metadata());
      metadata.put(UrlItem.IMPORTANCE, List.of(Double.toString(ledger.importance(slot))));
      to.add(new UrlItem(store.url(slot), settings.key, metadata));
      dirty = true;
    }
    long delay = settings.delaySeconds < 0 ? usualDelaySeconds : settings.delaySeconds;
    settings.restsUntilMillis = nowMillis + Math.max(1000 * delay, leastRestMillis);
    frontier.clockChanged(queue, nowMillis);
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

  /// The ledger that the crawl was begun with.
  LedgerChoice choice() {
    return store.choice();
  }

  /// The order in which URLs are handed out, which it was begun with.
  SelectionOrder order() {
    return order;
  }

  /// Refuses, in one line, what a crawl of clients cannot be begun with.
  static void check(CrawlConfig plan) {
    Settings.checkValues(plan);
    if (plan.ledger().findsLinksAgain()) {
      throw new UserError(
          "links forget: clients keep the copies, so the exact ledger cannot find old links again;"
              + " say keep, or importance opic");
    }
    Settings.checkLedger(plan);
    if (plan.select() == SelectionOrder.CLOCK) {
      throw new UserError(
          "select clock: clients say when a URL may be fetched again, so no hand goes round; say"
              + " greedy");
    }
  }

  /// What was chosen for the crawl is kept from now on, even if it has no URL yet.
  boolean begun() {
    dirty = true;
    return true;
  }

  /// The totals in the papers' terms, null where importance is not OPIC's.
  @Nullable OpicTotals opic() {
    return OpicTotals.of(store);
  }

  /// A URL in the papers' terms, null where importance is not OPIC's or it is not in the frontier.
  @Nullable OpicPage opic(String url) {
    int slot = find(url);
    return slot == PageTable.NO_PAGE ? null : OpicPage.of(store, slot);
  }

  private PutUrl status(int slot) {
    StoredUrl shelved = shelved(slot);
    UrlItem entry = new UrlItem(store.url(slot), shelved.queue(), shelved.metadata());
    return shelved.isNew() ? PutUrl.discovered(entry) : PutUrl.known(entry, shelved.refetchAt());
  }

  /// Shows the URLs of a queue, or of all when `key` is empty.
  private void each(String key, IntConsumer to) {
    HostQueue<ClientQueue> queue = key.isEmpty() ? null : queues.get(key);
    for (int slot = 0; slot < pages.size() && slot < queueOf.length; slot++) {
      boolean here = key.isEmpty() || (queue != null && queueOf[slot] == queue.number());
      if (isMember(slot) && here) {
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
    HostQueue<ClientQueue> queue = queues.get(key);
    if (queue == null) {
      return 0;
    }
    long active = queue.host().active();
    each(
        key,
        slot -> {
          leave(slot);
          queueOf[slot] = NO_QUEUE;
          store.drop(slot);
          shelf.remove(StoredUrl.key(StoredUrl.URLS, index.host(slot), index.hash(slot)));
        });
    queue.host().members = 0;
    shelf.remove(StoredUrl.key(key));
    queues.remove(key);
    dirty = true;
    return active;
  }

  List<HostQueue<ClientQueue>> queues() {
    return List.copyOf(queues.values());
  }

  /// The queue of that key, null when there is none.
  @Nullable HostQueue<ClientQueue> known(String key) {
    return queues.get(key);
  }

  /// Whether the queue has URLs to fetch and is not blocked.
  boolean isActive(HostQueue<ClientQueue> queue) {
    return queue.host().active() > 0 && queue.host().blockedUntil <= seconds();
  }

  /// Changes settings of a queue, which is begun when it is new.
  void set(String key, Consumer<ClientQueue> change) {
    HostQueue<ClientQueue> queue = queue(key);
    change.accept(queue.host());
    shelf.put(StoredUrl.key(key), StoredUrl.settings(queue.host()));
    frontier.clockChanged(queue, nowMillis);
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
    due.forEach(this::link);
    due.clear();
    if (order.pushes()) {
      ledger.push(PUSHES);
    }
    shelf.commit();
    store.ledger().time(nowMillis);
    store.commit(Map.of(DELAY, Long.toString(usualDelaySeconds), SELECT, order.name()));
    dirty = false;
  }

  /// Whether a client is to put the page as known: links told of it until then are its new row.
  private boolean awaitsPut(int page) {
    return isMember(page) && (!pages.isRead(page) || Frontier.isLeased(pages, page));
  }

  /// Enters links told of a page that nobody puts as known, or that was put before them.
  private void link(int page) {
    if (awaitsPut(page)) {
      return;
    }
    Set<Integer> links = told.take(page);
    if (!pages.isRead(page)) {
      store.read(page, facts(nowMillis, 200), row(page, links, false), false);
    } else if (!links.isEmpty() && !pages.isGone(page)) {
      store.relinked(page, row(page, links, true));
    }
  }

  @Override
  public void close() {
    store.close();
    shelf.close();
  }
}
