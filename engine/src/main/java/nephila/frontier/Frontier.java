package nephila.frontier;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import nephila.ledger.PageTable;
import org.jspecify.annotations.Nullable;

/// Which page is read next: of the hosts that are due, the one with the best page, and of that host
/// that page. Pages read for the first time and pages to be read again are in two [Lanes], which
/// share the reads.
///
/// - F1 a page is in one place: it waits in its host's queue, waits to be read again, is under way,
///   is leased or asleep ([Leases]), is gone, or is nowhere, which is to say done.
///   [PageTable#heapPlace] says which.
/// - F2 each page of a fair lane is taken after finitely many reads. Re-reads are fair, because age
///   counts; first reads are by as much as finitely many better pages become known.
///
/// Whoever fetches takes a page ([#take]) and says what became of it; who has others fetch leases
/// pages to them ([#lease]), and a page that nobody completes in time waits again.
///
/// A host with nothing to read is nowhere; one that must wait is in `waiting` by its clock; one
/// that is due is in `due` by its best page. A page's priority may rise at any time ([#changed]);
/// both heaps follow at once, so the order is exact. A page counts less the more pages of its host
/// were read, and in any case the more of its site, if that has many hosts
/// ([PagePriority#hostShare]).
///
/// Where not all known pages are in memory ([EvictedPages]), a host also remembers what the best of
/// the others is worth; when that is more than its best page in memory, its pages are looked
/// through before it has its turn. A page of which not everything was looked up is looked up before
/// it is taken.
///
/// Choosing costs O(log hosts + log pages of the host). Single writer.
public final class Frontier<H extends HostClock> implements EvictionOrder {
  /// Places of pages that wait in no host's queue: done or not known here, taken, to be read again.
  static final int NOWHERE = -1;

  static final int UNDER_WAY = -2;
  static final int AGAIN = -3;
  static final int LEASED = -4;
  static final int ASLEEP = -5;
  static final int GONE = -6;

  /// This and below: in an order of pages to be read again.
  static final int ORDERED_AGAIN = -16;

  /// When a host reads its pages from disk, at least so many and this part of them come into
  /// memory.
  private static final int ADMITTED_PAGES = 256;

  private static final int ADMITTED_PART = 8;
  private static final int SOONEST_OF_A_HOST = 3;

  /// What a page that was read counts for of its worth, beside one that waits, while the memory is
  /// full: it will be paid again.
  private static final double READ_STANDING = 0.3;

  /// The same where worth is not the order.
  private static final double OUT_OF_ORDER = 1e-30;

  /// About as many bytes of hosts' states are in memory beside those that are in use
  /// ([Hosts#bytes]).
  private static final long OPEN_BYTES = 16 << 20;

  /// A host that must wait for so long may be forgotten while others are due.
  private static final long LONG_WAIT_MILLIS = 600_000;

  /// A new host of a site is thought to be no newer than if it had this part of the site's reads.
  private static final int SITE_PART = 16;

  private final PageTable pages;
  private final IntUnaryOperator hostOf;
  private final Hosts<H> hosts;
  private final Lanes lanes;
  private final PagePriority first;
  private final PageHeap.Order firstReads;
  private final RereadLane again;
  private final EvictedPages evicted;
  private final Limits limits;
  private final SiteReads siteReads = new SiteReads();
  private @Nullable HostQueue<H>[] queues = array(16);

  /// The queues whose hosts' states are in memory, and perhaps some more.
  private List<HostQueue<H>> open = new ArrayList<>();

  private final HostQueue.Opener<H> opener = this::open;
  private long openBytes;

  /// When as many are in memory, those go that may.
  private long restsAt = OPEN_BYTES;

  private final HostHeap<H> due = new HostHeap<>();
  private final HostHeap<H> waiting = new HostHeap<>();
  private final Leases leases;
  private int queued;
  private int live;
  private long nowMillis;

  /// @param hostOf the number of a page's host
  public Frontier(
      PageTable pages,
      IntUnaryOperator hostOf,
      Hosts<H> hosts,
      Lanes lanes,
      EvictedPages evicted,
      Limits limits) {
    this.pages = pages;
    this.hostOf = hostOf;
    this.hosts = hosts;
    this.lanes = lanes;
    this.first = lanes.first();
    this.firstReads = PageHeap.Order.first(pages, first);
    this.again = lanes.again();
    this.evicted = evicted;
    this.limits = limits;
    this.leases = new Leases(pages);
  }

  @SuppressWarnings("unchecked")
  private static <H extends HostClock> @Nullable HostQueue<H>[] array(int length) {
    return (@Nullable HostQueue<H>[]) new HostQueue<?>[length];
  }

  /// The queue of the host of that number, opened when it is not known.
  public HostQueue<H> queue(int number) {
    if (number >= queues.length) {
      queues = Arrays.copyOf(queues, Math.max(number + 1, queues.length + queues.length / 2));
    }
    HostQueue<H> queue = queues[number];
    if (queue == null) {
      queue =
          new HostQueue<>(
              number,
              openHost(number),
              opener,
              hosts.site(number),
              hosts.reads(number),
              new PageHeap(firstReads));
      siteReads.add(queue.site, queue.reads);
      live++;
      queues[number] = queue;
      open.add(queue);
    }
    return queue;
  }

  private H open(HostQueue<H> queue) {
    H host = openHost(queue.number);
    open.add(queue);
    return host;
  }

  private H openHost(int number) {
    if (openBytes > restsAt) {
      restHosts();
    }
    H host = hosts.open(number);
    openBytes += hosts.bytes(host);
    return host;
  }

  /// Lets the states of hosts go that are not in use and can be opened again, if many are in
  /// memory.
  public void restHosts() {
    openBytes = 0;
    for (HostQueue<H> queue : open) {
      openBytes += queue.isOpen() ? hosts.bytes(queue.host()) : 0;
    }
    if (openBytes <= OPEN_BYTES) {
      return;
    }
    List<HostQueue<H>> stay = new ArrayList<>();
    openBytes = 0;
    for (HostQueue<H> queue : open) {
      if (queue.isOpen() && queues[queue.number] == queue) {
        H host = queue.host();
        if (queue.inFlight == 0 && hosts.mayForget(host)) {
          queue.rest();
        } else {
          stay.add(queue);
          openBytes += hosts.bytes(host);
        }
      }
    }
    open = stay;
    restsAt = Math.max(OPEN_BYTES, 2 * openBytes);
  }

  /// The queue of the page's host.
  public HostQueue<H> queueOf(int slot) {
    return queue(hostOf.applyAsInt(slot));
  }

  /// The queues of all hosts it knows, by number.
  public List<HostQueue<H>> queues() {
    List<HostQueue<H>> all = new ArrayList<>(live);
    for (HostQueue<H> queue : queues) {
      if (queue != null) {
        all.add(queue);
      }
    }
    return all;
  }

  /// The queues of the hosts whose states are in memory.
  public List<HostQueue<H>> openQueues() {
    return open.stream().filter(HostQueue::isOpen).toList();
  }

  /// How many hosts it knows.
  public int liveHosts() {
    return live;
  }

  @Override
  public int hosts() {
    return live + again.hosts();
  }

  public int dueHosts() {
    return due.size();
  }

  /// Pages that wait to be read for the first time.
  public int queued() {
    return queued;
  }

  /// Pages that wait to be read again.
  public int queuedAgain() {
    return again.size();
  }

  /// Whether the page waits to be read for the first time.
  public static boolean waits(PageTable pages, int slot) {
    return pages.heapPlace(slot) >= 0;
  }

  /// Whether the page stands in an order of pages, to be read for the first time or again.
  public static boolean mayBeTaken(PageTable pages, int slot) {
    return pages.heapPlace(slot) >= 0 || pages.heapPlace(slot) <= ORDERED_AGAIN;
  }

  /// Whether the page was taken and is neither settled nor put back.
  public static boolean isUnderWay(PageTable pages, int slot) {
    return pages.heapPlace(slot) == UNDER_WAY;
  }

  /// Whether the page is leased and was not completed.
  public static boolean isLeased(PageTable pages, int slot) {
    return pages.heapPlace(slot) == LEASED;
  }

  /// Whether the page is done, or was never added.
  public static boolean isNowhere(PageTable pages, int slot) {
    return pages.heapPlace(slot) == NOWHERE;
  }

  /// A page waits for its turn to be read for the first time, or whenever its owner says; one that
  /// is in the frontier already is left where it is.
  public void add(int slot, long now) {
    if (pages.heapPlace(slot) == NOWHERE) {
      HostQueue<H> queue = queueOf(slot);
      first.waits(slot);
      queue.pages.add(slot);
      queued++;
      if (queue.heap == null || pages.heapPlace(slot) == 0) { // else the host stands where it did
        place(queue, now);
      }
    }
  }

  /// The page is not to be read after all; one that is under way or leased stays there until it is
  /// settled or completed.
  public void remove(int slot, long now) {
    if (waits(pages, slot)) {
      HostQueue<H> queue = queueOf(slot);
      queue.pages.remove(slot);
      queued--;
      place(queue, now);
    } else if (isAgain(slot) || pages.heapPlace(slot) == GONE) {
      again.remove(slot);
    } else if (pages.heapPlace(slot) == ASLEEP) {
      pages.heapPlace(slot, NOWHERE);
    }
  }

  private boolean isAgain(int slot) {
    return waitsAgain(pages, slot);
  }

  /// Whether the page waits to be read again.
  public static boolean waitsAgain(PageTable pages, int slot) {
    return pages.heapPlace(slot) == AGAIN || pages.heapPlace(slot) <= ORDERED_AGAIN;
  }

  /// A page that was read just now points to this one, which is gone, and did not before: it is
  /// asked for once more, when as long has passed as its misses say.
  public void named(int slot) {
    if (pages.heapPlace(slot) == GONE) {
      again.named(slot);
    }
  }

  /// The priority of a page has changed.
  public void changed(int slot, boolean rose) {
    int place = pages.heapPlace(slot);
    if (place == NOWHERE && pages.isUnsure(slot) && !pages.isDropped(slot)) {
      add(slot, nowMillis); // not in memory before, and paid by a page that was pushed
    } else if (place >= 0) {
      HostQueue<H> queue = queueOf(slot);
      queue.pages.changed(slot);
      if (queue.heap == due && (pages.heapPlace(slot) == 0 || !rose)) {
        due.put(queue, best(queue));
      }
    } else if (place <= ORDERED_AGAIN) {
      again.changed(slot);
    }
  }

  /// The priority of every page may have changed, as after an edit of the rules.
  public void reorder(long now) {
    for (HostQueue<H> queue : queues) {
      if (queue != null && !queue.isEmpty()) {
        queue.pages.reorder();
        place(queue, now);
      }
    }
    again.reorder();
  }

  /// The host to be asked next, null when none is due: where a re-read is owed ([Lanes]) the host
  /// of the page to be read again, else the due host with the best page; where the lanes are one,
  /// the host of the best page of both. The page stays where it is until it is taken.
  public @Nullable HostQueue<H> next(long now) {
    nowMillis = now;
    HostQueue<H> queue = choose(now);
    while (queue != null && first.findsBetterThan(chosen(queue))) {
      queue = choose(now);
    }
    return queue;
  }

  private static int chosen(HostQueue<?> queue) {
    return queue.isAgain() ? queue.again : queue.pages.best();
  }

  private @Nullable HostQueue<H> choose(long now) {
    if (lanes.areOne()) {
      return nextOfBoth(now);
    }
    HostQueue<H> queue = lanes.owesAgain() ? nextAgain(now) : null;
    queue = queue == null ? nextFirst(now) : queue;
    return queue == null && lanes.fillsUp() ? nextAgain(now) : queue;
  }

  /// Where no unread page is left the lane ends, unless re-reads are to fill up.
  private @Nullable HostQueue<H> nextOfBoth(long now) {
    HostQueue<H> unread = nextFirst(now);
    if (unread == null && queued == 0 && waiting.isEmpty() && !lanes.fillsUp()) {
      return null;
    }
    int slot = again.best(now, this::mayAskAt);
    boolean isBetter =
        slot != PageTable.NO_PAGE && (unread == null || isBetter(slot, unread.pages.best()));
    if (!isBetter) {
      return unread;
    }
    HostQueue<H> queue = queueOf(slot);
    queue.again = slot;
    return queue;
  }

  private boolean isBetter(int slot, int other) {
    double more = first.of(slot) - first.of(other);
    return more > 0 || (more == 0 && first.isBefore(slot, other));
  }

  private @Nullable HostQueue<H> nextAgain(long now) {
    int slot = again.best(now, this::mayAskAt);
    if (slot == PageTable.NO_PAGE) {
      return null;
    }
    HostQueue<H> queue = queueOf(slot);
    queue.again = slot;
    return queue;
  }

  private long mayAskAt(int slot, long now) {
    HostQueue<H> queue = queueOf(slot);
    boolean waits = queue.dueMillis() > now;
    boolean busy = queue.inFlight >= limits.connectionsPerHost();
    return waits ? queue.dueMillis() : busy ? Long.MAX_VALUE : now;
  }

  private @Nullable HostQueue<H> nextFirst(long now) {
    if (first.learns()) {
      reorder(now);
    }
    while (firstDueMillis() <= now) {
      place(waiting.best(), now);
    }
    while (!due.isEmpty()) {
      HostQueue<H> queue = due.best();
      // Reads of its site's other hosts make it count less when its turn comes.
      if (best(queue) >= queue.key && isReady(queue)) {
        queue.again = PageTable.NO_PAGE;
        return queue;
      }
      place(queue, now);
    }
    return null;
  }

  /// Whether the host's best page is in memory and all is known of it; takes a step towards it when
  /// not.
  private boolean isReady(HostQueue<H> queue) {
    if (queue.bestEvicted > 0
        && (queue.isEmpty() || least(first.of(queue.pages.best())) < evictedBest(queue))) {
      HostPages found = evicted.of(queue.number);
      found.keepBest(Math.max(ADMITTED_PAGES, found.count() / ADMITTED_PART));
      admit(queue, found);
      return false;
    }
    int slot = queue.pages.best();
    boolean sure = !pages.isUnsure(slot);
    if (!evicted.resolve(slot)) {
      queue.pages.remove(slot);
      queued--;
      return false;
    }
    if (!sure) {
      queue.pages.changed(slot);
    }
    return sure;
  }

  /// A page that is worth nothing counts as those on disk that are worth nothing.
  private static double least(double priority) {
    return Math.max(Double.MIN_NORMAL, priority);
  }

  /// Reads the host's pages that are not in memory, if the best of them is the best of all: for a
  /// host that is never due here, whose pages are given to somebody else.
  public void refill(HostQueue<H> queue) {
    if (!queue.isEmpty() || queue.bestEvicted > 0) {
      isReady(queue);
    }
  }

  private void admit(HostQueue<H> queue, HostPages found) {
    for (int i = 0; i < found.count(); i++) {
      int slot = evicted.admit(found, i);
      first.cameBack(slot);
      queue.pages.add(slot);
      queued++;
    }
    queue.bestEvicted = found.bestLeft() < 0 ? 0 : least(credits(found.bestLeft()));
  }

  /// The worth of a page that received so much, in credits.
  private double credits(long received) {
    return evicted.leastCredits() + (double) received / evicted.credit();
  }

  /// Takes the page for which [#next] named the host: it is under way until it is [#settled] or
  /// [#putBack].
  public int take(HostQueue<H> queue, long now) {
    int slot = queue.again;
    if (queue.isAgain()) {
      queue.again = PageTable.NO_PAGE;
      again.takeBest();
    } else {
      slot = queue.pages.take();
      queued--;
      first.taken(slot);
      place(queue, now);
    }
    pages.heapPlace(slot, UNDER_WAY);
    return slot;
  }

  /// A request to the host begins: for the page that was taken, or for something that is no page,
  /// [PageTable#NO_PAGE].
  public void begins(HostQueue<H> queue, int slot, long now) {
    queue.inFlight++;
    if (slot != PageTable.NO_PAGE) {
      asked(slot);
    }
    place(queue, now);
  }

  /// A page that was taken is asked for by a request that began or will begin: it counts for the
  /// share of its lane.
  public void asked(int slot) {
    lanes.began(pages.isRead(slot));
  }

  /// A request to the host has ended, and its clock may have changed.
  public void ended(HostQueue<H> queue, long now) {
    queue.inFlight--;
    clockChanged(queue, now);
  }

  /// The host's clock has changed.
  public void clockChanged(HostQueue<H> queue, long now) {
    place(queue, now);
  }

  /// Leases up to `most` pages of the host, the best first: they are somebody's until that second
  /// since 1970, unless they are completed before. For a frontier with every page in memory.
  public int[] lease(HostQueue<H> queue, int most, long untilSeconds, long now) {
    int[] slots = new int[Math.min(most, queue.pages.size())];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = queue.pages.take();
      first.taken(slots[i]);
      leases.begin(slots[i], LEASED, untilSeconds);
    }
    queued -= slots.length;
    queue.inFlight += slots.length;
    place(queue, now);
    return slots;
  }

  /// The page, which waits, was leased to somebody before this frontier was made.
  public void leased(int slot, long untilSeconds, long now) {
    remove(slot, now);
    leases.begin(slot, LEASED, untilSeconds);
    queueOf(slot).inFlight++;
  }

  /// The page that was leased came back; it is nowhere.
  public void complete(int slot, long now) {
    assert isLeased(pages, slot) : "F1 a page that was not leased came back";
    pages.heapPlace(slot, NOWHERE);
    ended(queueOf(slot), now);
  }

  /// The page, which is nowhere, waits for its turn from that second since 1970 on.
  public void sleep(int slot, long untilSeconds) {
    leases.begin(slot, ASLEEP, untilSeconds);
  }

  /// Pages whose lease has ended and pages that have slept long enough wait for their turn again.
  /// `lapsed` is shown those that were leased.
  public void lapse(long now, IntConsumer lapsed) {
    for (int slot = leases.ended(now); slot != PageTable.NO_PAGE; slot = leases.ended(now)) {
      if (isLeased(pages, slot)) {
        complete(slot, now);
        lapsed.accept(slot);
      }
      pages.heapPlace(slot, NOWHERE);
      add(slot, now);
    }
  }

  /// A page of the host was read: its pages count less from now on.
  public void wasRead(HostQueue<H> queue) {
    queue.reads++;
    siteReads.add(queue.site, 1);
  }

  /// The page, which is nowhere, was taken before this frontier was made: it is under way.
  public void resume(int slot) {
    release(slot);
    pages.heapPlace(slot, UNDER_WAY);
  }

  /// The page was read, or tried and settled: it waits to be read again, if it may be; one that is
  /// gone is asked for again rarely.
  public void settled(int slot) {
    release(slot);
    if (lanes.rereads()) {
      again.add(slot);
    }
  }

  /// The page that was taken was not read: it waits for its turn again.
  public void putBack(int slot, long now) {
    release(slot);
    if (!pages.isRead(slot)) {
      add(slot, now);
    } else if (lanes.rereads()) {
      again.putBack(slot);
    }
  }

  /// The page that was taken is not to be read: it is nowhere.
  public void release(int slot) {
    assert pages.heapPlace(slot) == UNDER_WAY || pages.heapPlace(slot) == NOWHERE
        : "F1 a page that waits was not taken";
    pages.heapPlace(slot, NOWHERE);
  }

  /// Sets the share of re-reads: the parameters are those of [Lanes].
  public void rereads(double share, double mostOwed, boolean fillsUp) {
    boolean before = lanes.rereads();
    lanes.share(share, mostOwed, fillsUp);
    if (!before && lanes.rereads()) {
      again.load();
    }
  }

  /// Makes the lanes one; `fillsUp` as in [Lanes].
  public void rereadsInOneLane(boolean fillsUp) {
    boolean before = lanes.rereads();
    lanes.join(fillsUp);
    if (!before) {
      again.load();
    }
  }

  /// The moment when the next host that must wait is due; `Long.MAX_VALUE` when there is none.
  public long nextDueMillis(long now) {
    long dueAgain = lanes.rereads() ? again.nextDueMillis(now) : Long.MAX_VALUE;
    return Math.min(firstDueMillis(), dueAgain);
  }

  private long firstDueMillis() {
    return waiting.isEmpty() ? Long.MAX_VALUE : waiting.best().dueMillis();
  }

  /// The moment when the next host is due of which something is left to be read; `Long.MAX_VALUE`
  /// when nothing is left. Pages to be read again are something left where they fill up what first
  /// reads leave.
  public long leftAtMillis(long now) {
    return lanes.fillsUp() ? nextDueMillis(now) : firstDueMillis();
  }

  private double best(HostQueue<H> queue) {
    double inMemory = queue.isEmpty() ? 0 : first.of(queue.pages.best());
    int ofSite = siteReads.of(queue.site);
    int asIfRead = Math.max(queue.reads, ofSite / SITE_PART);
    // What was read of the host itself is part of what the priority says, or it is not.
    int counted = first.countsOwnHost() ? asIfRead - queue.reads : asIfRead + queue.inFlight;
    double best = Math.max(inMemory, evictedBest(queue)) * first.hostShare(counted);
    return ofSite < limits.pagesPerSite() ? best : best * Double.MIN_NORMAL;
  }

  /// What the best of the host's pages on disk counts for. Where worth is not the order it is not
  /// known: these pages, which left because others came sooner, come when none is in memory.
  private double evictedBest(HostQueue<H> queue) {
    return first.isByWorth() ? queue.bestEvicted : Math.min(queue.bestEvicted, Double.MIN_NORMAL);
  }

  /// Puts the host where it belongs.
  private void place(HostQueue<H> queue, long now) {
    again.hostChanged(queue.number);
    boolean empty = queue.isEmpty() && queue.bestEvicted == 0;
    boolean idle = empty || queue.inFlight >= limits.connectionsPerHost();
    HostHeap<H> to = idle ? null : queue.dueMillis() <= now ? due : waiting;
    if (queue.heap != null && queue.heap != to) {
      queue.heap.remove(queue);
    }
    if (to != null) {
      to.put(queue, to == due ? best(queue) : -queue.dueMillis());
    }
  }

  @Override
  public double standing(int slot) {
    return first.of(slot) * first.hostShare(queueOf(slot).reads);
  }

  /// Where worth is not the order, a page that is not in it comes after all that are.
  @Override
  public double standingOfRead(int slot, double credits) {
    if (first.isByWorth()) {
      return READ_STANDING * credits;
    }
    boolean isOrdered = lanes.areOne() && pages.heapPlace(slot) <= ORDERED_AGAIN;
    return isOrdered ? standing(slot) : OUT_OF_ORDER * credits;
  }

  @Override
  public int[] soonest(int most) {
    int[] slots = new int[most];
    int count = 0;
    for (HostQueue<H> queue : due.inAnyOrder()) {
      for (int i = 0; i < Math.min(SOONEST_OF_A_HOST, queue.pages.size()) && count < most; i++) {
        slots[count++] = queue.pages.at(i);
      }
    }
    return Arrays.copyOf(slots, count);
  }

  @Override
  public void leaving(int slot) {
    HostQueue<H> queue = queueOf(slot);
    queue.bestEvicted = Math.max(queue.bestEvicted, least(first.of(slot)));
  }

  @Override
  public void left() {
    queued = 0;
    boolean reorder = first.evicted();
    for (HostQueue<H> queue : queues) {
      if (queue != null) {
        queue.pages.keepIf(slot -> !pages.isFree(slot), reorder);
        queued += queue.pages.size();
        place(queue, nowMillis);
      }
    }
    for (HostQueue<H> queue : queues) {
      if (queue != null && queue.isEmpty() && queue.inFlight == 0 && mayGo(queue)) {
        forget(queue);
      }
    }
    open.removeIf(queue -> !queue.isOpen() || queues[queue.number] != queue);
    again.keepPresent();
  }

  private boolean mayGo(HostQueue<H> queue) {
    boolean waits =
        queue.heap == waiting
            && (due.isEmpty() || queue.dueMillis() - nowMillis < LONG_WAIT_MILLIS);
    return !waits && (!queue.isOpen() || hosts.mayForget(queue.host()));
  }

  /// Forgets a host of which no page is in memory until the store finds one that should be.
  private void forget(HostQueue<H> queue) {
    if (queue.heap != null) {
      queue.heap.remove(queue);
    }
    queues[queue.number] = null;
    siteReads.add(queue.site, -queue.reads);
    live--;
  }

  @Override
  public void found(HostPages found) {
    double share = first.hostShare(hosts.reads(found.host()));
    if (!due.isEmpty() && !first.isByWorth()) {
      return;
    }
    if (due.isEmpty()) {
      found.keepBest(ADMITTED_PAGES);
    } else {
      double least = evicted.leastStanding() / share - evicted.leastCredits();
      found.keepFrom((long) (least * evicted.credit()));
    }
    if (found.count() > 0) {
      HostQueue<H> queue = queue(found.host());
      admit(queue, found);
      place(queue, nowMillis);
    }
  }

  @Override
  public boolean wantsBack(
      long received, int reads, int changes, int misses, long lastReadSeconds) {
    return lanes.rereads()
        && again.wantsBack(credits(received), reads, changes, misses, lastReadSeconds);
  }

  @Override
  public boolean wantsGone(int misses, long lastReadSeconds) {
    return lanes.rereads() && again.wantsGone(misses, lastReadSeconds);
  }

  @Override
  public void cameBack(int slot) {
    settled(slot);
  }
}
