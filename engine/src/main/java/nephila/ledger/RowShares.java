package nephila.ledger;

/// The units that the links of one row carry, of which the first `insideLinks` stay inside the
/// page's site. Where links have no weights all are counted as links to other sites.
///
/// @param inside the units of a link inside the site
/// @param outside the units of a link to another site
public record RowShares(long inside, long outside, int insideLinks) {
  /// The units that link `k` of the row carries.
  public long of(int k) {
    return k < insideLinks ? inside : outside;
  }

  /// The units that a row of so many links carries.
  public long sum(int links) {
    return inside * insideLinks + outside * (links - insideLinks);
  }
}
