package nephila.liverank.learned;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/// What was known of pages when they were asked, and what they answered: the rows that the model
/// learns from. Of more than it may keep, any is kept with the same chance.
///
/// A row says what its page looked like then, not now: a page asked next is at such a beginning
/// too, while of one asked long ago the whole neighbourhood has answered since.
final class TrainingRows {
  private final double[][] rows;
  private final boolean[] alive;
  private final SplittableRandom random;
  private final Map<Integer, double[]> open = new HashMap<>();
  private int count;
  private long heard;

  TrainingRows(int most, SplittableRandom random) {
    rows = new double[most][];
    alive = new boolean[most];
    this.random = random;
  }

  /// The page is to be asked, and this is what is known of it.
  void propose(int page, double[] row) {
    open.put(page, row);
  }

  /// A proposed page answered; others are passed over.
  void answered(int page, boolean isAlive) {
    double[] row = open.remove(page);
    if (row != null) {
      add(row, isAlive);
    }
  }

  /// A proposed page will not answer.
  void forget(int page) {
    open.remove(page);
  }

  void add(double[] row, boolean isAlive) {
    long place = heard++ < rows.length ? count++ : random.nextLong(heard);
    if (place < rows.length) {
      rows[(int) place] = row;
      alive[(int) place] = isAlive;
    }
  }

  void teach(Logistic model, int steps) {
    model.fit(rows, alive, count, steps);
  }
}
