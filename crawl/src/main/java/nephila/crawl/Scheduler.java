package nephila.crawl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import nephila.ledger.PageTable;
import nephila.politeness.HostPace;
import nephila.select.Siblings;
import nephila.store.CrawlStore;
import nephila.store.Frontier;
import nephila.store.HostPages;
import nephila.store.PageIndex;
import org.jspecify.annotations.Nullable;

/// Which page next: among the hosts that are due, the one with the best unread page, and of that
/// host that page. Best is what is expected to be worth most ([ExpectedWorthModel]); without
/// foresight a page counts less the more pages of its host were read ([Siblings]), and in any case
/// the more of its site, if it has many hosts.
///
/// Where not all known pages are in memory, a host also remembers what the best of its pages on
/// disk is worth; when that is more than its best page in memory, its pages are scanned before it
/// has its turn. A page of which not everything was looked up is looked up before it is taken.
///
/// A host with nothing to read is nowhere; one that must wait is in `waiting` by its clock; one
/// that is due is in `due` by its best page. A page's worth may change at any time ([#changed]);
/// both heaps follow at once, so the order is exact. Choosing costs O(log hosts + log pages of the
/// host). Owned by the wheel's thread.
final class Scheduler implements Frontier {
  /// Of the pages of a host that wait on disk, at least so many and this part come into memory.
  private static final int ADMITTED_PAGES = 256;

  private static final int ADMITTED_PART = 8;
  private static final int SOONEST_OF_A_HOST = 3;

  /// A new host of a site is thought to be no newer than if it had this part of the site's reads.
  private static final int SITE_PART = 16;

  private final CrawlStore store;
  private final PageTable pages;
  private final PageIndex index;
  private final SlotHeap.Worth worth;
  private final ExpectedWorthModel foresight;
  private final boolean takesTurns;
  private final int connectionsPerHost;

  private final SiteReads siteReads = new SiteReads();

  /// Pages of one site, beyond which its hosts come after those of every site below it.
  private final long hostLimit;

  private long setBackMillis;

  private final List<@Nullable HostQueue> hosts = new ArrayList<>();
  private final HostHeap due = new HostHeap();
  private final PriorityQueue<HostQueue> waiting =
      new PriorityQueue<>(
          Comparator.comparingLong(HostQueue::dueMillis).thenComparingInt(h -> h.number));
  private int queued;
  private int live;
  private long nowMillis;
  private Runnable whenLeft = () -> {};
  private java.util.function.IntConsumer arrived = slot -> {};
  private Again again = (credits, reads, changes, seconds) -> false;

  Scheduler(
      CrawlStore store,
      SlotHeap.Worth worth,
      ExpectedWorthModel foresight,
      boolean takesTurns,
      int connectionsPerHost,
      long hostLimit) {
    this.store = store;
    this.pages = store.pages();
    this.index = store.index();
    this.worth = worth;
    this.foresight = foresight;
    this.takesTurns = takesTurns;
    this.connectionsPerHost = connectionsPerHost;
    this.hostLimit = hostLimit;
    store.frontier(this);
  }

  /// The host of that number.
  HostQueue host(int number) {
    while (hosts.size() <= number) {
      hosts.add(null);
    }
    HostQueue host = hosts.get(number);
    if (host == null) {
      SlotHeap queue = new SlotHeap(pages, worth);
      host = new HostQueue(number, queue, store);
      earlier(host);
      siteReads.add(host.site, host.state.reads());
      live++;
      hosts.set(number, host);
    }
    return host;
  }

  /// Since the last commit the clock was set back by so much (or not, where that is not positive):
  /// hosts do not wait for the time that was.
  void clockWasSetBack(long millis) {
    setBackMillis = Math.max(0, millis);
    hosts.stream().filter(Objects::nonNull).forEach(this::earlier);
  }

  /// Saved with the next commit, which tells the time by the new clock.
  private void earlier(HostQueue host) {
    if (setBackMillis > 0) {
      host.state.clockWasSetBack(setBackMillis);
    }
  }

  HostQueue hostOf(int slot) {
    return host(index.host(slot));
  }

  /// Who re-reads pages: whether a page on disk should be among them.
  interface Again {
    boolean wants(double credits, int reads, int changes, long lastReadSeconds);
  }

  /// `whenLeft` is told when pages have left the memory.
  void refreshing(Again whether, Runnable whenLeft, java.util.function.IntConsumer arrived) {
    this.again = whether;
    this.whenLeft = whenLeft;
    this.arrived = arrived;
  }

  @Override
  public boolean wantsAgain(long received, int reads, int changes, long lastReadSeconds) {
    return again.wants(credits(received), reads, changes, lastReadSeconds);
  }

  @Override
  public void again(int slot) {
    arrived.accept(slot);
  }

  /// Hosts with pages in memory, and places of others.
  List<@Nullable HostQueue> hosts() {
    return hosts;
  }

  /// Gives what has changed of hosts to the store.
  void saveHosts() {
    for (HostQueue host : hosts) {
      if (host != null && host.state.isChanged()) {
        store.hostFacts(host.number, host.state.facts());
        host.state.written();
      }
    }
  }

  /// What it has learned of how pages grow, for the note of the state.
  String learned() {
    return foresight.learned();
  }

  /// Pages waiting to be read.
  int queued() {
    return queued;
  }

  /// Whether a host may have pages to read that is not among those in memory.
  boolean mayFindHosts() {
    return live < store.hosts();
  }

  int dueHosts() {
    return due.size();
  }

  /// An unread page to be read when its turn comes; one already queued is left where it is.
  void add(int slot, long nowMillis) {
    if (pages.heapPlace(slot) >= 0) {
      return;
    }
    HostQueue host = hostOf(slot);
    host.queue.add(slot);
    queued++;
    place(host, nowMillis);
  }

  /// The page is not to be read after all.
  void remove(int slot, long nowMillis) {
    if (pages.heapPlace(slot) >= 0) {
      HostQueue host = hostOf(slot);
      host.queue.remove(slot);
      queued--;
      place(host, nowMillis);
    }
  }

  /// The worth of an unread page has changed.
  void changed(int slot, boolean rose) {
    if (pages.heapPlace(slot) < 0 && pages.isUnsure(slot) && !pages.isDropped(slot)) {
      add(slot, nowMillis); // paid by a page that was pushed
    } else if (pages.heapPlace(slot) >= 0) {
      HostQueue host = hostOf(slot);
      host.queue.changed(slot);
      if (host.place >= 0 && (pages.heapPlace(slot) == 0 || !rose)) {
        host.best = best(host);
        due.changed(host);
      }
    }
  }

  /// Every worth may have changed, as after an edit of the rules.
  void reorder(long nowMillis) {
    for (HostQueue host : hosts) {
      if (host != null && !host.queue.isEmpty()) {
        host.queue.reorder();
        place(host, nowMillis);
      }
    }
  }

  /// The due host with the best page, or null when none is due. It stays where it is.
  @Nullable HostQueue next(long nowMillis) {
    this.nowMillis = nowMillis;
    if (foresight.wantsLook()) {
      foresight.look();
      reorder(nowMillis);
    }
    for (HostQueue host = waiting.peek();
        host != null && host.dueMillis() <= nowMillis;
        host = waiting.peek()) {
      waiting.poll();
      host.waiting = false;
      place(host, nowMillis);
    }
    while (!due.isEmpty()) {
      HostQueue host = due.best();
      // Reads of its site's other hosts make it count less when its turn comes.
      if (best(host) >= host.best && isReady(host)) {
        return host;
      }
      place(host, nowMillis);
    }
    return null;
  }

  /// Whether the host's best page is in memory and all is known of it; takes a step towards it when
  /// not.
  private boolean isReady(HostQueue host) {
    if (host.onDisk > 0 && (host.queue.isEmpty() || worth.of(host.queue.best()) < host.onDisk)) {
      HostPages waiting = store.spill().waiting(host.number);
      waiting.keepBest(Math.max(ADMITTED_PAGES, waiting.count() / ADMITTED_PART));
      admit(host, waiting);
      return false;
    }
    int slot = host.queue.best();
    boolean sure = !pages.isUnsure(slot);
    store.resolve(slot);
    if (pages.isRead(slot) || pages.isDropped(slot)) {
      host.queue.remove(slot);
      queued--;
      return false;
    }
    if (!sure) {
      host.queue.changed(slot);
    }
    return sure;
  }

  private void admit(HostQueue host, HostPages found) {
    for (int i = 0; i < found.count(); i++) {
      host.queue.add(store.spill().admit(found, i));
      queued++;
    }
    host.onDisk = found.bestLeft() < 0 ? 0 : credits(found.bestLeft());
  }

  /// The worth of a page that received so much, in credits.
  private double credits(long received) {
    return 1 + (double) received / store.ledger().credit();
  }

  @Override
  public double standing(int slot) {
    return worth.of(slot) * turns(hostOf(slot).state.reads());
  }

  @Override
  public void leaving(int slot) {
    HostQueue host = hostOf(slot);
    host.onDisk = Math.max(host.onDisk, worth.of(slot));
  }

  @Override
  public void left() {
    queued = 0;
    boolean reorder = foresight.ends();
    for (int number = 0; number < hosts.size(); number++) {
      HostQueue host = hosts.get(number);
      if (host != null) {
        host.queue.keepIf(slot -> !pages.isFree(slot), reorder);
        queued += host.queue.size();
        place(host, nowMillis);
        if (host.queue.isEmpty()
            && host.inFlight == 0
            && !host.state.isChanged()
            && !host.waiting) {
          park(host);
        }
      }
    }
    whenLeft.run();
  }

  /// Forgets a host of which no page is in memory until a sweep finds one that should be.
  private void park(HostQueue host) {
    if (host.place >= 0) {
      due.remove(host);
    }
    hosts.set(host.number, null);
    siteReads.add(host.site, -host.state.reads());
    live--;
  }

  @Override
  public void found(HostPages found) {
    double share = turns(store.hostReads(found.host()));
    if (due.isEmpty()) {
      found.keepBest(ADMITTED_PAGES);
    } else {
      found.keepFrom(
          (long) ((store.spill().leastStanding() / share - 1) * store.ledger().credit()));
    }
    if (found.count() > 0) {
      HostQueue host = host(found.host());
      admit(host, found);
      place(host, nowMillis);
    }
  }

  @Override
  public int[] soonest(int most) {
    int[] slots = new int[most];
    int count = 0;
    for (HostQueue host : due.inAnyOrder()) {
      for (int i = 0; i < Math.min(SOONEST_OF_A_HOST, host.queue.size()) && count < most; i++) {
        slots[count++] = host.queue.at(i);
      }
    }
    return java.util.Arrays.copyOf(slots, count);
  }

  /// Takes the host's best page: it is in the caller's hands now.
  int take(HostQueue host, long nowMillis) {
    int slot = host.queue.take();
    queued--;
    foresight.taken(slot);
    place(host, nowMillis);
    return slot;
  }

  /// A request to the host begins.
  void begins(HostQueue host, long nowMillis) {
    host.inFlight++;
    place(host, nowMillis);
  }

  /// A request to the host has ended, and this is its pace now.
  void ended(HostQueue host, HostPace pace, long nowMillis) {
    host.inFlight--;
    pace(host, pace, nowMillis);
  }

  /// The host's pace has changed.
  void pace(HostQueue host, HostPace pace, long nowMillis) {
    if (host.waiting) {
      waiting.remove(host);
      host.waiting = false;
    }
    host.state.pace(pace);
    place(host, nowMillis);
  }

  /// The moment when the next host that must wait is due; `Long.MAX_VALUE` when there is none.
  long nextDueMillis() {
    HostQueue host = waiting.peek();
    return host == null ? Long.MAX_VALUE : host.dueMillis();
  }

  boolean mayAsk(HostQueue host, long nowMillis) {
    return host.inFlight < connectionsPerHost && host.dueMillis() <= nowMillis;
  }

  /// How much a page counts of whose host so many were read.
  private double turns(int reads) {
    return takesTurns ? Siblings.HOST.share(reads) : 1;
  }

  private double best(HostQueue host) {
    double inMemory = host.queue.isEmpty() ? 0 : worth.of(host.queue.best());
    int ofSite = siteReads.of(host.site);
    int asIfRead = Math.max(host.state.reads(), ofSite / SITE_PART);
    // What was read of the host itself is part of what is foreseen.
    int counted = foresight.isOn() ? asIfRead - host.state.reads() : asIfRead + host.inFlight;
    double best = Math.max(inMemory, host.onDisk) * turns(counted);
    return ofSite < hostLimit ? best : best * Double.MIN_NORMAL;
  }

  /// A page of the host was read.
  void wasRead(HostQueue host) {
    host.state.wasRead();
    siteReads.add(host.site, 1);
  }

  /// Puts the host where it belongs.
  private void place(HostQueue host, long nowMillis) {
    boolean empty = host.queue.isEmpty() && host.onDisk == 0;
    boolean idle = empty || host.inFlight >= connectionsPerHost;
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
