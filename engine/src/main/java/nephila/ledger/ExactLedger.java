package nephila.ledger;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The exact form of the ledger with rows kept, in 64-bit units: the one the crawler runs on.
///
/// Every known page is credited [#credit] units once. A page that was read has paid out y, of which
/// each of its k links carries `share(y, k)` units ([ExactArithmetic]) and the rest evaporates; q
/// is what a page has received. Worth is `credit + q`, and with every residual `r = credit + q − y`
/// at zero it is, up to scale, the PageRank of the known graph with its unread pages dangling.
///
/// | paper or design | here |
/// | --- | --- |
/// | β | `credit`, 2²⁸ units in a crawl: a billion pages' worth is below 2⁶¹ |
/// | y | `paid` |
/// | q | `received` |
/// | d | `damping` |
///
/// - L1 `received[c]` is the sum of `share(paid[p], k_p)` over the pages p whose row holds c, to
///   the unit: payments are differences of shares, so nothing drifts and a full scan can prove it.
///   Where links have [LinkWeights] a row has two shares, and both are functions of `paid[p]`. It
///   holds for pages that are gone too, and [LedgerTotals] balance. In a store with a preference
///   ([#creditBy]) it is that sum and what the page joined with.
/// - L2 `paid[p]` = Σ shares + what evaporated, and is never negative.
/// - L3 `residual` is Σ|r| over the resident pages with links, kept at every payment; a page
///   without links pays nobody and has no residual. `unresolved` is at least Σ|r| over the others:
///   what the last sweep found, and every unit paid blindly since.
/// - L4 a page that is gone has no row and has paid nothing. What it has received is booked and
///   counts for nobody: worth, importance and their sum are those of the living.
/// - L5 `abandoned` is what pages had paid along rows that nobody knows any more ([#abandon]). Of
///   each such payment the pages in the lost row keep at most d times as much, which is counted as
///   if it were owed. Without such rows it is 0.
///
/// [#push], [#deepen] and [#settle] pass on along stored rows what pages owe, without reading them
/// again. Where not all pages are in memory, those on disk are paid and found by a store
/// (`nephila.store.PageCache`), which tells the ledger what comes and goes: [#resolved],
/// [#leaving], [#swept].
///
/// A ledger that keeps no rows ([#keepNoRows]) pays when a page is read and at no other time. A
/// store that can find the row of a page again makes it resident before the page pays anew, so that
/// what was paid along it is taken back to the unit, and lets it go afterwards.
///
/// Differs from [RowlessLedger]: β is the credit itself, not the mean of y − q over read pages. The
/// mean helps where payments are made only when a page is fetched; here stored rows are pushed
/// until the residual is small, the two agree in the limit, and with β fixed the residual can be
/// kept exactly while it changes (docs/decisions/ledger.md 060).
///
/// Cost: a push touches its links' slots, about 10 ns each while they are in cache; 22 bytes a page
/// in a table of its own, up to 8 in the lists of pages that changed and that are to be pushed, and
/// 16 a row and 4 a link. Single writer: in a crawl the thread of its loop.
public final class ExactLedger extends StoredLedger {
  /// A threshold that no residual reaches.
  private static final long ONLY_WHEN_READ = Long.MAX_VALUE / 4;

  /// Pages of a crawl that fit before units overflow.
  private static final long ROOM = 1_000_000_000;

  /// Pages of a program that fit, in units 64 times as fine.
  private static final long USUAL_ROOM = 10_000_000;

  private static final double USUAL_DAMPING = 0.85;

  /// Residuals above so many credits are pushed unless it is said otherwise.
  private static final double USUAL_PUSH = 0.3;

  private static final long MANY_LINKS = 1_000_000;

  /// A page with these flags is neither the frontier's nor new to the next commit.
  private static final int SETTLED = PageTable.READ | PageTable.CASH_CHANGED;

  /// Names of notes.
  private static final String EVAPORATED = "evaporated";

  private static final String SUMS = "sums";

  private static final String ABANDONED = "abandoned";

  private final ExactArithmetic arithmetic;
  private final double damping;
  private final long credit;
  private final long room;
  private final ChangedPages changed;
  private long unresolved;
  private long known = -1;
  private @Nullable DiskRows diskRows;

  private long receivedSum;

  /// Units received by pages that are gone or remote, as far as they are in memory.
  private long uncounted;

  /// Units received by pages that are gone and on disk alone; approximate until the next sweep.
  private long goneOnDisk;

  private long goneCount;
  private long remoteCount;
  private long issued;
  private long evaporated;
  private long sent;
  private long arrived;
  private long residual;
  private long links;
  private long usualThreshold;
  private long threshold;
  private long deepest;
  private final SlotQueue toPush = new SlotQueue();
  private long transfers;
  private long pushes;

  /// Whether rows are resident only while their page pays.
  private boolean keepsNoRows;

  private long abandoned;

  /// Null where every page brings in its whole credit.
  private @Nullable JoinUnits joinUnits;

  private double leastShare = 1;

  /// Σ of what pages brought in on joining beside their credit: 0 or less.
  private long joinedSum;

  /// Pages in memory of which nobody knows whether they have joined.
  private long unsure;

  /// The rows of pages that are not in memory, along which pages are paid without being taken in.
  public interface DiskRows {
    /// Goes to the row of a page; returns how many links it has.
    int open(int slot);

    /// Pays so many units along each link of it: pages in memory by [#payInMemory], others by
    /// [#paidOnDisk].
    void pay(long units);
  }

  /// Rows that are not in memory stay where they are when their pages are pushed, if links have no
  /// weights.
  public void pushAlong(DiskRows rows) {
    diskRows = rows;
  }

  /// What a page that becomes known brings in beside its credit: 0 or less, and no more than takes
  /// its credit away. A function of the page, so that it can be counted again.
  @FunctionalInterface
  public interface JoinUnits {
    long of(int slot);
  }

  /// An empty ledger with damping 0.85 and room for ten million pages.
  public ExactLedger() {
    this(USUAL_DAMPING, USUAL_ROOM);
  }

  /// An empty ledger with room for so many pages: the more, the coarser its units.
  public ExactLedger(double damping, long mostPages) {
    this(PageTable.ofLedger(), damping, mostPages);
  }

  /// An empty ledger on a table that a frontier uses too.
  public ExactLedger(PageTable pages, double damping, long mostPages) {
    this(pages, ExactArithmetic.forPages(damping, mostPages), mostPages, new ChangedPages(pages));
  }

  /// The ledger of a store, which writes the pages that have changed. In the units of a crawl.
  public ExactLedger(PageTable pages, double damping, ChangedPages changed) {
    this(pages, ExactArithmetic.forPages(damping, ROOM), ROOM, changed);
  }

  ExactLedger(PageTable pages, ExactArithmetic arithmetic, long room, ChangedPages changed) {
    super(pages);
    this.arithmetic = arithmetic;
    this.damping = arithmetic.damping();
    this.credit = arithmetic.unit();
    this.room = room;
    this.changed = changed;
    pushAbove(USUAL_PUSH);
  }

  /// What every page of a crawl is credited, in units, at that damping.
  public static long crawlCredit(double damping) {
    return ExactArithmetic.forPages(damping, ROOM).unit();
  }

  /// Pages bring in less than their credit, each so much: for fields of interest, where the virtual
  /// page does not pay all pages alike. For stores, which tell who has [#joined].
  ///
  /// @param share the least share of its credit, above 0, that a page keeps
  public void creditBy(JoinUnits by, double share) {
    joinUnits = by;
    leastShare = share;
  }

  /// Suspends pushes until [#settle].
  public void payOnlyWhenRead() {
    usualThreshold = ONLY_WHEN_READ;
    relax();
  }

  /// Rows are resident only while their page pays: nothing is pushed between reads.
  void keepNoRows() {
    keepsNoRows = true;
    payOnlyWhenRead();
  }

  @Override
  public boolean paysOnlyWhenRead() {
    return usualThreshold == ONLY_WHEN_READ;
  }

  /// The units that pages had paid along rows that nobody knows any more: up to d times as many are
  /// with pages that they may not belong to, which the error bound counts.
  public long abandoned() {
    return abandoned;
  }

  /// Nobody knows any more what the page has paid along: the payments stay with whoever has them,
  /// and the page has paid nothing.
  ///
  /// @param rowLength how many links it had
  public void abandon(int slot, int rowLength) {
    if (pages.is(slot, PageTable.PAYS)) {
      residual -= Math.abs(residual(slot));
      abandoned += pages.paid[slot];
      links -= rowLength;
      pages.paid[slot] = 0;
      pages.rows[slot] = null;
      pages.flags[slot] &= (short) ~PageTable.PAYS;
      changed.account(slot);
    }
  }

  /// Sets the residual, in credits, above which [#push] passes on what a page owes. The next
  /// payment to a page finds it, or [#deepen] does.
  public void pushAbove(double credits) {
    usualThreshold = Math.max(1, (long) (credits * credit));
    relax();
    deepest = usualThreshold;
  }

  /// The units that each of `links` links carries of a payment of `paid` units.
  public long share(long paid, int links) {
    return arithmetic.share(paid, links);
  }

  /// The units that every known page is credited.
  @Override
  public long credit() {
    return credit;
  }

  /// The page's worth in units: `credit + q`; 0 where no living page is.
  @Override
  public long worth(int slot) {
    return (pages.flags[slot] & PageTable.NOT_LIVING) == 0 ? credit + pages.received[slot] : 0;
  }

  /// The page's share of the worth of all living pages.
  @Override
  public double importance(int slot) {
    long worth = worth(slot);
    return worth == 0 ? 0 : worth / worthSum();
  }

  @Override
  public long roughWorth(int slot) {
    return worth(slot);
  }

  @Override
  public long roughWorth(long received, long kept) {
    return credit + received;
  }

  @Override
  public long worthIfBack(int slot) {
    return credit + pages.received[slot];
  }

  @Override
  public double leastWorth() {
    return leastShare * credit;
  }

  @Override
  public double leastCredits() {
    return 1;
  }

  /// The units that the page has not passed on: all its worth while it is unread.
  @Override
  public long unspent(int slot) {
    return pages.isRead(slot) ? residual(slot) : worth(slot);
  }

  /// Σ worth over the living pages, in units.
  @Override
  public double worthSum() {
    return (double) credit * living() + receivedSum - uncounted - goneOnDisk;
  }

  private long living() {
    return (known < 0 ? pages.inUse() : known) - goneCount - remoteCount;
  }

  @Override
  public long gonePages() {
    return goneCount;
  }

  /// The units that the page has paid out; for an unread page or one without links, those it would
  /// pay.
  public long paid(int slot) {
    return pages.is(slot, PageTable.PAYS) ? pages.paid[slot] : worth(slot);
  }

  /// The units that each page in its row has received from the page.
  @Override
  public RowShares paidAlong(int slot) {
    return shares(slot, pages.row(slot), pages.paid[slot]);
  }

  private RowShares shares(int slot, int[] row, long paid) {
    if (row.length == 0 || !isWeighed()) {
      return new RowShares(0, row.length == 0 ? 0 : share(paid, row.length), 0);
    }
    return weighed(slot, paid, damping, row, 0, row.length);
  }

  /// The units that the links of a page carry which has paid so much.
  ///
  /// @param ends where the runs of its links to one site end; all in one where links are alike
  /// @param insideLinks those that stay inside its site, in the first run
  public RowShares shares(long paid, int[] ends, int insideLinks, boolean isDynamic) {
    return isWeighed()
        ? weighed(paid, damping, ends, insideLinks, isDynamic)
        : new RowShares(0, share(paid, ends[ends.length - 1]), 0);
  }

  /// Worth not yet passed on, in units.
  public long residual(int slot) {
    return pages.is(slot, PageTable.PAYS) ? credit + pages.received[slot] - pages.paid[slot] : 0;
  }

  /// The units that reading the page would move if its links stand: all its worth before it was
  /// read, then its residual.
  @Override
  public long cash(int slot) {
    return wasRead(slot) ? Math.abs(residual(slot)) : worth(slot);
  }

  /// No importance is farther from the exact rank of the known graph, in the sum over all living
  /// pages: `2(d·|r|₁ + links) / ((1−d)·|worth|₁)`, a unit a link for what rounding may have cost.
  @Override
  public double errorBound() {
    return errorBound(owed());
  }

  private double owed() {
    return residual + unresolved + unjoined(unsure) + abandoned;
  }

  /// Counts what unread pages are worth as owed. Costs a pass over the pages, which must all be in
  /// memory.
  @Override
  public double openErrorBound() {
    double owed = owed();
    for (int slot = 0; slot < pages.size(); slot++) {
      owed += wasRead(slot) ? 0 : worth(slot);
    }
    return errorBound(owed);
  }

  private double errorBound(double owed) {
    double worthSum = worthSum();
    double rounded = links + (joinUnits == null ? 0 : living());
    double error = (damping * owed + rounded) / (1 - damping);
    return worthSum == 0 ? 0 : Math.min(2, 2 * error / worthSum);
  }

  @Override
  public long links() {
    return links;
  }

  @Override
  public double damping() {
    return damping;
  }

  /// Units that evaporated since the crawl began, less what re-readings took back.
  public long evaporated() {
    return evaporated;
  }

  /// Payments along links so far, in this process.
  @Override
  public long transfers() {
    return transfers;
  }

  /// Rows that were paid along so far, in this process.
  public long pushes() {
    return pushes;
  }

  /// The units, 0 or fewer, that pages brought in beside their credit.
  public long joined() {
    return joinedSum;
  }

  /// The units that pages that are gone have received.
  public long goneReceived() {
    return uncounted + goneOnDisk;
  }

  /// Does nothing for a page that a store has given a slot, unless it was gone.
  @Override
  public void discovered(int slot) {
    if (slot >= pages.size() || pages.isFree(slot)) {
      if (pages.claim(slot) && pages.inUse() > room) {
        throw new IllegalStateException(
            "there is room for %,d pages; make the ledger with a larger mostPages".formatted(room));
      }
    } else if (pages.isGone(slot)) {
      back(slot);
      pages.flags[slot] &= (short) ~PageTable.READ;
    }
  }

  private void back(int slot) {
    pages.flags[slot] &= (short) ~PageTable.GONE;
    goneCount--;
    uncounted -= pages.received[slot];
    changed.account(slot);
  }

  @Override
  public void gone(int slot) {
    if (known(slot)) {
      takeBack(slot);
      pages.flags[slot] |= PageTable.GONE;
      goneCount++;
      uncounted += pages.received[slot];
      changed.account(slot);
    }
  }

  /// The page was read and points to `row` (no slot twice): the payments along its old links are
  /// taken back, and what it is worth now is paid along the new ones.
  @Override
  public void pay(int slot, int[] row) {
    if (pages.isGone(slot)) {
      back(slot);
    }
    pages.flags[slot] |= PageTable.READ;
    takeBack(slot);
    if (row.length > 0) {
      links += row.length;
      pages.flags[slot] |= PageTable.PAYS;
      pages.rows[slot] = row;
      residual += credit + pages.received[slot];
      push(slot);
    }
    changed.account(slot);
  }

  /// The same; a row that the page had before stays, and what the page owes is paid along it.
  @Override
  public void pay(int slot, int[] row, int from, int to) {
    int[] stored = row(slot);
    if (stored.length > 0 && Arrays.equals(stored, 0, stored.length, row, from, to)) {
      unchanged(slot, stored);
    } else {
      pay(slot, Arrays.copyOfRange(row, from, to));
    }
  }

  /// Pays what the page owes along its stored row; the row given is not looked at.
  @Override
  public void unchanged(int slot, int[] row) {
    if (pages.is(slot, PageTable.PAYS)) {
      push(slot);
    }
  }

  private void takeBack(int slot) {
    int[] row = row(slot);
    if (row.length > 0 && isWeighed()) {
      takeBackWeighed(slot, row);
    } else if (row.length > 0) {
      long paid = pages.paid[slot];
      long each = share(paid, row.length);
      residual -= Math.abs(credit + pages.received[slot] - paid);
      issued -= paid;
      evaporated -= paid - each * row.length;
      links -= row.length;
      pages.paid[slot] = 0;
      pages.rows[slot] = null;
      pages.flags[slot] &= (short) ~PageTable.PAYS;
      receivedSum -= each * row.length;
      for (int child : row) {
        book(child, -each);
      }
    }
  }

  private void takeBackWeighed(int slot, int[] row) {
    long paid = pages.paid[slot];
    RowShares shares = shares(slot, row, paid);
    residual -= Math.abs(credit + pages.received[slot] - paid);
    issued -= paid;
    evaporated -= paid - shares.sum(row.length);
    links -= row.length;
    pages.paid[slot] = 0;
    pages.rows[slot] = null;
    pages.flags[slot] &= (short) ~PageTable.PAYS;
    if (shares.runs() == 0) {
      book(row, shares.insideLinks(), -shares.inside(), -shares.outside());
    } else {
      bookRuns(row, shares, null);
    }
  }

  /// Books what the links of a row carry after and did not before, by site.
  private void bookRuns(int[] row, RowShares before, @Nullable RowShares after) {
    int k = 0;
    for (int run = 0; run < before.runs(); run++) {
      long more = (after == null ? 0 : after.each(run)) - before.each(run);
      receivedSum += more * (before.end(run) - k);
      for (int end = before.end(run); k < end; k++) {
        if (more != 0) {
          book(row[k], more);
        }
      }
    }
  }

  /// Books what the links of a row carry more.
  private void book(int[] row, int insideLinks, long inside, long outside) {
    receivedSum += inside * insideLinks + outside * (row.length - insideLinks);
    for (int k = inside == 0 ? insideLinks : 0; k < insideLinks; k++) {
      book(row[k], inside);
    }
    for (int k = outside == 0 ? row.length : insideLinks; k < row.length; k++) {
      book(row[k], outside);
    }
  }

  /// Enters a page with the books it had elsewhere, as they are: what it received, and what it has
  /// paid along `row`; its last read is entered afterwards.
  public void adopt(int slot, long received, long paid, int[] row, int reads, int changes) {
    pages.readsWere(slot, pages.status(slot), Math.max(0, reads - 1), changes, 0);
    receivedSum += received - pages.received[slot];
    pages.received[slot] = received;
    changed.cash(slot);
    if (row.length > 0) {
      adopt(slot, paid, row);
      pages.rows[slot] = row;
    }
  }

  /// Returns the units that the row has carried.
  private long adopt(int slot, long paid, int[] row) {
    return adopt(slot, paid, row.length, shares(slot, row, paid).sum(row.length));
  }

  private long adopt(int slot, long paid, int rowLength, long carried) {
    pages.flags[slot] |= PageTable.PAYS;
    pages.paid[slot] = paid;
    links += rowLength;
    residual += Math.abs(residual(slot));
    issued += paid;
    evaporated += paid - carried;
    changed.account(slot);
    return carried;
  }

  /// Enters what a page has paid along its row in a ledger that it comes from: those payments come
  /// on their own ([#receive]). The row must be had by [#rowsFrom].
  ///
  /// @param rowLength how many links it has; where they have weights the row is looked at
  public void moved(int slot, long paid, int rowLength) {
    if (isWeighed()) {
      sent += adopt(slot, paid, rowSource.row(slot));
    } else {
      sent += adopt(slot, paid, rowLength, share(paid, rowLength) * rowLength);
    }
    if (Math.abs(residual(slot)) > threshold) {
      queueForPush(slot);
    }
  }

  /// Passes the page's residual on along its links.
  private void push(int slot) {
    if (isWeighed()) {
      pushWeighed(slot);
      return;
    }
    DiskRows onDisk = diskRows;
    if (onDisk != null && pages.row(slot).length == 0) {
      pushFromDisk(slot, onDisk);
      return;
    }
    int[] row = row(slot);
    long paid = pages.paid[slot];
    long owed = credit + pages.received[slot];
    long delta = share(owed, row.length) - share(paid, row.length);
    residual -= Math.abs(owed - paid);
    pages.paid[slot] = owed;
    issued += owed - paid;
    evaporated += owed - paid - delta * row.length;
    transfers += row.length;
    pushes++;
    changed.account(slot);
    if (delta != 0) {
      receivedSum += delta * row.length;
      for (int child : row) {
        book(child, delta);
      }
    }
  }

  /// The same along a row that stays on disk, as do the pages in it that are there.
  private void pushFromDisk(int slot, DiskRows rows) {
    int rowLength = rows.open(slot);
    long paid = pages.paid[slot];
    long owed = credit + pages.received[slot];
    long delta = share(owed, rowLength) - share(paid, rowLength);
    residual -= Math.abs(owed - paid);
    pages.paid[slot] = owed;
    issued += owed - paid;
    evaporated += owed - paid - delta * rowLength;
    transfers += rowLength;
    pushes++;
    changed.account(slot);
    if (delta != 0) {
      receivedSum += delta * rowLength;
      rows.pay(delta);
    }
  }

  /// A page in a row on disk that is in memory is paid so much ([DiskRows#pay]).
  public void payInMemory(int slot, long units) {
    book(slot, units);
  }

  /// A page in a row on disk that is not in memory is paid so much; the store books it.
  public void paidOnDisk(long units) {
    unresolved += Math.abs(units);
  }

  /// The same where links have weights: apart, so that a payment without costs what it did.
  private void pushWeighed(int slot) {
    int[] row = row(slot);
    long paid = pages.paid[slot];
    long owed = credit + pages.received[slot];
    RowShares before = shares(slot, row, paid);
    RowShares after = shares(slot, row, owed);
    residual -= Math.abs(owed - paid);
    pages.paid[slot] = owed;
    issued += owed - paid;
    evaporated += owed - paid - (after.sum(row.length) - before.sum(row.length));
    transfers += row.length;
    pushes++;
    changed.account(slot);
    if (after.runs() > 0) {
      bookRuns(row, before, after);
      return;
    }
    book(
        row,
        after.insideLinks(),
        after.inside() - before.inside(),
        after.outside() - before.outside());
  }

  @Override
  public void receive(int slot, long units) {
    arrived += units;
    receivedSum += units;
    book(slot, units);
  }

  @Override
  public void remote(int slot) {
    discovered(slot);
    if (pages.received[slot] != 0 || pages.flags[slot] != 0) {
      throw new IllegalArgumentException("page " + slot + " is in use here");
    }
    pages.flags[slot] = PageTable.REMOTE;
    remoteCount++;
  }

  @Override
  public long take(int slot) {
    long units = pages.received[slot];
    pages.received[slot] = 0;
    receivedSum -= units;
    uncounted -= units;
    sent += units;
    return units;
  }

  /// A payment, but for `receivedSum`, which a row adds to once.
  private void book(int slot, long units) {
    int flags = pages.flags[slot];
    long received = pages.received[slot];
    pages.received[slot] = received + units;
    if ((flags & PageTable.PAYS) != 0) {
      long owed = credit + received - pages.paid[slot];
      long owes = Math.abs(owed + units);
      residual += owes - Math.abs(owed);
      if (owes > threshold && (flags & PageTable.QUEUED_FOR_PUSH) == 0) {
        queueForPush(slot);
      }
    } else if ((flags & PageTable.NOT_LIVING) != 0) {
      uncounted += units;
    }
    if ((flags & SETTLED) != SETTLED || untold == 0) {
      tell(slot, units);
    }
  }

  /// Tells the store, and the frontier of what it orders. Apart from [#book] because a payment
  /// between two commits seldom needs it.
  private void tell(int slot, long units) {
    changed.cash(slot);
    if ((pages.flags[slot] & untold) == 0) {
      listener.changed(slot, units > 0);
    }
  }

  /// Pushes stored pages whose residual is above the threshold, until none is left or about `links`
  /// payments were made. Returns whether none is left.
  @Override
  public boolean push(long links) {
    long until = transfers + Math.min(links, Long.MAX_VALUE / 4);
    while (!toPush.isEmpty() && transfers < until) {
      int slot = toPush.take();
      pages.flags[slot] &= (short) ~PageTable.QUEUED_FOR_PUSH;
      if (Math.abs(residual(slot)) > threshold) {
        push(slot);
      }
    }
    return toPush.isEmpty();
  }

  /// Lowers the threshold, so that smaller residuals are pushed too, unless the error bound is at
  /// most `bound` already; returns whether it did. Goes on near where [#relax] left off. Costs a
  /// look at every page.
  @Override
  public boolean deepen(double bound) {
    return errorBound() > bound && known < 0 && deepen();
  }

  /// Lowers the threshold if it can be lower. Of pages that are not in memory the store must load
  /// those that owe more ([#loaded]).
  public boolean deepen() {
    if (threshold <= 1 || keepsNoRows) {
      return false;
    }
    lower(isDeep() ? threshold / 4 : Math.min(usualThreshold / 4, deepest * 2));
    return true;
  }

  /// Back to the threshold that the order of the crawl needs.
  public void relax() {
    deepest = threshold;
    threshold = usualThreshold;
  }

  /// Whether more is pushed than the order of the crawl needs.
  public boolean isDeep() {
    return threshold < usualThreshold;
  }

  /// Pushes stored pages until the error bound is at most `bound` or rounding lets it sink no
  /// further, lowering the threshold as it goes; the threshold is then the usual. Returns the error
  /// bound reached. Not where pages are on disk alone: those are pushed by sweeps.
  public double settle(double bound) {
    boolean sinks = !keepsNoRows;
    while (sinks && errorBound() > bound && threshold > 1 && known < 0) {
      lower(threshold / 4);
      sinks = pushAll();
    }
    relax();
    return errorBound();
  }

  /// Pushes until nothing is left to push; returns false where as many payments as there are links
  /// lowered no residual, since rounding brought back what was pushed.
  private boolean pushAll() {
    long before = residual;
    while (!push(Math.max(MANY_LINKS, links))) {
      if (residual >= before) {
        return false;
      }
      before = residual;
    }
    return true;
  }

  private void lower(long units) {
    threshold = units;
    for (int slot = 0; slot < pages.size(); slot++) {
      if (pages.is(slot, PageTable.PAYS)
          && Math.abs(residual(slot)) > units
          && (pages.flags[slot] & PageTable.QUEUED_FOR_PUSH) == 0) {
        pages.flags[slot] |= PageTable.QUEUED_FOR_PUSH;
        toPush.add(slot);
      }
    }
  }

  /// The page's residual counts, and it is pushed if that is large.
  @Override
  public void resolved(int slot, long onDisk) {
    if (pages.isGone(slot)) {
      uncounted += pages.received[slot];
      goneOnDisk = Math.max(0, goneOnDisk - onDisk);
    } else if (pages.is(slot, PageTable.PAYS)) {
      long owes = Math.abs(residual(slot));
      residual += owes;
      if (owes > threshold) {
        queueForPush(slot);
      }
    }
  }

  @Override
  public void joined(int slot) {
    if (joinUnits != null) {
      long units = joinUnits.of(slot);
      pages.received[slot] += units;
      joinsOnDisk(units);
      changed.cash(slot);
      changed.account(slot);
    }
  }

  /// A page on disk alone, which a store met, is new and brings in so much beside its credit.
  public void joinsOnDisk(long units) {
    joinedSum += units;
    receivedSum += units;
  }

  /// So many pages came into memory, or are settled there (below 0), of which nobody knows whether
  /// they have joined: each may be thought worth a credit too much.
  public void unsure(int count) {
    unsure += count;
  }

  /// What so many pages that may not have joined add to what is owed: their credit may be too much,
  /// which they do not pass on.
  private long unjoined(long count) {
    return joinUnits == null ? 0 : count * (long) (credit * (1 / damping - 1) + 1);
  }

  @Override
  public void loaded(int slot) {
    resolved(slot, pages.received[slot]);
    unresolved -= pages.isGone(slot) ? 0 : Math.abs(residual(slot));
  }

  @Override
  public void leaving(int slot) {
    if (pages.is(slot, PageTable.BLIND)) {
      unresolved += Math.abs(pages.received[slot]) + unjoined(1);
      unsure--;
    } else if (pages.is(slot, PageTable.REMOTE)) {
      remoteCount--;
    } else if (pages.isGone(slot)) {
      uncounted -= pages.received[slot];
      goneOnDisk += pages.received[slot];
    } else if (pages.is(slot, PageTable.PAYS)) {
      residual -= Math.abs(residual(slot));
      unresolved += Math.abs(residual(slot));
    }
  }

  /// The threshold above which a residual is pushed, in units.
  public long threshold() {
    return threshold;
  }

  public long unresolved() {
    return unresolved;
  }

  /// A sweep of the disk has ended: it found that many units unpaid, `paidSince` were paid blindly
  /// since it began, and `gone` were received by pages that are gone.
  public void swept(long found, long paidSince, long gone) {
    unresolved = found + paidSince;
    goneOnDisk = gone;
  }

  @Override
  public void known(long count) {
    known = count;
  }

  private void queueForPush(int slot) {
    if (!pages.is(slot, PageTable.QUEUED_FOR_PUSH)) {
      pages.flags[slot] |= PageTable.QUEUED_FOR_PUSH;
      toPush.add(slot);
    }
  }

  @Override
  public long keptPaid(int slot) {
    return pages.paid[slot];
  }

  @Override
  public Map<String, String> notes() {
    long gone = uncounted + goneOnDisk;
    String sums =
        receivedSum
            + " "
            + (residual + unresolved + unjoined(unsure))
            + " "
            + links
            + " "
            + gone
            + (joinUnits == null ? "" : " " + joinedSum);
    String lost = String.valueOf(abandoned);
    return abandoned == 0
        ? Map.of(EVAPORATED, String.valueOf(evaporated), SUMS, sums)
        : Map.of(EVAPORATED, String.valueOf(evaporated), SUMS, sums, ABANDONED, lost);
  }

  private static long evaporated(Function<String, Optional<String>> notes) {
    return notes.apply(EVAPORATED).map(Long::parseLong).orElse(0L);
  }

  @Override
  public void resumeWhole(Function<String, Optional<String>> notes) {
    joinedSum = joinedSum(sums(notes));
    abandoned = abandoned(notes);
    recount(evaporated(notes));
    links = keepsNoRows ? Long.parseLong(sums(notes)[2]) : links;
  }

  private static long abandoned(Function<String, Optional<String>> notes) {
    return notes.apply(ABANDONED).map(Long::parseLong).orElse(0L);
  }

  private static String[] sums(Function<String, Optional<String>> notes) {
    return notes.apply(SUMS).orElse("0 0 0").split(" ");
  }

  private static long joinedSum(String[] sums) {
    return sums.length > 4 ? Long.parseLong(sums[4]) : 0;
  }

  @Override
  public void resumeLittle(Function<String, Optional<String>> notes, long gone) {
    String[] each = sums(notes);
    evaporated = evaporated(notes);
    abandoned = abandoned(notes);
    receivedSum = Long.parseLong(each[0]);
    joinedSum = joinedSum(each);
    issued = receivedSum - joinedSum + evaporated;
    unresolved = Long.parseLong(each[1]);
    links = Long.parseLong(each[2]);
    goneOnDisk = each.length > 3 ? Long.parseLong(each[3]) : 0;
    goneCount = gone;
  }

  /// Takes over the sums of a ledger whose pages are all on disk.
  ///
  /// @param goneUnits what pages that are gone have received
  /// @param joined what pages brought in beside their credit, which is not among what arrived
  public void resume(LedgerTotals sums, long goneUnits, long joined) {
    joinedSum = joined;
    receivedSum = sums.received();
    issued = sums.issued();
    evaporated = sums.outside();
    sent = sums.sent();
    arrived = sums.arrived();
    unresolved = sums.residual();
    links = sums.links();
    goneCount = sums.gone();
    goneOnDisk = goneUnits;
  }

  /// Takes the sums over from the columns, after they were filled from disk.
  public void recount(long evaporatedBefore) {
    evaporated = evaporatedBefore;
    receivedSum = 0;
    uncounted = 0;
    goneCount = 0;
    remoteCount = 0;
    issued = abandoned;
    residual = 0;
    links = 0;
    for (int slot = 0; slot < pages.size(); slot++) {
      receivedSum += pages.received[slot];
      uncounted += pages.is(slot, PageTable.NOT_LIVING) ? pages.received[slot] : 0;
      goneCount += pages.isGone(slot) ? 1 : 0;
      remoteCount += pages.is(slot, PageTable.REMOTE) ? 1 : 0;
      issued += pages.is(slot, PageTable.PAYS) ? pages.paid[slot] : 0;
      residual += Math.abs(residual(slot));
      links += pages.row(slot).length;
    }
    lower(threshold);
  }

  @Override
  public LedgerTotals totals() {
    long read = 0;
    for (int slot = 0; slot < pages.size(); slot++) {
      read += wasRead(slot) ? 1 : 0;
    }
    return totals(read);
  }

  /// The sums over all pages, given how many were read: without a pass over the pages.
  public LedgerTotals totals(long read) {
    return new LedgerTotals(
        living(),
        read,
        goneCount,
        issued,
        receivedSum,
        evaporated,
        sent,
        arrived + joinedSum,
        residual + unresolved,
        links);
  }

  /// Not where pages are on disk alone: a store proves those.
  @Override
  public void audit() {
    long[] due = new long[pages.size()];
    long shares = 0;
    LedgerTotals counted = new LedgerTotals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    for (int slot = 0; slot < pages.size(); slot++) {
      int[] row = row(slot);
      long paid = pages.paid[slot];
      require(paid >= 0 && (row.length > 0 || paid == 0), "L2", "paid by page " + slot, paid, 0);
      require(!pages.isGone(slot) || row.length == 0, "L4", "row of page " + slot, 0, row.length);
      RowShares each = shares(slot, row, paid);
      for (int k = 0; k < row.length; k++) {
        due[row[k]] += each.of(k);
      }
      long sum = each.sum(row.length);
      shares += sum;
      counted = counted.plus(counted(slot, row.length, paid - sum));
    }
    for (int slot = 0; slot < pages.size() && arrived == 0; slot++) {
      boolean sends = pages.is(slot, PageTable.REMOTE);
      long received = pages.received[slot] - (joinUnits == null ? 0 : joinUnits.of(slot));
      boolean paid = abandoned == 0 ? due[slot] == received : due[slot] <= received;
      require(sends || paid, "L1", "q of page " + slot, received, due[slot]);
    }
    same(totals(), counted, shares);
  }

  private LedgerTotals counted(int slot, int row, long lost) {
    return new LedgerTotals(
        known(slot) ? 1 : 0,
        wasRead(slot) ? 1 : 0,
        pages.isGone(slot) ? 1 : 0,
        pages.paid[slot],
        pages.received[slot],
        lost,
        0,
        0,
        Math.abs(residual(slot)),
        row);
  }

  private void same(LedgerTotals running, LedgerTotals counted, long shares) {
    require(running.imbalance() == 0, "L1", "imbalance", 0, running.imbalance());
    long all = shares + arrived - sent + joinedSum;
    long lost = receivedSum - all;
    require(lost >= 0 && lost <= damping * abandoned, "L5", "received", receivedSum, all);
    require(issued == counted.issued() + abandoned, "L2", "paid", issued, counted.issued());
    long outside = counted.outside() + abandoned - lost;
    require(evaporated == outside, "L2", "evaporated", evaporated, outside);
    require(receivedSum == counted.received(), "L3", "Σq", receivedSum, counted.received());
    require(residual == counted.residual(), "L3", "residual", residual, counted.residual());
    require(links == counted.links(), "L3", "links", links, counted.links());
    require(running.pages() == counted.pages(), "L4", "living", living(), counted.pages());
    require(goneCount == counted.gone(), "L4", "gone", goneCount, counted.gone());
    double worth = 0;
    for (int slot = 0; slot < pages.size(); slot++) {
      worth += worth(slot);
    }
    double sum = worthSum();
    require(Math.abs(sum - worth) <= 1e-12 * worth, "L4", "worth", (long) sum, (long) worth);
  }

  ExactArithmetic arithmetic() {
    return arithmetic;
  }

  long room() {
    return room;
  }

  /// Takes over what was saved beside the columns.
  void restore(long evaporatedBefore, long sentBefore, long arrivedBefore) {
    sent = sentBefore;
    arrived = arrivedBefore;
    recount(evaporatedBefore);
  }
}
