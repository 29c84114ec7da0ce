package nephila.community;

import java.util.Arrays;

/// How far an estimate p̂ is from the truth p*: the distances of the paper (section 6.1).
///
/// @param l1 the sum of absolute differences
/// @param l2 the Euclidean distance
/// @param linf the largest difference
/// @param tau Kendall's τ over all n(n−1)/2 pairs, as the paper has it; with ties it cannot reach 1
/// @param taub Kendall's τ-b, which forgives ties; NaN where one side is all ties
public record Distances(double l1, double l2, double linf, double tau, double taub) {
  /// Differences below this share of the larger value count as a tie when pairs are compared: the
  /// rounding of two computations must not order pages that are equal.
  static final double TIE = 1e-9;

  /// The distances of two vectors of the same length.
  public static Distances between(double[] estimate, double[] truth) {
    if (estimate.length != truth.length) {
      throw new IllegalArgumentException(
          estimate.length + " estimates but " + truth.length + " true values");
    }
    double l1 = 0;
    double squares = 0;
    double linf = 0;
    for (int i = 0; i < truth.length; i++) {
      double difference = Math.abs(estimate[i] - truth[i]);
      l1 += difference;
      squares += difference * difference;
      linf = Math.max(linf, difference);
    }
    Kendall kendall = Kendall.of(estimate, truth);
    return new Distances(l1, Math.sqrt(squares), linf, kendall.tau(), kendall.tauB());
  }

  /// The L1 distance alone.
  public static double l1(double[] estimate, double[] truth) {
    double sum = 0;
    for (int i = 0; i < truth.length; i++) {
      sum += Math.abs(estimate[i] - truth[i]);
    }
    return sum;
  }

  /// The vector scaled to sum 1.
  public static double[] normalised(double[] values) {
    double sum = Arrays.stream(values).sum();
    double[] scaled = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      scaled[i] = values[i] / sum;
    }
    return scaled;
  }
}
