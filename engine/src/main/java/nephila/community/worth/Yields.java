package nephila.community.worth;

import java.util.function.IntToDoubleFunction;

/// Which of two ways of choosing pages finds more? Each gets the share of the next step that its
/// pages had of what was found, a page counted as x·v: the rank it has times what arrives of it in
/// L. What was found long ago counts less.
final class Yields {
  private static final double MEMORY = 0.8;
  private static final double AT_FIRST = 0.5;

  /// Neither way is ever left out, or nothing more would be learned about it.
  private static final double LEAST = 0.2;

  private static final double MOST = 0.9;

  private int[] some = {};
  private int[] others = {};
  private double foundBySome;
  private double foundByOthers;
  private double countOfSome;
  private double countOfOthers;

  /// Before the pages are fetched.
  void expect(int[] some, int[] others) {
    this.some = some;
    this.others = others;
  }

  /// After they were fetched; `found` says what a page counts.
  void update(IntToDoubleFunction found) {
    foundBySome = MEMORY * foundBySome + sum(some, found);
    foundByOthers = MEMORY * foundByOthers + sum(others, found);
    countOfSome = MEMORY * countOfSome + some.length;
    countOfOthers = MEMORY * countOfOthers + others.length;
    expect(new int[0], new int[0]);
  }

  private static double sum(int[] pages, IntToDoubleFunction found) {
    double sum = 0;
    for (int page : pages) {
      sum += found.applyAsDouble(page);
    }
    return sum;
  }

  /// The share of the first way in the next step.
  double shareOfSome() {
    if (countOfSome == 0 || countOfOthers == 0 || foundBySome + foundByOthers == 0) {
      return AT_FIRST;
    }
    double mean = foundBySome / countOfSome;
    return Math.clamp(mean / (mean + foundByOthers / countOfOthers), LEAST, MOST);
  }
}
