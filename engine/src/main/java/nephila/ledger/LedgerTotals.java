package nephila.ledger;

/// The sums of a ledger over its pages. Totals of ledgers that share a web add up.
///
/// - L1 every unit is accounted for: `issued + arrived = received + outside + sent`, to the unit,
///   after every operation.
///
/// @param pages known pages that are not gone
/// @param read those of them that were read
/// @param gone pages that are gone
/// @param issued units that pages brought in: what they have paid out (exact forms), the cash they
///   came with (OPIC)
/// @param received units that pages have received, those that are gone and those of other ledgers
///   included; under OPIC, the cash they hold counted from the virtual page's level
/// @param outside units that no page has: evaporated (exact forms), or with the virtual page (OPIC)
/// @param sent units taken to other ledgers
/// @param arrived units received from other ledgers, and those that pages joined with which do not
///   bring in a whole credit
/// @param residual Σ|what pages with links have not passed on|; 0 under OPIC
/// @param links links that were read last, as far as they are counted
public record LedgerTotals(
    long pages,
    long read,
    long gone,
    long issued,
    long received,
    long outside,
    long sent,
    long arrived,
    long residual,
    long links) {

  /// The totals of both ledgers.
  public LedgerTotals plus(LedgerTotals other) {
    return new LedgerTotals(
        pages + other.pages,
        read + other.read,
        gone + other.gone,
        issued + other.issued,
        received + other.received,
        outside + other.outside,
        sent + other.sent,
        arrived + other.arrived,
        residual + other.residual,
        links + other.links);
  }

  /// By how many units L1 fails: 0.
  public long imbalance() {
    return issued + arrived - received - outside - sent;
  }

  /// Units on their way between ledgers, when these are the totals of all.
  public long inTransit() {
    return sent - arrived;
  }
}
