package nephila.config;

/// By what rules of focus change the order.
public enum FocusMeans {
  /// The worth of a page counts for more in the order; importance is as without rules.
  FACTOR,
  /// The papers' way: links to the page pay extra cash; importance is biased.
  CASH
}
