package nephila.lab.experiment;

import java.util.Arrays;
import java.util.List;
import nephila.lab.report.Shown;

/// One figure over several seeds.
record SeedRange(double mean, double least, double most) {
  static SeedRange of(double... values) {
    return new SeedRange(
        Arrays.stream(values).average().orElse(Double.NaN),
        Arrays.stream(values).min().orElse(Double.NaN),
        Arrays.stream(values).max().orElse(Double.NaN));
  }

  static SeedRange of(List<Double> values) {
    return of(values.stream().mapToDouble(v -> v).toArray());
  }

  /// `1.2 (1.1–1.3)`; the mean alone where all seeds agree.
  @Override
  public String toString() {
    String middle = Shown.number(mean);
    return least == most
        ? middle
        : middle + " (" + Shown.number(least) + "–" + Shown.number(most) + ")";
  }
}
