package nephila.graph;

import java.util.Arrays;

/// How many links the pages of a graph have: the mean, percentiles (the smallest degree that so
/// many per cent of the pages do not exceed), the largest.
public record Degrees(double mean, int p50, int p90, int p99, int p999, int max) {
  /// Sorts `degrees`.
  static Degrees of(int[] degrees) {
    long total = 0;
    for (int degree : degrees) {
      total += degree;
    }
    Arrays.sort(degrees);
    return new Degrees(
        degrees.length == 0 ? 0 : (double) total / degrees.length,
        percentile(degrees, 0.5),
        percentile(degrees, 0.9),
        percentile(degrees, 0.99),
        percentile(degrees, 0.999),
        percentile(degrees, 1));
  }

  private static int percentile(int[] sorted, double share) {
    return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(share * sorted.length) - 1];
  }
}
