package nephila.liverank;

/// Questions asked per living page found, as a function of the share α of the living pages found:
/// cost(L, α) = i(L, α) / (α·n_a), section 2.1 of the paper. 1 is ideal; asking at random costs n /
/// n_a. Where α·n_a is no whole number, the page that completes it counts whole, so the ideal may
/// lie a little above 1 when very few pages live.
public final class CostCurve {
  private final int[] questions;
  private final int liveCount;

  /// `questions[k]` is the number of questions after which k + 1 living pages were found.
  CostCurve(int[] questions, int liveCount) {
    this.questions = questions;
    this.liveCount = liveCount;
  }

  /// The number of living pages in the snapshot, n_a.
  public int liveCount() {
    return liveCount;
  }

  /// The questions needed to find the share `alpha` of the living, or −1 where the run ended
  /// before, or nothing lives.
  public int questions(double alpha) {
    int wanted = wanted(alpha);
    return wanted < 1 || wanted > questions.length ? -1 : questions[wanted - 1];
  }

  /// The cost at `alpha`, or NaN where the run ended before it or nothing lives.
  public double cost(double alpha) {
    int needed = questions(alpha);
    return needed < 0 ? Double.NaN : needed / (alpha * liveCount);
  }

  private int wanted(double alpha) {
    if (!(alpha > 0 && alpha <= 1)) {
      throw new IllegalArgumentException("alpha is " + alpha + " but must be above 0, at most 1");
    }
    return (int) Math.ceil(alpha * liveCount - 1e-9);
  }
}
