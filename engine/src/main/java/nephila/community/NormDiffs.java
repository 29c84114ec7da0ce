package nephila.community;

import java.util.Arrays;

/// L1NORMDIFFS of the paper: the norm ‖E_L(y + g·z)‖₁ for many scalars g, where y = −b in every
/// component.
sealed interface NormDiffs {
  /// The norm at g ≥ 0.
  double at(double g);

  /// The same for another b: Σ|g·z − c·b| = c · Σ|(g/c)·z − b|.
  default double at(double g, double timesB) {
    return timesB * at(g / timesB);
  }

  /// Exact, in O(log ℓ) a query after O(ℓ log ℓ): the norm is piecewise linear in g. Σ|g·z − b| =
  /// g·Σ|z − t| with t = b/g, and the sum splits where the sorted z passes t.
  final class Exact implements NormDiffs {
    private final double b;
    private final double[] sorted;
    private final double[] prefix;

    Exact(double b, double[] z) {
      this.b = b;
      this.sorted = z.clone();
      Arrays.sort(sorted);
      this.prefix = new double[z.length + 1];
      for (int i = 0; i < z.length; i++) {
        prefix[i + 1] = prefix[i] + sorted[i];
      }
    }

    @Override
    public double at(double g) {
      int n = sorted.length;
      if (g == 0) {
        return n * Math.abs(b);
      }
      double t = b / g;
      int below = Arrays.binarySearch(sorted, t);
      below = below < 0 ? -below - 1 : below;
      double under = below * t - prefix[below];
      double over = prefix[n] - prefix[below] - (n - below) * t;
      return g * (under + over);
    }
  }

  /// As the paper has it: a table of the norm at `cells` values of g, evenly spaced, and the
  /// nearest of them for a query. O(ℓ · cells) to build.
  final class Table implements NormDiffs {
    private final double lowest;
    private final double step;
    private final double[] norms;

    Table(double b, double[] z, double lowest, double highest, int cells) {
      this.lowest = lowest;
      this.step = cells > 1 ? (highest - lowest) / (cells - 1) : 0;
      this.norms = new double[cells];
      for (int i = 0; i < cells; i++) {
        double g = lowest + i * step;
        double norm = 0;
        for (double zk : z) {
          norm += Math.abs(g * zk - b);
        }
        norms[i] = norm;
      }
    }

    @Override
    public double at(double g) {
      if (step == 0) {
        return norms[0];
      }
      long nearest = Math.round((g - lowest) / step);
      return norms[(int) Math.clamp(nearest, 0, norms.length - 1)];
    }
  }
}
