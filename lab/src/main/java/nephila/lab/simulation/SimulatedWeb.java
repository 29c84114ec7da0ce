package nephila.lab.simulation;

/// A web whose truth is known. Single-threaded.
public interface SimulatedWeb {
  int pages();

  /// The links of a page now, ascending and distinct; valid until the next [#tick].
  int[] row(int page);

  /// One page was read: time goes on.
  default void tick() {}

  /// The pages known before anything is read.
  boolean knownAtStart(int page);

  /// The true importance of every page now; 0 for pages that cannot be reached.
  double[] importance();
}
