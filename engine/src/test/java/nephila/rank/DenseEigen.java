package nephila.rank;

/// Eigenvectors of small symmetric matrices, all of them, by cyclic Jacobi rotations.
final class DenseEigen {
  private DenseEigen() {}

  /// KᵀK, or KKᵀ.
  static double[][] squared(double[][] k, boolean rows) {
    int n = k.length;
    double[][] square = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        for (int m = 0; m < n; m++) {
          square[i][j] += rows ? k[i][m] * k[j][m] : k[m][i] * k[m][j];
        }
      }
    }
    return square;
  }

  /// What the vector of ones has of the eigenvectors of the largest eigenvalue, summing to 1; empty
  /// where another eigenvalue is so near that nobody can tell them apart.
  static double[] principal(double[][] a) {
    int n = a.length;
    double[][] vectors = new double[n][n];
    for (int i = 0; i < n; i++) {
      vectors[i][i] = 1;
    }
    for (int sweep = 0; sweep < 40; sweep++) {
      for (int p = 0; p < n; p++) {
        for (int q = p + 1; q < n; q++) {
          rotate(a, vectors, p, q);
        }
      }
    }
    double largest = 0;
    for (int i = 0; i < n; i++) {
      largest = Math.max(largest, a[i][i]);
    }
    double[] result = new double[n];
    double sum = 0;
    for (int e = 0; e < n; e++) {
      double below = 1 - a[e][e] / largest;
      if (below > 1e-9 && below < 1e-3) {
        return new double[0];
      }
      if (below <= 1e-9) {
        double along = 0;
        for (int i = 0; i < n; i++) {
          along += vectors[i][e];
        }
        for (int i = 0; i < n; i++) {
          result[i] += along * vectors[i][e];
        }
      }
    }
    for (double value : result) {
      sum += value;
    }
    for (int i = 0; i < n; i++) {
      result[i] /= sum;
    }
    return result;
  }

  private static void rotate(double[][] a, double[][] vectors, int p, int q) {
    if (Math.abs(a[p][q]) < 1e-300) {
      return;
    }
    double angle = 0.5 * Math.atan2(2 * a[p][q], a[p][p] - a[q][q]);
    double c = Math.cos(angle);
    double s = Math.sin(angle);
    for (double[] row : a) {
      double first = row[p];
      row[p] = c * first + s * row[q];
      row[q] = c * row[q] - s * first;
    }
    for (int k = 0; k < a.length; k++) {
      double first = a[p][k];
      a[p][k] = c * first + s * a[q][k];
      a[q][k] = c * a[q][k] - s * first;
    }
    for (double[] row : vectors) {
      double first = row[p];
      row[p] = c * first + s * row[q];
      row[q] = c * row[q] - s * first;
    }
  }
}
