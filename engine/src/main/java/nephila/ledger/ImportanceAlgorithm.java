package nephila.ledger;

import java.util.Locale;

/// How a crawl learns what its pages are worth.
public enum ImportanceAlgorithm {
  /// [ExactLedger]: converges to the off-line rank, with a certified error.
  EXACT,
  /// [OpicLedger]: the papers' OPIC, `(H + C)/(G + 1)` or a window of it.
  OPIC,
  /// [OpicLedger] with the starting cash left out of the estimate, `(H + C − C0)/G`.
  OPIC_CORRECTED;

  /// The name that users know.
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// The algorithm of that name.
  public static ImportanceAlgorithm of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  public boolean isOpic() {
    return this != EXACT;
  }
}
