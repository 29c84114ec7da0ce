package nephila.ledger;

/// The exact form of the ledger on the pages of a store, in 64-bit units.
///
/// Every known page is credited [#credit] units once. A page that was read has paid out y, of which
/// each of its k links carries `share(y, k)` units ([ExactArithmetic]) and the rest evaporates; q
/// is what a page has received. Worth is `credit + q`, and with every residual `r = credit + q − y`
/// at zero it is, up to scale, the PageRank of the known graph with its unread pages dangling.
///
/// | paper or design | here |
/// | --- | --- |
/// | β | `credit`, 2²⁸ units: a billion pages' worth is below 2⁶¹ |
/// | y | `paid` |
/// | q | `received` |
/// | d | `damping` |
///
/// - L1 `received[c]` is the sum of `share(paid[p], k_p)` over the pages p whose row holds c, to
///   the unit: payments are differences of shares, so nothing drifts and a full scan can prove it.
/// - L2 `paid[p]` = Σ shares + what evaporated, and is never negative.
/// - L3 `residual` is Σ|r| over the resident pages with links, kept at every payment; a page
///   without links pays nobody and has no residual. `unresolved` is at least Σ|r| over the others:
///   what the last sweep found, and every unit paid blindly since.
///
/// Differs from the design: β is the credit itself, not the mean of y − q over read pages. The mean
/// helps where payments are made only when a page is fetched; here stored rows are pushed until the
/// residual is small, the two agree in the limit, and with β fixed the residual can be kept exactly
/// while it changes (docs/decisions/ledger.md 060).
///
/// Cost: a push touches its links' slots, about 10 ns each while they are in cache. Not
/// thread-safe: the wheel's thread owns it.
public final class ExactLedger {
  /// Pages that fit before units overflow.
  private static final long ROOM = 1_000_000_000;

  private final PageTable pages;
  private final ExactArithmetic arithmetic;
  private final double damping;
  private final long credit;
  private final ChangedPages changed;
  private WorthListener listener = (slot, rose) -> {};
  private RowSource rowSource = slot -> new int[0];
  private long unresolved;
  private long known = -1;

  private long receivedSum;
  private long residual;
  private long evaporated;
  private long links;
  private long usualThreshold;
  private long threshold;
  private long deepest;
  private final SlotQueue toPush = new SlotQueue();
  private long transfers;

  public ExactLedger(PageTable pages, double damping, ChangedPages changed) {
    this.pages = pages;
    this.arithmetic = ExactArithmetic.forPages(damping, ROOM);
    this.damping = damping;
    this.credit = arithmetic.unit();
    this.usualThreshold = credit * 3 / 10;
    this.threshold = usualThreshold;
    this.deepest = usualThreshold;
    this.changed = changed;
  }

  /// Who wants to know when the worth of an unread page changed.
  @FunctionalInterface
  public interface WorthListener {
    void changed(int slot, boolean rose);
  }

  public void whenWorthChanges(WorthListener to) {
    listener = to;
  }

  /// Where the row of a page comes from that is not resident.
  public interface RowSource {
    int[] row(int slot);
  }

  public void rowsFrom(RowSource source) {
    rowSource = source;
  }

  /// Makes the page's row resident.
  public void loadRow(int slot) {
    row(slot);
  }

  private int[] row(int slot) {
    int[] row = pages.row(slot);
    return row.length > 0 || !pages.is(slot, PageTable.PAYS) ? row : rowSource.row(slot);
  }

  /// From now on nothing is pushed before [#settle].
  public void payOnlyWhenRead() {
    usualThreshold = Long.MAX_VALUE / 4;
    threshold = usualThreshold;
  }

  /// What each of `links` links carries of a payment of `paid` units.
  public long share(long paid, int links) {
    return arithmetic.share(paid, links);
  }

  /// What every known page is credited, in units.
  public long credit() {
    return credit;
  }

  /// The page's worth in units: `credit + q`.
  public long worth(int slot) {
    return credit + pages.received[slot];
  }

  /// The page's share of the worth of all known pages.
  public double importance(int slot) {
    return worth(slot) / worthSum();
  }

  /// Σ worth over the known pages, in units.
  public double worthSum() {
    return (double) credit * (known < 0 ? pages.size() : known) + receivedSum;
  }

  /// What the page has paid out, in units; what an unread page or one without links would pay.
  public long paid(int slot) {
    return pages.is(slot, PageTable.PAYS) ? pages.paid[slot] : worth(slot);
  }

  /// What each page in its row has received from the page, in units.
  public long paidPerLink(int slot) {
    return share(pages.paid[slot], pages.row(slot).length);
  }

  /// Worth not yet passed on, in units.
  public long residual(int slot) {
    return pages.is(slot, PageTable.PAYS) ? worth(slot) - pages.paid[slot] : 0;
  }

  /// No importance is farther from the exact rank of the known graph, in the sum over all pages:
  /// `2(d·|r|₁ + links) / ((1−d)·|worth|₁)`, a unit a link for what rounding may have cost.
  public double errorBound() {
    double worthSum = worthSum();
    double error = (damping * (residual + unresolved) + links) / (1 - damping);
    return worthSum == 0 ? 0 : Math.min(2, 2 * error / worthSum);
  }

  /// Links that stored rows hold.
  public long links() {
    return links;
  }

  public double damping() {
    return damping;
  }

  /// Units that evaporated since the crawl began, less what re-readings took back.
  public long evaporated() {
    return evaporated;
  }

  /// Payments along links so far, in this process.
  public long transfers() {
    return transfers;
  }

  /// The page was read and points to `row` (no slot twice): the payments along its old links are
  /// taken back, and what it is worth now is paid along the new ones.
  public void pay(int slot, int[] row) {
    int[] old = row(slot);
    if (old.length > 0) {
      residual -= Math.abs(worth(slot) - pages.paid[slot]);
    }
    long before = old.length == 0 ? 0 : share(pages.paid[slot], old.length);
    evaporated -= old.length == 0 ? 0 : pages.paid[slot] - before * old.length;
    pages.rows[slot] = null;
    pages.flags[slot] &= (short) ~PageTable.PAYS;
    links += row.length - old.length;
    for (int child : old) {
      receive(child, -before);
    }
    pages.paid[slot] = 0;
    if (row.length > 0) {
      pages.flags[slot] |= PageTable.PAYS;
      pages.rows[slot] = row;
      residual += worth(slot);
      push(slot);
    }
    changed.account(slot);
  }

  /// Enters a page with the books it had elsewhere, as they are: what it received, and what it has
  /// paid along `row`; its last read is entered afterwards.
  public void adopt(int slot, long received, long paid, int[] row, int reads, int changes) {
    pages.reads[slot] = (short) Math.max(0, reads - 1);
    pages.changes[slot] = (short) changes;
    pages.received[slot] = received;
    receivedSum += received;
    changed.cash(slot);
    if (row.length > 0) {
      pages.flags[slot] |= PageTable.PAYS;
      pages.rows[slot] = row;
      pages.paid[slot] = paid;
      links += row.length;
      residual += Math.abs(residual(slot));
      evaporated += paid - share(paid, row.length) * row.length;
      changed.account(slot);
    }
  }

  /// Passes the page's residual on along its links.
  private void push(int slot) {
    int[] row = row(slot);
    long paid = pages.paid[slot];
    long owed = worth(slot);
    long delta = share(owed, row.length) - share(paid, row.length);
    residual -= Math.abs(owed - paid);
    pages.paid[slot] = owed;
    evaporated += owed - paid - delta * row.length;
    transfers += row.length;
    changed.account(slot);
    if (delta != 0) {
      for (int child : row) {
        receive(child, delta);
      }
    }
  }

  private void receive(int slot, long units) {
    if ((pages.flags[slot] & PageTable.PAYS) != 0) {
      long owes = credit + pages.received[slot] - pages.paid[slot];
      residual += Math.abs(owes + units) - Math.abs(owes);
      if (Math.abs(owes + units) > threshold
          && (pages.flags[slot] & PageTable.QUEUED_FOR_PUSH) == 0) {
        pages.flags[slot] |= PageTable.QUEUED_FOR_PUSH;
        toPush.add(slot);
      }
    }
    pages.received[slot] += units;
    receivedSum += units;
    changed.cash(slot);
    if ((pages.flags[slot] & PageTable.READ) == 0) {
      listener.changed(slot, units > 0);
    }
  }

  /// Pushes stored pages whose residual is above the threshold, until none is left or about `links`
  /// payments were made. Returns whether none is left.
  public boolean pushStored(long links) {
    long until = transfers + links;
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
  public boolean deepen(double bound) {
    if (errorBound() <= bound || threshold <= 1 || known >= 0) {
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

  /// Pushes stored pages until the error bound is at most `bound`, lowering the threshold as it
  /// goes; the threshold is then the usual. Not where pages are on disk alone: those are pushed by
  /// sweeps.
  public void settle(double bound) {
    while (errorBound() > bound && threshold > 1 && known < 0) {
      lower(threshold / 4);
      while (!pushStored(Long.MAX_VALUE / 4)) {
        // goes on
      }
    }
    relax();
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

  /// What a blind payment says is now known: the page's residual counts, and it is pushed if it is
  /// large.
  public void resolved(int slot) {
    if (pages.is(slot, PageTable.PAYS)) {
      long owes = Math.abs(residual(slot));
      residual += owes;
      if (owes > threshold) {
        queueForPush(slot);
      }
    }
  }

  /// The worth of an unread page turned out to be more.
  public void rose(int slot) {
    listener.changed(slot, true);
  }

  /// The page leaves the memory.
  public void leaving(int slot) {
    if (pages.is(slot, PageTable.BLIND)) {
      unresolved += Math.abs(pages.received[slot]);
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

  /// A sweep of the disk has ended: it found that many units unpaid, and `paidSince` were paid
  /// blindly since it began.
  public void swept(long found, long paidSince) {
    unresolved = found + paidSince;
  }

  /// How many pages are known, where they do not all have a slot.
  public void known(long count) {
    known = count;
  }

  private void queueForPush(int slot) {
    if (!pages.is(slot, PageTable.QUEUED_FOR_PUSH)) {
      pages.flags[slot] |= PageTable.QUEUED_FOR_PUSH;
      toPush.add(slot);
    }
  }

  /// The sums that a crawl of which not all pages are resident takes over from its last commit.
  public String sums() {
    return receivedSum + " " + (residual + unresolved) + " " + links;
  }

  public void resume(long evaporatedBefore, String sums) {
    String[] each = sums.split(" ");
    evaporated = evaporatedBefore;
    receivedSum = Long.parseLong(each[0]);
    unresolved = Long.parseLong(each[1]);
    links = Long.parseLong(each[2]);
  }

  /// Takes the sums over from the columns, after they were filled from disk.
  public void recount(long evaporatedBefore) {
    evaporated = evaporatedBefore;
    receivedSum = 0;
    residual = 0;
    links = 0;
    for (int slot = 0; slot < pages.size(); slot++) {
      receivedSum += pages.received[slot];
      residual += Math.abs(residual(slot));
      links += pages.row(slot).length;
    }
    lower(threshold);
  }
}
