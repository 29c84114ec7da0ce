package nephila.rank;

import java.util.Arrays;

/// How far apart two rankings of the same pages are.
///
/// Sums and maxima over pages take O(n) time; [#kendall] takes O(n log n) and 20 bytes a page
/// (Knight's method: sort by one, count the exchanges that sort by the other).
public final class Distance {
  /// Of the papers' error "of the most important pages": a tenth.
  private static final int TENTH = 10;

  private Distance() {}

  public static double l1(double[] a, double[] b) {
    requireSameLength(a, b);
    Total total = new Total();
    for (int i = 0; i < a.length; i++) {
      total.add(Math.abs(a[i] - b[i]));
    }
    return total.value();
  }

  public static double l2(double[] a, double[] b) {
    requireSameLength(a, b);
    Total total = new Total();
    for (int i = 0; i < a.length; i++) {
      total.add((a[i] - b[i]) * (a[i] - b[i]));
    }
    return Math.sqrt(total.value());
  }

  public static double lInfinity(double[] a, double[] b) {
    requireSameLength(a, b);
    double largest = 0;
    for (int i = 0; i < a.length; i++) {
      largest = Math.max(largest, Math.abs(a[i] - b[i]));
    }
    return largest;
  }

  /// The papers' error in %: the mean over all pages of |estimate − truth|/truth. Pages of truth 0
  /// are left out.
  public static double meanRelativePercent(double[] estimate, double[] truth) {
    requireSameLength(estimate, truth);
    double sum = 0;
    long counted = 0;
    for (int i = 0; i < truth.length; i++) {
      if (truth[i] > 0) {
        sum += Math.abs(estimate[i] - truth[i]) / truth[i];
        counted++;
      }
    }
    return counted == 0 ? 0 : 100 * sum / counted;
  }

  /// [#meanRelativePercent] over the tenth of the pages (at least one) of the largest truth.
  public static double meanRelativePercentTopTenth(double[] estimate, double[] truth) {
    requireSameLength(estimate, truth);
    int[] top = Ranking.top(truth, (truth.length + TENTH - 1) / TENTH);
    double[] topEstimate = new double[top.length];
    double[] topTruth = new double[top.length];
    for (int i = 0; i < top.length; i++) {
      topEstimate[i] = estimate[top[i]];
      topTruth[i] = truth[top[i]];
    }
    return meanRelativePercent(topEstimate, topTruth);
  }

  /// Which share of the `k` best pages of one is among the `k` best of the other.
  public static double topOverlap(double[] a, double[] b, int k) {
    requireSameLength(a, b);
    int[] first = Ranking.top(a, k);
    int[] second = Ranking.top(b, k);
    Arrays.sort(first);
    Arrays.sort(second);
    int common = 0;
    for (int i = 0, j = 0; i < first.length && j < second.length; ) {
      int order = Integer.compare(first[i], second[j]);
      common += order == 0 ? 1 : 0;
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    return first.length == 0 ? 1 : (double) common / first.length;
  }

  /// Kendall's rank correlation, exactly: pairs ordered alike, less pairs ordered differently, over
  /// all pairs.
  public static Kendall kendall(double[] a, double[] b) {
    requireSameLength(a, b);
    int n = a.length;
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      order[i] = i;
    }
    Ranking.sortDescending(order, b);
    Ranking.sortDescending(order, a);
    long pairs = (long) n * (n - 1) / 2;
    long tiedA = 0;
    long tiedBoth = 0;
    for (int start = 0; start < n; ) {
      int end = start;
      while (end < n && a[order[end]] == a[order[start]]) {
        end++;
      }
      tiedA += (long) (end - start) * (end - start - 1) / 2;
      tiedBoth += ties(order, start, end, b);
      start = end;
    }
    long discordant = Ranking.sortDescending(order, b);
    long tiedB = ties(order, 0, n, b);
    long difference = pairs - tiedA - tiedB + tiedBoth - 2 * discordant;
    return new Kendall(difference, pairs, tiedA, tiedB);
  }

  private static long ties(int[] order, int from, int to, double[] values) {
    long ties = 0;
    for (int start = from; start < to; ) {
      int end = start;
      while (end < to && values[order[end]] == values[order[start]]) {
        end++;
      }
      ties += (long) (end - start) * (end - start - 1) / 2;
      start = end;
    }
    return ties;
  }

  private static void requireSameLength(double[] a, double[] b) {
    if (a.length != b.length) {
      throw new IllegalArgumentException(
          "vectors of " + a.length + " and " + b.length + " pages: must be of the same graph");
    }
  }

  /// The counts behind Kendall's correlation.
  ///
  /// @param difference concordant less discordant pairs
  /// @param pairs all pairs
  /// @param tiedA pairs equal in the first vector
  /// @param tiedB pairs equal in the second
  public record Kendall(long difference, long pairs, long tiedA, long tiedB) {
    /// τ: over all pairs, so below 1 wherever there are ties.
    public double tau() {
      return pairs == 0 ? 1 : (double) difference / pairs;
    }

    /// τ-b: over the pairs that are not tied, so that a vector with ties has τ-b = 1 with itself.
    /// Where one vector is constant there is nothing to compare: 1 if both are, else 0.
    public double tauB() {
      double scale = Math.sqrt(pairs - tiedA) * Math.sqrt(pairs - tiedB);
      if (scale == 0) {
        return tiedA == tiedB ? 1 : 0;
      }
      return Math.clamp(difference / scale, -1, 1);
    }
  }
}
