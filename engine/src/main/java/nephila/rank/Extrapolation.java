package nephila.rank;

/// Guesses where a series of sweeps leads from the last few changes it made: the combination of the
/// iterates whose next change would be the smallest in L2 (reduced rank extrapolation; the same as
/// restarted GMRES, preconditioned by the sweep).
///
/// Sweep s writes what it changed to [#slot], then calls [#kept]; when [#full], [#leap] moves the
/// vector. Changes are kept as `float`: they steer, they are not the result. Costs 4·[#MEMORY]
/// bytes a page, and about a fifth of a sweep for a leap.
final class Extrapolation {
  /// Changes looked at. Sweeps needed for 1e-9 on cnr-2000 and uk-2007-05@100000: 59 and 58 without
  /// leaps, 54 and 31 with 3, 42 and 27 with 5, 39 and 29 with 7, 39 and 28 with 9.
  static final int MEMORY = 6;

  /// Pages worked on at a time: their changes stay in the nearest cache.
  private static final int PIECE = 1024;

  private final float[][] changes;
  private int count;

  Extrapolation(int length) {
    changes = new float[MEMORY][length];
  }

  /// Where the running sweep writes its changes.
  float[] slot() {
    return changes[count];
  }

  void kept() {
    count++;
  }

  boolean full() {
    return count == MEMORY;
  }

  /// Moves y, the result of the last sweep, to the combination, never below 0, and forgets the
  /// changes.
  void leap(double[] y) {
    count = 0;
    double[] weight = smallestCombination(gram());
    // Iterate j is y less the changes after it, so change i is taken back by the weight of all
    // iterates before it.
    double[] back = new double[MEMORY];
    for (int i = 1; i < MEMORY; i++) {
      back[i] = back[i - 1] + weight[i - 1];
      if (!Double.isFinite(back[i])) {
        return;
      }
    }
    for (int from = 0; from < y.length; from += PIECE) {
      int to = Math.min(y.length, from + PIECE);
      for (int i = 1; i < MEMORY; i++) {
        takeBack(y, changes[i], back[i], from, to);
      }
      for (int page = from; page < to; page++) {
        y[page] = Math.max(0, y[page]);
      }
    }
  }

  private static void takeBack(double[] y, float[] change, double factor, int from, int to) {
    for (int page = from; page < to; page++) {
      y[page] -= factor * change[page];
    }
  }

  private double[][] gram() {
    double[][] gram = new double[MEMORY][MEMORY];
    int length = changes[0].length;
    for (int from = 0; from < length; from += PIECE) {
      int to = Math.min(length, from + PIECE);
      for (int i = 0; i < MEMORY; i++) {
        for (int j = 0; j <= i; j++) {
          gram[i][j] += product(changes[i], changes[j], from, to);
        }
      }
    }
    for (int i = 0; i < MEMORY; i++) {
      for (int j = 0; j < i; j++) {
        gram[j][i] = gram[i][j];
      }
    }
    return gram;
  }

  private static double product(float[] a, float[] b, int from, int to) {
    double even = 0;
    double odd = 0;
    int k = from;
    for (; k < to - 1; k += 2) {
      even += (double) a[k] * b[k];
      odd += (double) a[k + 1] * b[k + 1];
    }
    return k < to ? even + odd + (double) a[k] * b[k] : even + odd;
  }

  /// The weights w, summing to 1, with the least w·G·w: G⁻¹·1, scaled. Gauss–Jordan on G scaled to
  /// a unit diagonal, which a little more than 1 keeps regular.
  private static double[] smallestCombination(double[][] gram) {
    double[] scale = new double[MEMORY];
    double[][] rows = new double[MEMORY][MEMORY + 1];
    for (int i = 0; i < MEMORY; i++) {
      scale[i] = 1 / Math.sqrt(gram[i][i]);
    }
    for (int i = 0; i < MEMORY; i++) {
      for (int j = 0; j < MEMORY; j++) {
        rows[i][j] = gram[i][j] * scale[i] * scale[j] * (i == j ? 1 + 1e-10 : 1);
      }
      rows[i][MEMORY] = scale[i];
    }
    for (int i = 0; i < MEMORY; i++) {
      eliminate(rows, i);
    }
    double[] weights = new double[MEMORY];
    double sum = 0;
    for (int i = 0; i < MEMORY; i++) {
      weights[i] = rows[i][MEMORY] / rows[i][i] * scale[i];
      sum += weights[i];
    }
    for (int i = 0; i < MEMORY; i++) {
      weights[i] /= sum;
    }
    return weights;
  }

  /// G is positive definite, so no row needs to be exchanged.
  private static void eliminate(double[][] rows, int pivot) {
    for (int r = 0; r < MEMORY; r++) {
      double factor = r == pivot ? 0 : rows[r][pivot] / rows[pivot][pivot];
      for (int c = pivot; c <= MEMORY && factor != 0; c++) {
        rows[r][c] -= factor * rows[pivot][c];
      }
    }
  }
}
