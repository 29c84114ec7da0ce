package nephila.ledger;

/// The totals of the exact form, without arrays: who paid what, and what follows for all pages, the
/// credit β and the certified bound. Belongs to one writer.
///
/// Invariants:
/// - L1 every unit is accounted for: `paid = receivedByRead + receivedByUnread + receivedByGone +
///   evaporated`, to the unit, after every operation.
///
/// β is the mean of y − q over the pages **read**: the credit for which the residuals of the read
/// pages add up to nothing. Pages not read yet pay nobody and are worth β + q.
///
/// A store whose merges are blind must still say whether a child was read when it is paid; one bit
/// a page, or a Bloom filter of the pages read, is enough (a wrong answer bends β by the share of
/// wrong answers, not the books).
public final class ExactBooks {
  private final ExactArithmetic arithmetic;
  private long readPages;
  private long unreadPages;
  private long links;
  private long paid;
  private long receivedByRead;
  private long receivedByUnread;
  private long receivedByGone;
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
      beta =
          readPages == 0
              ? arithmetic.unit()
              : Math.max(1, Math.floorDiv(paid - receivedByRead, readPages));
    }
    return beta;
  }

  /// A page became known.
  public void discovered() {
    unreadPages++;
  }

  /// A page that had received `q` is about to be read for the first time.
  public void firstRead(long q) {
    beta = 0;
    unreadPages--;
    readPages++;
    receivedByUnread -= q;
    receivedByRead += q;
  }

  /// A page changed what it has paid by `amount` units, of which `toRead`, `toUnread` and `toGone`
  /// reached children; the rest evaporates.
  public void paid(long amount, long toRead, long toUnread, long toGone) {
    beta = 0;
    paid += amount;
    receivedByRead += toRead;
    receivedByUnread += toUnread;
    receivedByGone += toGone;
    evaporated += amount - toRead - toUnread - toGone;
  }

  /// The rows of read pages hold `change` links more.
  public void links(long change) {
    links += change;
  }

  /// A page vanished: it had received `q`, and what it had paid was taken back before this call.
  public void gone(boolean wasRead, long q) {
    beta = 0;
    if (wasRead) {
      readPages--;
      receivedByRead -= q;
    } else {
      unreadPages--;
      receivedByUnread -= q;
    }
    receivedByGone += q;
  }

  /// A page that had vanished is known again.
  public void back(long q) {
    unreadPages++;
    receivedByGone -= q;
    receivedByUnread += q;
  }

  /// Keeps a bound of Σ|residual| without looking at the pages: a page whose residual was `cleared`
  /// was read and moved `moved` units (absolute) to its children. For the first read of a page
  /// `cleared` is its q. Grows slack where payments cancel; [#residualIs] takes it out again.
  public void turnedOver(long cleared, long moved) {
    long beta = beta();
    double drift = (double) readPages * Math.abs(beta - betaAtResidual);
    residualAtMost = Math.max(0, residualAtMost + drift - Math.abs(cleared) + moved);
    betaAtResidual = beta;
  }

  /// States Σ|residual| as found by looking at every page.
  public void residualIs(double residual) {
    residualAtMost = residual;
    betaAtResidual = beta();
  }

  /// What Σ|residual| over the read pages is at most, from [#turnedOver] alone.
  public double residualAtMost() {
    return residualAtMost + (double) readPages * Math.abs(beta() - betaAtResidual);
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
    long known = readPages + unreadPages;
    return Math.max(1, (double) known * beta() + receivedByRead + receivedByUnread);
  }

  public long readPages() {
    return readPages;
  }

  public long unreadPages() {
    return unreadPages;
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
    return receivedByRead + receivedByUnread + receivedByGone;
  }

  public long receivedByRead() {
    return receivedByRead;
  }

  public long receivedByUnread() {
    return receivedByUnread;
  }

  public long receivedByGone() {
    return receivedByGone;
  }

  public long evaporated() {
    return evaporated;
  }

  /// L1.
  public boolean balanced() {
    return paid == received() + evaporated;
  }

  /// Starts again from totals that were counted page by page or read from a file.
  void restate(long read, long unread, long links, long paid, long[] receivedByKind) {
    beta = 0;
    this.readPages = read;
    this.unreadPages = unread;
    this.links = links;
    this.paid = paid;
    this.receivedByRead = receivedByKind[0];
    this.receivedByUnread = receivedByKind[1];
    this.receivedByGone = receivedByKind[2];
    this.evaporated = paid - received();
  }
}
