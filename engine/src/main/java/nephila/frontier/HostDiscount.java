package nephila.frontier;

/// How much an unread page counts, given how many of its siblings were read.
///
/// What links say about an unread page of a host that was read a lot is nearly all there is to say;
/// a page of a host that was hardly read will be paid by pages of its own host that nobody has read
/// yet. Without the factor a crawl by worth digs into the first large site it meets. On cnr-2000 it
/// lifts what is captured after a tenth of the pages from 22.6 % to 29 % of importance
/// (docs/decisions/frontier-order.md 031 and 034).
public enum HostDiscount {
  /// Pages of one host or directory: `1 / (1 + reads)^0.3`. Exponents from 0.2 to 0.3 do about as
  /// well.
  HOST(0.3),
  /// Where hosts are not known, pages that were discovered by reading the same page: `1 / (1 +
  /// reads)^⅛`. They are siblings less surely, and in dense graphs not at all.
  DISCOVERER(0.125);

  private final double exponent;

  HostDiscount(double exponent) {
    this.exponent = exponent;
  }

  /// The factor when `reads` of the siblings were read.
  public double share(long reads) {
    return Math.pow(1.0 + reads, -exponent);
  }
}
