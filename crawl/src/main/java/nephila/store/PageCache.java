package nephila.store;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import nephila.frontier.EvictionOrder;
import nephila.frontier.Frontier;
import nephila.frontier.HostPages;
import nephila.ledger.ExactLedger;
import nephila.ledger.OpicLedger;
import nephila.ledger.PageTable;
import nephila.ledger.StoredLedger;
import nephila.store.record.BinaryRecord;
import nephila.store.record.ReadFacts;
import nephila.store.record.StoredPage;
import nephila.store.record.UrlRecord;
import org.jspecify.annotations.Nullable;

/// Keeps in memory the pages that are needed soon, for a crawl that knows more pages than its
/// memory holds. The others leave and are on disk alone; payments to them are merged there blindly.
///
/// - A page that is not resident comes as a **blind** one when something is paid to it: what is on
///   disk of it, if it is known at all, is not looked at. It is ordered by what it received since,
///   and when it leaves again the sum is merged into `cash`, its URL into `urls`.
/// - Before a blind page is read, and whenever a scan comes by, it is **resolved**: what it
///   received in all, whether it was read.
/// - When the memory is full, the pages whose turn is farthest **leave** at the next commit; their
///   host remembers the worth of the best of them ([EvictionOrder#leaving]), and when no resident
///   page of the host is better its range is scanned once and the best of it admitted ([#waiting]).
/// - A **sweep** goes over all hosts in the order of their numbers, a slice at a time: it finds the
///   unread pages that became worth much by many blind payments, and the read ones that owe, which
///   are pushed.
///
/// Memory: bounded by the number of slots given; a host of which pages are in memory takes the room
/// of some of them. Not thread-safe.
public final class PageCache {
  /// So many are in memory at once when the crawl is opened again.
  private static final int SOONEST_PAGES = 20_000;

  /// After pages have left, this share of the slots is in use.
  private static final double FILLED = 0.72;

  /// The memory of a host beside its pages: its place among the others, and the arrays that its
  /// pages stand in.
  private static final int BYTES_A_HOST = 150;

  /// At least this part of the slots is for pages, however many hosts there are.
  private static final int LEAST_PART = 4;

  /// Pages on disk that may be paid, up to 40 bytes each in memory, before that is committed.
  private static final int MOST_PAID_BLINDLY = 200_000;

  /// A page on disk that is paid this part of a credit at once comes into memory: it may have
  /// become one of those that are needed soon.
  private static final int LITTLE = 4;

  /// Pages that may join on disk, about 100 bytes each in memory, before they are committed.
  private static final int MOST_JOINED = 100_000;

  private final PageStore store;
  final PageTable pages;
  final PageIndex index;
  private final StateBackend backend;
  private final StoredPage found = new StoredPage();
  final StoredLedger ledger;

  /// The ledger where it is the exact one: what pages owe is pushed.
  final @Nullable ExactLedger exact;

  private final @Nullable OpicLedger opic;

  /// What pages bring in beside their credit; null where that is nothing.
  private @Nullable PreferredCredits preferred;

  /// Pages on disk alone that were found to be new since the last commit, which will write their
  /// accounts: what they brought in, and what is kept of them.
  private final Map<JoinedPage, long[]> joined = new HashMap<>();

  private final BlindPayments paidBlindly = new BlindPayments();

  /// The record whose row is paid along, and the host of its page.
  private byte[] payingRecord = {};

  private int payingHost;

  private final WrittenUrls written = new WrittenUrls(1 << 21);

  /// The key of a page in `joined`.
  private record JoinedPage(int host, long hash) {}

  private final int limit;
  private EvictionOrder order = EvictionOrder.NONE;
  private DistinctPageSketch known = new DistinctPageSketch();
  private long knownPages;
  private long arrivals;
  private double least;
  private boolean active;
  private int sweepHost;
  private long sweepCount;
  private long sweepOwed;
  private double sweepReadWorth;
  private long sweepGone;
  private double readWorth;
  private long departures;
  private long unresolvedBefore;

  PageCache(PageStore store, int limit) {
    this.store = store;
    this.pages = store.pages();
    this.index = store.index();
    this.backend = store.backend();
    this.ledger = store.ledger();
    this.exact = ledger instanceof ExactLedger its ? its : null;
    this.opic = ledger instanceof OpicLedger its ? its : null;
    this.limit = limit;
    ledger.rowsFrom(this::row);
  }

  /// Pages bring in a part of their credit.
  void prefer(PreferredCredits by) {
    preferred = by;
  }

  /// Whether pages bring in something when they are first looked at, and have an account then.
  boolean joins() {
    return opic != null || preferred != null;
  }

  /// Which pages leave and which come back.
  void order(EvictionOrder by) {
    order = by;
  }

  /// Begins with the pages that are resident now: all that are known.
  void begin() {
    for (int slot = 0; slot < pages.size(); slot++) {
      known.add(index.host(slot), index.hash(slot));
    }
    index.growSlowly();
    activate();
  }

  private void activate() {
    active = true;
    if (exact != null && preferred == null && store.keepsLinks()) {
      exact.pushAlong(new RowsOnDisk());
    }
    count();
  }

  void resume(DistinctPageSketch counted) {
    known = counted;
    index.growSlowly();
    activate();
  }

  DistinctPageSketch counted() {
    return known;
  }

  boolean full() {
    return pages.inUse() > room();
  }

  /// Whether so many pages are in memory that some must leave at once.
  boolean overflows() {
    return pages.inUse() > room() + limit / 16;
  }

  /// How many pages may be in memory beside the hosts of those that are.
  private long room() {
    long hosts = (long) order.hosts() * BYTES_A_HOST / CrawlStore.BYTES_A_PAGE;
    return Math.max(limit / LEAST_PART, limit - hosts);
  }

  /// How many pages may be in memory, if they were of few hosts.
  public int limit() {
    return limit;
  }

  long knownPages() {
    return knownPages;
  }

  /// The standing below which pages left when the memory was last full.
  double leastStanding() {
    return least;
  }

  /// A slot for a page that is not resident; whether it is known nobody asks.
  int arrive(int host, long hash) {
    int slot = index.add(host, hash);
    pages.set(slot, PageTable.BLIND);
    unsure(1);
    known.add(host, hash);
    if (++arrivals % 100_000 == 0) {
      count();
    }
    return slot;
  }

  private void unsure(int count) {
    if (exact != null) {
      exact.unsure(count);
    }
  }

  boolean urlIsWritten(int host, long hash) {
    return written.has(host, hash);
  }

  private void count() {
    knownPages = Math.max(knownPages, known.estimate());
    ledger.known(knownPages);
  }

  /// Looks up what is on disk of a page. Its URL record, when there is one that matters, is
  /// returned.
  byte @Nullable [] resolve(int slot) {
    int host = index.host(slot);
    long hash = index.hash(slot);
    pages.clear(slot, PageTable.UNJUDGED);
    if (pages.isBlind(slot)) {
      boolean isNew = !backend.load(host, hash, found);
      if (isNew) {
        found.page(host, hash, 0);
      }
      resolve(slot, found);
      if (isNew) {
        return null;
      }
    }
    return pages.isRead(slot) ? null : backend.url(host, hash);
  }

  /// A blind page and what a scan found of it.
  void resolve(int slot, StoredPage page) {
    joined(page);
    long blindly = paidBlindly.take(page.group(), page.hash());
    long received = page.received() + blindly + pages.received(slot) - pages.paid(slot);
    pages.clear(slot, PageTable.BLIND);
    unsure(-1);
    pages.paid(slot, 0);
    pages.received(slot, received);
    if (page.hasAccount()) {
      pages.clear(slot, PageTable.DROPPED);
      page.accountInto(pages, slot);
      readWorth -= pages.isRead(slot) ? ledger.roughWorth(slot) : 0;
    }
    ledger.resolved(slot, page.received() + blindly);
    if (!page.hasAccount()) {
      ledger.joined(slot);
    }
    changed(slot, blindly);
  }

  /// The page has received so much that is in memory alone.
  private void changed(int slot, long units) {
    if (units != 0) {
      store.uncommitted().cash(slot);
    }
  }

  /// A page that was found to be new since the last commit has an account.
  private void joined(StoredPage page) {
    long[] how = joined.get(new JoinedPage(page.group(), page.hash()));
    if (how != null && !page.hasAccount()) {
      page.page(page.group(), page.hash(), page.received() + how[0]);
      page.account(how[1], 0, 0, 0, 0, 0);
    }
  }

  /// An unread page on disk alone that was paid blindly and never looked at brings in its credit.
  void join(StoredPage page) {
    joined(page);
    if (joins() && !page.hasAccount()) {
      long[] how = joinsOnDisk(page);
      joined.put(new JoinedPage(page.group(), page.hash()), how);
      joined(page);
      backend.add(page.group(), page.hash(), how[0]);
      backend.save(page, false, true);
    }
  }

  /// What the page brings in, and what is kept of it.
  private long[] joinsOnDisk(StoredPage page) {
    if (opic != null) {
      return new long[] {opic.joinsOnDisk(store.weight(page)), opic.keptOfNew()};
    }
    long units = preferred == null ? 0 : preferred.units(page.group(), page.hash());
    Objects.requireNonNull(exact).joinsOnDisk(units);
    return new long[] {units, 0};
  }

  /// Whether many pages have joined on disk that are to be committed.
  boolean wantsCommit() {
    return joined.size() >= MOST_JOINED || paidBlindly.size() >= MOST_PAID_BLINDLY;
  }

  /// Gives to the disk what was paid to pages there.
  void write() {
    paidBlindly.drain(backend::add);
  }

  /// The units that a page on disk alone received, with those not written yet.
  long received(StoredPage page) {
    return page.received() + paidBlindly.of(page.group(), page.hash());
  }

  /// What was written is committed.
  void committed() {
    joined.clear();
  }

  /// The worth of the read pages on disk, in units; approximate until the next sweep has ended.
  public double readWorth() {
    return Math.max(0, readWorth);
  }

  /// How many times a page left the memory.
  public long departures() {
    return departures;
  }

  /// A slot for a page that is not resident, and what is on disk of it.
  int admit(StoredPage page) {
    joined(page);
    int slot = index.add(page.group(), page.hash());
    long blindly = paidBlindly.take(page.group(), page.hash());
    pages.received(slot, page.received() + blindly);
    changed(slot, blindly);
    if (!page.hasAccount()) {
      pages.set(slot, PageTable.UNJUDGED);
    } else {
      page.accountInto(pages, slot);
      pages.set(slot, joins() && page.waits() ? PageTable.UNJUDGED : 0);
      ledger.resolved(slot, page.received() + blindly);
      readWorth -= pages.isRead(slot) ? ledger.roughWorth(slot) : 0;
    }
    return slot;
  }

  /// Takes a page that was found into memory, and returns its slot.
  int admit(HostPages waiting, int i) {
    long blindly = paidBlindly.of(waiting.host(), waiting.hash(i)); // the scan has counted it
    found.page(waiting.host(), waiting.hash(i), waiting.received(i) - blindly);
    if (joins()) {
      backend.load(waiting.host(), waiting.hash(i), found);
    }
    return admit(found);
  }

  /// Looks up the class of focus rules of a page that was taken into memory to be read again.
  void lookUpFocus(int slot) {
    byte[] url = backend.url(index.host(slot), index.hash(slot));
    if (url != null) {
      pages.focus(slot, UrlRecord.focus(url));
    }
  }

  /// Keys of pages that will be read soonest.
  byte[] soonest() {
    int[] slots = order.soonest(SOONEST_PAGES);
    byte[] keys = new byte[slots.length * Keys.LENGTH];
    for (int i = 0; i < slots.length; i++) {
      ByteBuffer.wrap(keys)
          .putInt(i * Keys.LENGTH, index.host(slots[i]))
          .putLong(i * Keys.LENGTH + 4, index.hash(slots[i]));
    }
    return keys;
  }

  /// The row of a page that has links, from disk; pages in it come as blind ones.
  private int[] row(int slot) {
    BinaryRecord record = new BinaryRecord(readRecord(slot));
    ReadFacts.decode(record);
    int[] row = PageRows.take(record, index.host(slot), this::linked);
    pages.row(slot, row);
    return row;
  }

  /// The slot of a page in a row, which comes as a blind one.
  int linked(int host, long hash) {
    int child = index.find(host, hash);
    return child == PageTable.NO_PAGE && active ? arrive(host, hash) : child;
  }

  private byte[] readRecord(int slot) {
    byte[] value = store.readRecord(slot);
    if (value == null) {
      throw new BrokenState("the links of page " + slot + " are not in the state");
    }
    return value;
  }

  /// Pays pages on disk without taking them into memory.
  private final class RowsOnDisk implements ExactLedger.DiskRows {
    @Override
    public int open(int slot) {
      payingRecord = readRecord(slot);
      payingHost = index.host(slot);
      return PageRows.count(row());
    }

    private BinaryRecord row() {
      BinaryRecord record = new BinaryRecord(payingRecord);
      ReadFacts.decode(record);
      return record;
    }

    @Override
    public void pay(long units) {
      ExactLedger its = Objects.requireNonNull(exact);
      boolean little = Math.abs(units) < its.credit() / LITTLE;
      PageRows.each(
          row(),
          payingHost,
          (host, hash) -> {
            int slot = index.mayHave(host, hash) ? index.find(host, hash) : PageTable.NO_PAGE;
            if (slot == PageTable.NO_PAGE && little) {
              paidBlindly.add(host, hash, units);
              its.paidOnDisk(units);
            } else {
              its.payInMemory(slot == PageTable.NO_PAGE ? arrive(host, hash) : slot, units);
            }
          });
    }
  }

  /// Lets the pages go whose turn is farthest. Nothing may be changed.
  void makeRoom() {
    least =
        store.evict(
            (long) (room() * FILLED),
            this::mayLeave,
            this::standing,
            slot -> {
              written.add(index.host(slot), index.hash(slot));
              readWorth += pages.isRead(slot) ? ledger.roughWorth(slot) : 0;
              departures++;
              if (Frontier.waits(pages, slot)) {
                order.leaving(slot);
              }
            });
    order.left();
    count();
  }

  private boolean mayLeave(int slot) {
    int flags = pages.flags(slot);
    if ((flags & (PageTable.FREE | PageTable.QUEUED_FOR_PUSH)) != 0
        || Frontier.isUnderWay(pages, slot)) {
      return false;
    }
    boolean mayBeInHands =
        (flags & (PageTable.READ | PageTable.DROPPED)) == 0 && !pages.isUnsure(slot);
    return !mayBeInHands || Frontier.waits(pages, slot);
  }

  private double standing(int slot) {
    if (Frontier.waits(pages, slot)) {
      return order.standing(slot);
    }
    double credits = (double) ledger.roughWorth(slot) / ledger.credit();
    return pages.isRead(slot) ? order.standingOfRead(slot, credits) : 0;
  }

  /// Goes on with the sweep over what is on disk alone, over about `most` pages; returns how many
  /// it saw. Nothing where every page is in memory.
  public long sweep(long most) {
    if (!active) {
      return 0;
    }
    if (sweepHost == 0) {
      sweepOwed = 0;
      sweepReadWorth = 0;
      sweepGone = 0;
      sweepCount = 0;
      unresolvedBefore = exact == null ? 0 : exact.unresolved();
    }
    try (DiskScan scan = new DiskScan(this, backend.scan(sweepHost, 0, true), order)) {
      while (scan.seen() < most && scan.next()) {
        if (scan.found().count() > 0) {
          order.found(scan.found());
        }
        sweepHost = scan.found().host() + 1;
      }
      sweepCount += scan.seen();
      sweepOwed += scan.owed();
      sweepReadWorth += scan.readWorth();
      sweepGone += scan.gone();
      if (scan.ended()) {
        sweepHost = 0;
        knownPages = Math.max(knownPages, sweepCount);
        ledger.known(knownPages);
        readWorth = sweepReadWorth;
        if (exact != null) {
          long paidSince = Math.max(0, exact.unresolved() - unresolvedBefore);
          exact.swept(sweepOwed, paidSince, sweepGone);
        }
      }
      return scan.seen();
    }
  }

  /// The unread pages of a host that are on disk alone.
  HostPages waiting(int host) {
    try (DiskScan scan = new DiskScan(this, backend.scan(host, 0, false), order)) {
      if (scan.next() && scan.found().host() == host) {
        return scan.found();
      }
      HostPages none = new HostPages();
      none.begin(host);
      return none;
    }
  }
}
