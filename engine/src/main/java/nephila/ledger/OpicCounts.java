package nephila.ledger;

/// The sums of an [OpicLedger] that estimates of importance need; those of ledgers that share a web
/// add up.
///
/// @param paid G, the units that pages have paid out
/// @param issued the cash there is in all
/// @param pages known pages that are not gone
/// @param forgotten income of pages that are gone, which estimates by all history leave out
public record OpicCounts(long paid, long issued, long pages, long forgotten) {
  public static final OpicCounts NONE = new OpicCounts(0, 0, 0, 0);

  public OpicCounts plus(OpicCounts other) {
    return new OpicCounts(
        paid + other.paid, issued + other.issued, pages + other.pages, forgotten + other.forgotten);
  }

  public OpicCounts minus(OpicCounts other) {
    return new OpicCounts(
        paid - other.paid, issued - other.issued, pages - other.pages, forgotten - other.forgotten);
  }

  /// G in units of the total cash.
  public double turnover() {
    return issued == 0 ? 0 : (double) paid / issued;
  }

  String text() {
    return paid + " " + issued + " " + pages + " " + forgotten;
  }

  static OpicCounts parse(String text) {
    String[] each = text.split(" ");
    return new OpicCounts(
        Long.parseLong(each[0]),
        Long.parseLong(each[1]),
        Long.parseLong(each[2]),
        Long.parseLong(each[3]));
  }
}
