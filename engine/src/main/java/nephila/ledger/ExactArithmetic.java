package nephila.ledger;

/// The arithmetic of the exact form, without arrays: how much a page has to pay, and how a payment
/// is split to the last unit. The in-memory [RowlessLedger] and a store on disk both count with it.
///
/// Worth solves `y = β + Σ share·y`: every known page is credited β, a page passes the share d of
/// what it pays out along its links. Amounts are `long` units; [#unit] is the credit of a page
/// before anything was read. Symbols: y = `paid`, what a page has paid out so far; q = `received`,
/// what its known in-links have paid it so far.
///
/// How a store on disk uses it, per page one record (q merged blindly, y, the row last read):
///
/// 1. On reading page i with links (distinct, ascending), load q, y and the old row.
/// 2. `yNew = worth(beta, q − own, links, selfLink)` where `own` is [#share] of the old row if that
///    row linked to i itself, else 0.
/// 3. If the row is as before, merge `share(yNew, out) − share(y, out)` into q of every child. If
///    it changed, merge `−share(y, outOld)` into every old child and `share(yNew, out)` into every
///    new one. Both are exact: q of a page is at any time the sum of [#share] over the rows that
///    link to it, so nothing drifts, in whatever order the merges arrive.
/// 4. Keep [ExactBooks] with what was paid, received and evaporated; it yields β and the bound.
///
/// Immutable.
public final class ExactArithmetic {
  private static final long HEADROOM = 1L << 61;

  private static final int TABLED = 256;

  private final double damping;
  private final long unit;

  /// `damping / links` for pages of few links: a look-up is faster than a division.
  private final double[] portions = new double[TABLED];

  private ExactArithmetic(double damping, long unit) {
    this.damping = damping;
    this.unit = unit;
    for (int links = 1; links < TABLED; links++) {
      portions[links] = damping / links;
    }
  }

  /// The finest units in which `maxPages` pages cannot overflow: all worth together is at most
  /// `maxPages / (1 − damping)` credits. 2⁴² for 100,000 pages, 2²⁸ for a billion.
  public static ExactArithmetic forPages(double damping, long maxPages) {
    if (!(damping > 0 && damping < 0.9999)) {
      throw new IllegalArgumentException("damping " + damping + " is not between 0 and 0.9999");
    }
    if (maxPages < 1) {
      throw new IllegalArgumentException("room for " + maxPages + " pages; at least 1 is needed");
    }
    double finest = HEADROOM * (1 - damping) / maxPages;
    return new ExactArithmetic(damping, Math.max(1, Long.highestOneBit((long) finest)));
  }

  /// The arithmetic with units stated, as found in a saved ledger.
  public static ExactArithmetic of(double damping, long unit) {
    return new ExactArithmetic(damping, unit);
  }

  public double damping() {
    return damping;
  }

  /// The credit of one page while nothing was read yet.
  public long unit() {
    return unit;
  }

  /// The units that each of `links` children has received from a page that has paid out `paid` in
  /// all. Rounds towards zero; what is left over evaporates. A function of its arguments alone, so
  /// the same amount can be taken back later.
  public long share(long paid, int links) {
    return (long) (paid * (links < TABLED ? portions[links] : damping / links));
  }

  /// The units that a page should have paid out in all: its credit and what others paid it, its
  /// links to itself solved in closed form.
  public long worth(long beta, long receivedFromOthers, int links, boolean selfLink) {
    long worth = beta + receivedFromOthers;
    if (selfLink) {
      worth = (long) (worth / (1 - damping / links));
    }
    return Math.max(0, worth);
  }

  /// Whether amounts this large leave no room for another payment.
  boolean nearlyFull(long total) {
    return total > HEADROOM || total < 0;
  }
}
