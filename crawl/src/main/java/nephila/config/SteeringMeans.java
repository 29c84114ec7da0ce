package nephila.config;

/// By what reading is divided between discovery and refresh.
public enum SteeringMeans {
  /// Two lanes: the share is exact.
  LANES,
  /// The papers' way: the virtual page pays unread or read pages more. The share is approached.
  CASH
}
