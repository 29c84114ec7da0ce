package nephila.liverank;

/// When to stop asking.
public interface Stop {
  /// Whether the questions so far are enough.
  boolean enough(Trail trail);

  /// How many pages may be asked next, of at most `batch`.
  default int most(Trail trail, int batch) {
    return batch;
  }

  /// Goes on until every page was asked.
  static Stop never() {
    return trail -> false;
  }

  /// Stops after `questions` questions.
  static Stop after(int questions) {
    return new Stop() {
      @Override
      public boolean enough(Trail trail) {
        return trail.asked() >= questions;
      }

      @Override
      public int most(Trail trail, int batch) {
        return Math.min(batch, questions - trail.asked());
      }
    };
  }
}
