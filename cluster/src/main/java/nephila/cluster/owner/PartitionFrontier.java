package nephila.cluster.owner;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import nephila.cluster.Ownership;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.wire.ClusterDiscovery;
import nephila.cluster.wire.MovedHost;
import nephila.cluster.wire.OfferedPage;
import nephila.cluster.wire.OrderOut;
import nephila.cluster.wire.PageKey;
import nephila.config.CrawlConfig;
import nephila.config.SelectionOrder;
import nephila.crawl.CrawlFrontier;
import nephila.crawl.ReadingOrder;
import nephila.frontier.Focus;
import nephila.frontier.Frontier;
import nephila.frontier.HostQueue;
import nephila.frontier.Hosts;
import nephila.ledger.OpicLedger;
import nephila.ledger.PageTable;
import nephila.ledger.StoredLedger;
import nephila.process.Statuses;
import nephila.process.UrlFilter;
import nephila.store.PageIndex;
import nephila.store.PageStore;
import nephila.store.StateBackend;
import nephila.store.record.BinaryRecord;
import nephila.store.record.HostFacts;
import nephila.store.record.PageDiscovery;
import nephila.store.record.ReadFacts;
import nephila.store.record.StoredPage;
import nephila.store.record.UrlRecord;
import nephila.url.CanonicalUrl;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/// The hosts of one partition, and the pages that wait in the [Frontier] of a crawl on one machine:
/// of the hosts that are due, the one with the best page is ordered from next.
///
/// An order is a lease: its pages are under way, and its host is not due, until it is answered or
/// lapses. Hosts live in the store; the frontier is filled anew when the partition comes to this
/// worker, about three microseconds a page.
///
/// Of a split site it has the pages that other partitions offered ([OfferedPage]), kept in the
/// store until they were read and in remote slots here; its own pages wait for the partition that
/// asks their hosts in queues of hosts that are never due ([RemoteQueue]).
public final class PartitionFrontier implements PartitionLedger.Listener, Hosts<PartitionHost> {
  /// An order goes out this long before its host is due: it takes that long to reach a fetcher.
  private static final long AHEAD_MILLIS = 1000;

  /// What the lane of re-reads is owed, at most: an order's pages count at once.
  private static final int MOST_OWED = 100;

  /// Pages that one [#sweep] looks at.
  private static final int SWEEP = 1000;

  /// Pages that sweeps took back to be read again keep up to this part of the room.
  private static final int WANTED = 4;

  /// After so many sweeps that found that part full they keep it no longer: no host is due.
  private static final int MOST_FULL_SWEEPS = 60;

  /// The first byte of the keys of offered pages; origins begin with a letter.
  private static final byte OFFERED = 2;

  private final KeyValueStore<byte[], byte[]> store;
  private final PageStore known;
  private final PageTable pages;
  private final PageIndex index;
  private final PartitionTotals totals;
  private final Ownership ownership;
  private final int partition;
  private final UrlFilter filter;
  private final Clock clock;
  private final ReadingOrder order;
  private final WaitingPages disk;
  private final Frontier<PartitionHost> frontier;
  private final RemoteQueue remote;
  private CrawlConfig plan;
  private boolean rereads;

  /// Pages that a [#sweep] took back to be read again, until they are: they do not leave before.
  private final BitSet wanted = new BitSet();

  private int fullSweeps;

  /// Where the next [#sweep] begins.
  private PageKey swept = PartitionLedger.FIRST;

  private final Map<String, PartitionHost> hosts = new HashMap<>();
  private final Map<Integer, Integer> hostsOfSite = new HashMap<>();

  /// The pages of this partition, null until they are loaded.
  private @Nullable PartitionLedger ledger;

  private final List<PartitionHost> byNumber = new ArrayList<>();
  private final Set<PartitionHost> changedHosts = new LinkedHashSet<>();
  private final Set<PartitionHost> out = new LinkedHashSet<>();

  /// The number of the host of a page that waits, by slot.
  private int[] hostOf = {};

  /// Breadth first, the turn of a page that waits, by slot: how far from a seed it was found, then
  /// the order in which pages became known here.
  private long[] turns = {};

  private final boolean keepsTurns;
  private int turn;

  /// Pages of other partitions that wait here, by slot, and those that came or went.
  private final Map<Integer, OfferedPage> offered = new HashMap<>();

  private final Set<PageKey> changedOffers = new HashSet<>();
  private String focusNotes = "";

  PartitionFrontier(
      KeyValueStore<byte[], byte[]> store,
      PageStore known,
      PartitionTotals totals,
      Ownership ownership,
      int partition,
      CrawlConfig plan,
      UrlFilter filter,
      Clock clock) {
    this.store = store;
    this.known = known;
    this.pages = known.pages();
    this.index = known.index();
    this.totals = totals;
    this.ownership = ownership;
    this.partition = partition;
    this.filter = filter;
    this.clock = clock;
    this.keepsTurns = plan.order() == SelectionOrder.BFS;
    this.order = order(plan);
    this.disk = new WaitingPages(known, this);
    this.frontier =
        new Frontier<>(
            pages, slot -> hostOf[slot], this, order.lanes(), disk, CrawlFrontier.limits(1, plan));
    this.order.hear(known.ledger(), frontier, plan);
    this.remote = new RemoteQueue(ownership, this);
    this.plan = plan;
    this.rereads = readsAgain(plan);
  }

  private ReadingOrder order(CrawlConfig plan) {
    Focus focus = (slot, credits) -> filter.apply(pages.focus(slot), credits(slot, credits));
    ReadingOrder.Pages ordered =
        new ReadingOrder.Pages(
            pages,
            known.ledger(),
            focus,
            index::hash,
            slot -> hostOf[slot],
            slot -> turns[slot],
            null);
    // Ages are those at the moment by which hosts count as due.
    return ReadingOrder.of(ordered, plan.with("min-age", plan.minAge().plusMillis(AHEAD_MILLIS)));
  }

  /// What a page is worth, in credits: of a page of another partition what its owner told.
  private double credits(int slot, double own) {
    OfferedPage its = pages.is(slot, PageTable.REMOTE) ? offered.get(slot) : null;
    return its == null ? own : (double) its.worth() / known.ledger().credit();
  }

  /// The moment by which hosts count as due.
  private long now() {
    return clock.millis() + AHEAD_MILLIS;
  }

  @Override
  public PartitionHost open(int number) {
    return byNumber.get(number);
  }

  @Override
  public int reads(int number) {
    return byNumber.get(number).state.reads();
  }

  @Override
  public long site(int number) {
    return byNumber.get(number).site * 0x9E3779B97F4A7C15L;
  }

  @Override
  public boolean mayForget(PartitionHost host) {
    return false;
  }

  /// Whether the key in the store of hosts is a host's.
  public static boolean isOrigin(byte[] key) {
    return key.length > 1 && key[0] == 'h';
  }

  /// Reads hosts and waiting pages from the stores.
  void load(PartitionLedger ledger) {
    this.ledger = ledger;
    StateBackend backend = known.backend();
    boolean judge = filter.resume(backend::text) && filter.hasFocus();
    List<OfferedPage> stored = new ArrayList<>();
    try (KeyValueIterator<byte[], byte[]> all = store.all()) {
      while (all.hasNext()) {
        KeyValue<byte[], byte[]> next = all.next();
        if (isOrigin(next.key)) {
          String origin = new String(next.key, StandardCharsets.UTF_8);
          int site = PageKey.of(CanonicalUrl.ofCanonical(origin + "/")).site();
          add(PartitionHost.of(byNumber.size(), origin, site, next.value));
        } else if (next.key[0] == OFFERED) {
          stored.add(OfferedPage.take(new BinaryRecord(next.value)));
        }
      }
    }
    Set<PageKey> ordered = new HashSet<>();
    for (PartitionHost host : byNumber) {
      ordered.addAll(host.out);
      if (host.isOut()) {
        out.add(host);
        frontier.begins(queue(host), PageTable.NO_PAGE, now());
      }
    }
    for (OfferedPage its : stored) {
      int slot = slotOf(its);
      offered.put(slot, its);
      resume(slot, ordered.contains(its.key()));
    }
    boolean all = rereads && totals.get(Sum.KNOWN) <= ledger.room();
    StoredPage page = new StoredPage();
    try (StateBackend.PageScan scan = backend.scan()) {
      while (scan.next(page)) {
        if (all && page.isRead()) {
          lookUp(ledger.load(page));
        } else if (page.waits()) {
          int slot = ledger.load(page);
          CanonicalUrl url = lookUp(slot);
          PartitionHost host = hostOf(slot);
          if (judge) {
            known.focus(
                slot, filter.focusClass(url, filter.anchors(pages.focus(slot)), pages.focus(slot)));
          }
          if (page.isOffered()) {
            remote.offered(slot, host, ledger.standing(slot));
          }
          resume(slot, page.isOffered() || ordered.contains(ledger.key(slot)));
          ledger.rest();
        }
      }
    }
    for (PageKey again : ordered) {
      int slot = ownership.of(again) == partition ? ledger.find(again) : PageTable.NO_PAGE;
      if (slot != PageTable.NO_PAGE && pages.isRead(slot)) {
        lookUp(slot);
        frontier.resume(slot);
      }
    }
    order.rereads(frontier, plan, MOST_OWED);
  }

  /// Looks up the host and the class of focus rules of a page that was loaded; returns its URL.
  private CanonicalUrl lookUp(int slot) {
    known.lookUp(slot);
    PageDiscovery how = Objects.requireNonNull(known.discovery(slot, ""));
    CanonicalUrl url = CanonicalUrl.ofCanonical(how.url());
    host(slot, host(url.origin(), index.host(slot)), how.depth());
    return url;
  }

  /// Looks through some of the pages that are not in memory for those that are to be read again.
  /// Goes on only as far as these find room until they are read.
  void sweep(PartitionLedger ledger) {
    if (!rereads) {
      return;
    }
    StoredPage page = new StoredPage();
    try (StateBackend.PageScan all = known.backend().scan(swept.site(), swept.hash(), true)) {
      int most = mostWanted(ledger);
      int has = wanted.cardinality();
      for (int seen = 0; seen < SWEEP && has < most && all.next(page); seen++) {
        int slot = index.find(page.group(), page.hash());
        if (slot == PageTable.NO_PAGE && wantsBack(page)) {
          slot = ledger.load(page);
          wanted.set(slot, !page.isGone());
          has += page.isGone() ? 0 : 1;
        }
        if (slot != PageTable.NO_PAGE && pages.isRead(slot) && Frontier.isNowhere(pages, slot)) {
          lookUp(slot);
          frontier.cameBack(slot);
        }
      }
      swept = all.next(page) ? new PageKey(page.group(), page.hash()) : PartitionLedger.FIRST;
    }
  }

  private int mostWanted(PartitionLedger ledger) {
    for (int slot = wanted.nextSetBit(0); slot >= 0; slot = wanted.nextSetBit(slot + 1)) {
      wanted.set(slot, Frontier.waitsAgain(pages, slot));
    }
    int most = Math.max(1, ledger.room() / WANTED);
    fullSweeps = wanted.cardinality() < most ? 0 : fullSweeps + 1;
    if (fullSweeps > MOST_FULL_SWEEPS) {
      wanted.clear();
    }
    return most;
  }

  /// Whether the page was taken back to be read again and was not read since.
  @Override
  public boolean isWanted(int slot) {
    return wanted.get(slot) && Frontier.waitsAgain(pages, slot);
  }

  private boolean wantsBack(StoredPage page) {
    if (!page.isRead() || page.status() == Statuses.FORBIDDEN_BY_ROBOTS) {
      return false;
    }
    if (page.isGone()) {
      return frontier.wantsGone(page.misses(), page.lastReadSeconds());
    }
    StoredLedger ledger = known.ledger();
    long least = (long) (ledger.leastCredits() * ledger.credit());
    return frontier.wantsBack(
        ledger.roughWorth(page.received(), page.paid()) - least,
        page.reads(),
        page.changes(),
        page.misses(),
        page.lastReadSeconds());
  }

  private static boolean readsAgain(CrawlConfig plan) {
    return plan.refreshShare() > 0 || plan.isOneLane();
  }

  /// The rules are the plan's from now on: unread pages are judged again, and where rules of focus
  /// changed those that are in memory. Costs a look at every page of the partition.
  void rules(CrawlConfig changed, PartitionLedger ledger) {
    boolean focus = filter.rules(changed);
    plan = changed;
    rereads = readsAgain(plan);
    order.rereads(frontier, plan, MOST_OWED);
    List<PageKey> unread = new ArrayList<>();
    ledger.pages(
        PartitionLedger.FIRST,
        Integer.MAX_VALUE,
        page -> {
          if (!page.isRead() && !page.isGone() && !page.isOffered()) {
            unread.add(new PageKey(page.group(), page.hash()));
          }
        });
    for (PageKey key : unread) {
      int slot = ledger.find(key);
      if (slot != PageTable.NO_PAGE && !isUnderWay(slot)) {
        judgeAgain(slot, ledger);
      }
      ledger.rest();
    }
    for (int slot = 0; focus && slot < pages.size(); slot++) {
      if (!pages.is(slot, PageTable.FREE | PageTable.REMOTE)
          && known.discovery(slot, "") instanceof PageDiscovery how) {
        focus(slot, CanonicalUrl.ofCanonical(how.url()), Collections.emptySortedSet());
      }
    }
    frontier.reorder(now());
  }

  private void judgeAgain(int slot, PartitionLedger ledger) {
    PageDiscovery how = known.discovery(slot, "");
    if (how == null) {
      return; // paid before it was moved here
    }
    CanonicalUrl url = CanonicalUrl.ofCanonical(how.url());
    boolean wanted = how.isSeed() || filter.refusal(url, how.depth(), false).isEmpty();
    if (wanted == pages.isDropped(slot)) {
      ledger.dropped(slot, !wanted);
      if (wanted) {
        lookUp(slot);
        frontier.add(slot, now());
      } else {
        frontier.remove(slot, now());
      }
    }
  }

  private void resume(int slot, boolean underWay) {
    if (underWay) {
      frontier.resume(slot);
    } else {
      frontier.add(slot, now());
    }
  }

  private void host(int slot, PartitionHost host, int depth) {
    if (slot >= hostOf.length) {
      hostOf = Arrays.copyOf(hostOf, pages.capacity());
      turns = keepsTurns ? Arrays.copyOf(turns, hostOf.length) : turns;
    }
    hostOf[slot] = host.index;
    if (keepsTurns) {
      turns[slot] = (long) depth << Integer.SIZE | ++turn & 0xFFFF_FFFFL;
    }
  }

  private void add(PartitionHost host) {
    byNumber.add(host);
    hostsOfSite.merge(host.site, 1, Integer::sum);
    hosts.put(host.origin, host);
  }

  private PartitionHost host(String origin, int site) {
    PartitionHost host = hosts.get(origin);
    if (host == null) {
      boolean elsewhere = ownership.home(site) != partition;
      host = new PartitionHost(byNumber.size(), origin, site, elsewhere, HostFacts.NEW, 0);
      add(host);
      if (elsewhere) {
        remote.open(host);
      } else {
        changedHosts.add(host);
        totals.add(Sum.HOSTS, 1);
      }
    }
    return host;
  }

  /// Takes over a host that was not asked from here yet.
  void adopt(MovedHost moved) {
    PartitionHost host =
        host(moved.origin(), PageKey.of(CanonicalUrl.ofCanonical(moved.origin() + "/")).site());
    if (host.number == 0) {
      host.state.adopt(moved.facts(), moved.reads());
      changed(host);
    }
  }

  @Override
  public boolean judge(int slot, ClusterDiscovery how) {
    CanonicalUrl url = CanonicalUrl.ofCanonical(how.url());
    if (!how.isSeed() && !filter.refusal(url, how.depth(), true).isEmpty()) {
      return false;
    }
    pages.focus(slot, filter.focusClass(url, how.anchors(), 0));
    host(slot, host(url.origin(), index.host(slot)), how.depth());
    return true;
  }

  /// Whether the page of the site of a host is the host's.
  boolean isOf(PartitionHost host, int site, long hash) {
    byte[] url = hostsOfSite.getOrDefault(site, 0) > 1 ? known.backend().url(site, hash) : null;
    return url == null
        || CanonicalUrl.ofCanonical(UrlRecord.discovery(url, "").url())
            .origin()
            .equals(host.origin);
  }

  /// Takes a page that waits into memory, unless it is there; it stands in no order yet.
  int load(int site, long hash) {
    int slot = index.find(site, hash);
    if (slot == PageTable.NO_PAGE) {
      StoredPage page = new StoredPage();
      known.backend().load(site, hash, page);
      slot = Objects.requireNonNull(ledger).load(page);
    }
    lookUp(slot);
    return slot;
  }

  @Override
  public double standing(int slot) {
    return frontier.standing(slot);
  }

  @Override
  public void leaving(int slot) {
    frontier.leaving(slot);
  }

  @Override
  public void left(double least) {
    disk.left(least);
    frontier.left();
  }

  /// A page that waits was paid, or is looked at: it waits in memory again if it is not among the
  /// least.
  @Override
  public void cameBack(int slot) {
    StoredLedger its = known.ledger();
    if (!order.first().isByWorth()
        || (double) its.roughWorth(slot) / its.credit() >= disk.leastStanding()) {
      lookUp(slot);
      frontier.add(slot, now());
    }
  }

  @Override
  public void named(int slot) {
    frontier.named(slot);
  }

  @Override
  public void waits(int slot) {
    frontier.add(slot, now());
  }

  @Override
  public void worthChanged(int slot, boolean rose) {
    if (rose && isForgotten(slot)) {
      cameBack(slot);
    }
    frontier.changed(slot, rose);
  }

  /// Whether the page waits, and stands in no order because it was among the least.
  private boolean isForgotten(int slot) {
    return disk.leastStanding() > 0
        && Frontier.isNowhere(pages, slot)
        && !pages.is(
            slot, PageTable.READ | PageTable.DROPPED | PageTable.REMOTE | PageTable.OFFERED);
  }

  @Override
  public boolean called(int slot, String url, SortedSet<String> anchors) {
    return focus(slot, CanonicalUrl.ofCanonical(url), anchors);
  }

  private boolean focus(int slot, CanonicalUrl url, SortedSet<String> anchors) {
    int before = pages.focus(slot);
    boolean asked = filter.judgesTypes() && pages.isRead(slot);
    String type = asked ? UrlFilter.type(known.lastRead(slot)) : null;
    int focusClass = filter.focusClass(url, type, anchors, before);
    if (focusClass == before) {
      return false;
    }
    if (pages.is(slot, PageTable.REMOTE)) {
      pages.focus(slot, focusClass);
    } else {
      known.focus(slot, focusClass);
    }
    frontier.changed(slot, true);
    return true;
  }

  /// A page of ours was read: its server has said what it is.
  void typed(int slot, ReadFacts facts) {
    if (filter.judgesTypes() && UrlFilter.type(facts) instanceof String type) {
      PageDiscovery how = Objects.requireNonNull(known.discovery(slot, ""));
      CanonicalUrl url = CanonicalUrl.ofCanonical(how.url());
      int focusClass = filter.focusClass(url, type, anchors(slot), pages.focus(slot));
      if (focusClass != pages.focus(slot)) {
        known.focus(slot, focusClass);
      }
    }
  }

  /// The conditions about anchors that links to the page have met.
  SortedSet<String> anchors(int slot) {
    return filter.anchors(pages.focus(slot));
  }

  /// The pages that wait with other partitions, and for them.
  RemoteQueue remote() {
    return remote;
  }

  /// The slot of a page that waits or is under way, [PageTable#NO_PAGE] when there is none.
  int slot(PageKey page) {
    return index.find(page.site(), page.hash());
  }

  @Nullable OfferedPage offered(int slot) {
    return offered.get(slot);
  }

  /// Pages that other partitions offer, and those that are worth more than when they were offered.
  void welcome(OfferedPage.Offer offer) {
    for (OfferedPage its : offer.pages()) {
      int slot = slotOf(its);
      offered.put(slot, its);
      changedOffers.add(its.key());
      frontier.add(slot, now());
    }
    for (OfferedPage.Raise raise : offer.raises()) {
      int slot = slot(raise.key());
      OfferedPage its = offered.get(slot);
      if (its != null && raise.worth() > its.worth()) {
        offered.put(slot, its.worth(raise.worth()));
        changedOffers.add(its.key());
        frontier.changed(slot, true);
      }
    }
  }

  /// The slot of an offered page, with its host and its class of focus rules.
  private int slotOf(OfferedPage its) {
    PageKey key = its.key();
    int slot = slot(key);
    slot = slot == PageTable.NO_PAGE ? known.addRemote(key.site(), key.hash()) : slot;
    CanonicalUrl url = CanonicalUrl.ofCanonical(its.url());
    pages.focus(slot, filter.focusClass(url, its.anchors(), pages.focus(slot)));
    host(slot, host(url.origin(), key.site()), its.depth());
    return slot;
  }

  /// An offered page goes back to its owner.
  void release(int slot) {
    OfferedPage its = Objects.requireNonNull(offered.remove(slot));
    changedOffers.add(its.key());
    frontier.release(slot);
  }

  /// A page of ours that was taken is not asked for again in this run: robots.txt has come to
  /// forbid it.
  void withdraw(int slot) {
    frontier.release(slot);
  }

  @Nullable PartitionHost host(String origin) {
    return hosts.get(origin);
  }

  /// The host of a page that waits or is under way.
  PartitionHost hostOf(int slot) {
    return byNumber.get(hostOf[slot]);
  }

  HostQueue<PartitionHost> queue(PartitionHost host) {
    return frontier.queue(host.index);
  }

  /// The host to be ordered from next; null when none is due.
  @Nullable PartitionHost next() {
    HostQueue<PartitionHost> next = frontier.next(now());
    return next == null ? null : next.host();
  }

  /// Takes the page for which [#next] named the host, to be ordered: it is under way.
  int take(PartitionHost host) {
    int slot = frontier.take(queue(host), now());
    wanted.clear(slot);
    frontier.asked(slot);
    return slot;
  }

  /// Takes the best waiting page of a host that is asked elsewhere: it is under way.
  int takeRemote(PartitionHost host) {
    return frontier.take(queue(host), now());
  }

  /// Reads pages of the host that are not in memory, where one of them is its best.
  void refill(PartitionHost host) {
    frontier.refill(queue(host));
  }

  /// Whether the page was taken and is neither settled nor put back.
  boolean isUnderWay(int slot) {
    return slot != PageTable.NO_PAGE && Frontier.isUnderWay(pages, slot);
  }

  /// The page that was taken was not read: it waits again.
  void putBack(int slot) {
    frontier.putBack(slot, now());
  }

  /// The page that was taken was read, or tried and settled.
  void settled(int slot) {
    frontier.settled(slot);
  }

  /// The best page of every host that has pages waiting, best first.
  List<PageKey> heads(int limit) {
    record Head(PageKey page, double credits) {}
    List<Head> heads = new ArrayList<>();
    for (HostQueue<PartitionHost> queue : frontier.queues()) {
      int slot = queue.host().elsewhere ? PageTable.NO_PAGE : queue.best();
      if (slot != PageTable.NO_PAGE) {
        double counts = counts(slot);
        heads.add(new Head(new PageKey(index.host(slot), index.hash(slot)), counts));
      }
    }
    heads.sort(Comparator.comparingDouble(Head::credits).reversed());
    return heads.stream().limit(limit).map(Head::page).toList();
  }

  /// What a page that waits counts for, in credits.
  double counts(int slot) {
    StoredLedger ledger = known.ledger();
    long units = ledger instanceof OpicLedger ? ledger.cash(slot) : ledger.worth(slot);
    double own = (double) units / ledger.credit();
    return filter.apply(pages.focus(slot), credits(slot, own));
  }

  /// The host's order goes out.
  void sent(PartitionHost host, long nowMillis, long lapsesMillis, List<PageKey> ordered) {
    host.number++;
    host.sinceMillis = nowMillis;
    host.lapsesMillis = lapsesMillis;
    host.out = ordered;
    out.add(host);
    changedHosts.add(host);
    totals.add(Sum.OUT, ordered.size());
    frontier.begins(queue(host), PageTable.NO_PAGE, now());
  }

  /// The host's order is answered or given up: pages of it that are still under way wait again.
  void back(PartitionHost host) {
    for (PageKey page : host.out) {
      int slot = slot(page);
      if (isUnderWay(slot)) {
        putBack(slot);
      }
    }
    totals.add(Sum.OUT, -host.out.size());
    host.lapsesMillis = 0;
    host.out = List.of();
    out.remove(host);
    changedHosts.add(host);
    frontier.ended(queue(host), now());
  }

  /// Of the orders for pages that are out the one given first; null when none is.
  @Nullable OrderOut oldestOrder() {
    PartitionHost oldest = null;
    for (PartitionHost host : out) {
      if (!host.out.isEmpty() && (oldest == null || host.sinceMillis < oldest.sinceMillis)) {
        oldest = host;
      }
    }
    return oldest == null ? null : oldest.order();
  }

  /// Hosts whose order is out.
  Set<PartitionHost> out() {
    return out;
  }

  /// The state of the host has changed.
  void changed(PartitionHost host) {
    changedHosts.add(host);
    frontier.clockChanged(queue(host), now());
  }

  /// A page of the host was read: its pages count less from now on.
  void wasRead(PartitionHost host) {
    host.state.wasRead();
    frontier.wasRead(queue(host));
  }

  /// Writes the hosts that changed.
  void save() {
    for (PartitionHost host : changedHosts) {
      store.put(host.origin.getBytes(StandardCharsets.UTF_8), host.bytes());
    }
    changedHosts.clear();
    for (PageKey page : changedOffers) {
      OfferedPage its = offered.get(slot(page));
      byte[] key = ByteBuffer.allocate(1 + PageKey.BYTES).put(OFFERED).put(page.bytes()).array();
      store.put(key, its == null ? null : its.bytes());
    }
    changedOffers.clear();
    if (filter.hasFocus() && !focusNotes.equals(filter.focusNotes().toString())) {
      focusNotes = filter.focusNotes().toString();
      filter.focusNotes().forEach(known.backend()::saveText);
    }
  }
}
