package nephila.cli.crawl;

import nephila.cli.WrongUse;

/// How many pages may be fetched: a number, or a multiple of the local domain as in `2n`.
///
/// @param amount the number, or the factor
/// @param perPage whether the amount counts local domains
public record Budget(double amount, boolean perPage) {
  /// Reads `500`, `2n`, `0.5n`.
  public static Budget parse(String typed) {
    String text = typed.strip();
    boolean perPage = text.endsWith("n") || text.endsWith("N");
    String number = perPage ? text.substring(0, text.length() - 1) : text;
    double amount;
    try {
      amount = number.isEmpty() && perPage ? 1 : Double.parseDouble(number);
    } catch (NumberFormatException e) {
      throw refused(typed);
    }
    if (!(amount >= 0) || amount > Integer.MAX_VALUE || (!perPage && amount % 1 != 0)) {
      throw refused(typed);
    }
    return new Budget(amount, perPage);
  }

  private static WrongUse refused(String typed) {
    return new WrongUse("--budget " + typed + ": give a number of pages, or as in 2n");
  }

  /// The number of pages for a local domain of n pages.
  public int pages(int n) {
    return (int) Math.min(Integer.MAX_VALUE, Math.round(perPage ? amount * n : amount));
  }
}
