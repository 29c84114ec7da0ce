package nephila.rank;

/// The importance of every page, summing to 1, with what is known about its error.
///
/// The values are not copied: whoever holds the vector must not write to them.
public final class RankVector {
  private final double[] values;
  private final double errorBound;
  private final int iterations;

  /// A vector that was computed elsewhere.
  public RankVector(double[] values, double errorBound, int iterations) {
    this.values = values;
    this.errorBound = errorBound;
    this.iterations = iterations;
  }

  public int pages() {
    return values.length;
  }

  public double value(int page) {
    return values[page];
  }

  /// The array behind the vector, by page number. Do not write to it.
  public double[] values() {
    return values;
  }

  /// A proven bound of the L1 distance to the true vector, rounding included; infinite where
  /// nothing can be proven.
  public double errorBound() {
    return errorBound;
  }

  /// How many passes over the links were made.
  public int iterations() {
    return iterations;
  }

  /// The `k` most important pages, best first; equal pages in the order of their numbers.
  public int[] top(int k) {
    return Ranking.top(values, k);
  }
}
