package nephila.liverank.learned;

/// Logistic regression by Newton's method, drawn to weights given beforehand: with few rows it
/// keeps them, with many it learns its own.
///
/// Minimises Σ log-loss + Σ pull·(w − w0)²/2. A step costs rows·features²/2.
final class Logistic {
  private static final int HALVINGS = 10;

  private final double[] prior;
  private final double[] pull;
  private final double[] weights;

  Logistic(double[] prior, double[] pull) {
    this.prior = prior;
    this.pull = pull;
    this.weights = prior.clone();
  }

  /// The log-odds of a row.
  double score(double[] row) {
    double sum = 0;
    for (int k = 0; k < weights.length; k++) {
      sum += weights[k] * row[k];
    }
    return sum;
  }

  double[] weights() {
    return weights;
  }

  static double probability(double score) {
    return 1 / (1 + Math.exp(-score));
  }

  /// Takes at most `steps` Newton steps on the first `count` rows, starting from the weights so
  /// far. None makes the loss larger: a whole step can leap over the valley and end higher than it
  /// began.
  void fit(double[][] rows, boolean[] alive, int count, int steps) {
    int d = weights.length;
    double loss = loss(rows, alive, count);
    for (int step = 0; step < steps; step++) {
      double[] move = new double[d];
      double[][] curvature = new double[d][d];
      for (int k = 0; k < d; k++) {
        move[k] = pull[k] * (prior[k] - weights[k]);
        curvature[k][k] = pull[k];
      }
      for (int r = 0; r < count; r++) {
        add(rows[r], alive[r], move, curvature);
      }
      solve(curvature, move);
      double after = descend(rows, alive, count, move, loss);
      if (after >= loss) {
        break;
      }
      loss = after;
    }
  }

  /// Moves the weights, by half as much until the loss is less; returns the loss after.
  private double descend(double[][] rows, boolean[] alive, int count, double[] move, double loss) {
    double[] before = weights.clone();
    double scale = 1;
    for (int k = 0; k < HALVINGS; k++) {
      for (int j = 0; j < weights.length; j++) {
        weights[j] = before[j] + scale * move[j];
      }
      double after = loss(rows, alive, count);
      if (after < loss) {
        return after;
      }
      scale /= 2;
    }
    System.arraycopy(before, 0, weights, 0, before.length);
    return loss;
  }

  private double loss(double[][] rows, boolean[] alive, int count) {
    double loss = 0;
    for (int k = 0; k < weights.length; k++) {
      double off = weights[k] - prior[k];
      loss += pull[k] * off * off / 2;
    }
    for (int r = 0; r < count; r++) {
      double against = alive[r] ? -score(rows[r]) : score(rows[r]);
      loss += against > 30 ? against : Math.log1p(Math.exp(against));
    }
    return loss;
  }

  private void add(double[] row, boolean alive, double[] gradient, double[][] curvature) {
    double p = probability(score(row));
    double miss = (alive ? 1 : 0) - p;
    double weight = Math.max(p * (1 - p), 1e-4);
    for (int k = 0; k < row.length; k++) {
      double value = row[k];
      if (value != 0) {
        gradient[k] += miss * value;
        double scaled = weight * value;
        double[] line = curvature[k];
        for (int j = 0; j <= k; j++) {
          line[j] += scaled * row[j];
        }
      }
    }
  }

  /// Solves lower·lowerᵀ x = b in place of b, by Cholesky; `matrix` holds the lower triangle.
  private static void solve(double[][] matrix, double[] b) {
    int d = b.length;
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = matrix[i][j];
        for (int k = 0; k < j; k++) {
          sum -= matrix[i][k] * matrix[j][k];
        }
        matrix[i][j] = i == j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / matrix[j][j];
      }
    }
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < i; k++) {
        b[i] -= matrix[i][k] * b[k];
      }
      b[i] /= matrix[i][i];
    }
    for (int i = d - 1; i >= 0; i--) {
      for (int k = i + 1; k < d; k++) {
        b[i] -= matrix[k][i] * b[k];
      }
      b[i] /= matrix[i][i];
    }
  }
}
