package nephila.ledger;

/// The running totals of the exact form without rows, by what pages are, and the credit β that
/// follows from them.
///
/// - L1 every unit is accounted for: `paid + arrived = received by payers, leaves, unread and gone
///   pages + evaporated`, to the unit, after every operation.
///
/// β is the mean of y − q over the **payers**: the credit for which their residuals add up to
/// nothing. Leaves and pages not read yet pay nobody and are worth β + q, whatever β is; so they
/// owe nothing and have no say in it.
final class MeanCredit {
  /// How the mean counts a page.
  enum Kind {
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
  private long arrived;
  private long evaporated;

  /// The credit now, 0 when it has to be divided out again.
  private long beta;

  MeanCredit(ExactArithmetic arithmetic) {
    this.arithmetic = arithmetic;
  }

  /// The credit of a page now, at least one unit.
  long beta() {
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
  void discovered() {
    pages[Kind.UNREAD.ordinal()]++;
  }

  /// A page that has received `q` becomes another kind of page. What it had paid was taken back
  /// before it stops being a payer.
  void becomes(Kind from, Kind to, long q) {
    beta = 0;
    pages[from.ordinal()]--;
    received[from.ordinal()] -= q;
    pages[to.ordinal()]++;
    received[to.ordinal()] += q;
  }

  /// A payer changed what it has paid by `amount` units, of which so much reached each kind of
  /// child; the rest evaporates.
  void paid(long amount, long toPayers, long toLeaves, long toUnread, long toGone) {
    beta = 0;
    paid += amount;
    received[Kind.PAYER.ordinal()] += toPayers;
    received[Kind.LEAF.ordinal()] += toLeaves;
    received[Kind.UNREAD.ordinal()] += toUnread;
    received[Kind.GONE.ordinal()] += toGone;
    evaporated += amount - toPayers - toLeaves - toUnread - toGone;
  }

  /// A page of a kind was paid from elsewhere.
  void arrived(Kind kind, long units) {
    beta = 0;
    arrived += units;
    received[kind.ordinal()] += units;
  }

  /// The rows of read pages hold `change` links more.
  void links(long change) {
    links += change;
  }

  /// The certified bound: the L1 distance between the normalised estimate and the rank of the known
  /// graph is at most this, given Σ|β + q − y|. Counts what rounding may have cost (one unit a
  /// link) and never says more than 2, the largest distance there is.
  double errorBound(double residual) {
    double d = arithmetic.damping();
    double error = (d * residual + links) / (1 - d);
    return Math.min(2, 2 * error / estimateSum());
  }

  /// Σ(β + q) over all known pages: what an estimate is divided by.
  double estimateSum() {
    long known = readPages() + unreadPages();
    return Math.max(1, (double) known * beta() + received() - received(Kind.GONE));
  }

  /// How many pages are of a kind.
  long pages(Kind kind) {
    return pages[kind.ordinal()];
  }

  long readPages() {
    return pages(Kind.PAYER) + pages(Kind.LEAF);
  }

  long unreadPages() {
    return pages(Kind.UNREAD);
  }

  long links() {
    return links;
  }

  /// Σy: what all pages have paid out.
  long paid() {
    return paid;
  }

  /// Σq: what all pages have received.
  long received() {
    return received[0] + received[1] + received[2] + received[3];
  }

  /// Σq over the pages of a kind.
  long received(Kind kind) {
    return received[kind.ordinal()];
  }

  long arrived() {
    return arrived;
  }

  LedgerTotals totals(long residual) {
    return new LedgerTotals(
        readPages() + unreadPages(),
        readPages(),
        pages(Kind.GONE),
        paid,
        received(),
        evaporated,
        0,
        arrived,
        residual,
        links);
  }

  /// While totals are counted anew page by page: a page of a kind, with what it has received and
  /// paid. Ends with [#counted].
  void count(Kind kind, long q, long y) {
    pages[kind.ordinal()]++;
    received[kind.ordinal()] += q;
    paid += y;
  }

  void counted(long storedLinks, long arrivedBefore) {
    beta = 0;
    links = storedLinks;
    arrived = arrivedBefore;
    evaporated = paid + arrived - received();
  }
}
