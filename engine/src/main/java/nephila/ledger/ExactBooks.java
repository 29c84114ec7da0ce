package nephila.ledger;

/// The totals of the exact form, without arrays: who paid what, and what follows for all pages, the
/// credit β and the certified bound. Belongs to one writer.
///
/// Invariants:
/// - L1 every unit is accounted for: `paid = received by payers, leaves, unread and gone pages +
///   evaporated`, to the unit, after every operation.
///
/// β is the mean of y − q over the **payers**: the credit for which their residuals add up to
/// nothing. Leaves and pages not read yet pay nobody and are worth β + q, whatever β is; so they
/// owe nothing and have no say in it.
///
/// A store whose merges are blind must still say of what kind a child is when it is paid; two bits
/// a page are enough (a wrong answer bends β by the share of wrong answers, not the books).
public final class ExactBooks {
  /// What a page is to the books.
  public enum Kind {
    /// Read, with links when last read.
    PAYER,
    /// Read, without links when last read.
    LEAF,
    UNREAD,
    GONE
  }

  private final ExactArithmetic arithmetic;
  private final long[] pages = new long[Kind.values().length];
  private final long[] received = new long[Kind.values().length];
  private long links;
  private long paid;
  private long evaporated;
  private double residualAtMost;
  private long betaAtResidual;

  /// The credit now, 0 when it has to be divided out again.
  private long beta;

  public ExactBooks(ExactArithmetic arithmetic) {
    this.arithmetic = arithmetic;
    this.betaAtResidual = arithmetic.unit();
  }

  /// The credit of a page now, at least one unit.
  public long beta() {
    if (beta == 0) {
      long payers = pages(Kind.PAYER);
      beta =
          payers == 0
              ? arithmetic.unit()
              : Math.max(1, Math.floorDiv(paid - received(Kind.PAYER), payers));
    }
    return beta;
  }

  /// A page became known.
  public void discovered() {
    pages[Kind.UNREAD.ordinal()]++;
  }

  /// A page that has received `q` becomes another kind of page. What it had paid was taken back
  /// before it stops being a payer.
  public void becomes(Kind from, Kind to, long q) {
    beta = 0;
    pages[from.ordinal()]--;
    received[from.ordinal()] -= q;
    pages[to.ordinal()]++;
    received[to.ordinal()] += q;
  }

  /// A payer changed what it has paid by `amount` units, of which so much reached each kind of
  /// child; the rest evaporates.
  public void paid(long amount, long toPayers, long toLeaves, long toUnread, long toGone) {
    beta = 0;
    paid += amount;
    received[Kind.PAYER.ordinal()] += toPayers;
    received[Kind.LEAF.ordinal()] += toLeaves;
    received[Kind.UNREAD.ordinal()] += toUnread;
    received[Kind.GONE.ordinal()] += toGone;
    evaporated += amount - toPayers - toLeaves - toUnread - toGone;
  }

  /// The rows of read pages hold `change` links more.
  public void links(long change) {
    links += change;
  }

  /// Keeps a bound of Σ|residual| without looking at the pages: a payer whose residual was
  /// `cleared` was read and moved `moved` units (absolute) to its children. For the first payment
  /// of a page `cleared` is its q. Grows slack where payments cancel; [#residualIs] takes it out
  /// again.
  public void turnedOver(long cleared, long moved) {
    long now = beta();
    double drift = (double) pages(Kind.PAYER) * Math.abs(now - betaAtResidual);
    residualAtMost = Math.max(0, residualAtMost + drift - Math.abs(cleared) + moved);
    betaAtResidual = now;
  }

  /// States Σ|residual| as found by looking at every page.
  public void residualIs(double residual) {
    residualAtMost = residual;
    betaAtResidual = beta();
  }

  /// What Σ|residual| over the payers is at most, from [#turnedOver] alone.
  public double residualAtMost() {
    return residualAtMost + (double) pages(Kind.PAYER) * Math.abs(beta() - betaAtResidual);
  }

  /// The certified bound: the L1 distance between the normalised estimate and the rank of the known
  /// graph is at most this, given Σ|β + q − y|. Counts what rounding may have cost (one unit a
  /// link) and never says more than 2, the largest distance there is.
  public double errorBound(double residual) {
    double d = arithmetic.damping();
    double error = (d * residual + links) / (1 - d);
    return Math.min(2, 2 * error / estimateSum());
  }

  /// Σ(β + q) over all known pages: what an estimate is divided by.
  public double estimateSum() {
    long known = readPages() + unreadPages();
    return Math.max(1, (double) known * beta() + received() - received(Kind.GONE));
  }

  /// How many pages are of a kind.
  public long pages(Kind kind) {
    return pages[kind.ordinal()];
  }

  public long readPages() {
    return pages(Kind.PAYER) + pages(Kind.LEAF);
  }

  public long unreadPages() {
    return pages(Kind.UNREAD);
  }

  public long links() {
    return links;
  }

  /// Σy: what all pages have paid out.
  public long paid() {
    return paid;
  }

  /// Σq: what all pages have received.
  public long received() {
    return received[0] + received[1] + received[2] + received[3];
  }

  /// Σq over the pages of a kind.
  public long received(Kind kind) {
    return received[kind.ordinal()];
  }

  public long evaporated() {
    return evaporated;
  }

  /// L1.
  public boolean balanced() {
    return paid == received() + evaporated;
  }

  /// While totals are counted anew page by page: a page of a kind, with what it has received and
  /// paid. Ends with [#counted].
  void count(Kind kind, long q, long y) {
    pages[kind.ordinal()]++;
    received[kind.ordinal()] += q;
    paid += y;
  }

  void counted(long storedLinks) {
    beta = 0;
    links = storedLinks;
    evaporated = paid - received();
  }
}
