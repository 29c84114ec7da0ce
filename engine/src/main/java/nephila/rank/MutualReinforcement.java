package nephila.rank;

import java.util.Arrays;
import nephila.UserError;
import nephila.graph.LinkGraph;

/// Kleinberg's authorities and hubs: the principal eigenvectors of L = KᵀK and of KKᵀ, where K[i,j]
/// is the weight of the link from i to j (1 where links have none). A page is a good authority if
/// good hubs point to it, and a good hub if it points to good authorities (paper 000, section 2.1).
///
/// How: each step applies KᵀK row by row in one pass over the links, without the transpose, and
/// takes the best vector that the present one, its residual and the step before span (a locally
/// optimal conjugate gradient of the Rayleigh quotient), which needs the square root of the passes
/// that the plain power iteration does. It starts with every page alike: where the largest
/// eigenvalue is multiple, the result is what the plain iteration from there would reach.
///
/// Costs 56 bytes a page. What is told as reached is the residual |A·x − λ·x| relative to λ; the
/// distance to the eigenvector is that over the gap to the second eigenvalue, which nobody knows,
/// so the vector has no proven error.
public final class MutualReinforcement {
  /// Below this a direction is rounding, and nothing is gained along it.
  private static final double NOTHING = 1e-14;

  private final LinkGraph graph;

  public MutualReinforcement(LinkGraph graph) {
    this.graph = graph;
  }

  /// The authority of every page, summing to 1: how much good hubs point to it. Takes threshold (of
  /// the residual, relative to the eigenvalue), limit and progress from the options.
  public RankVector authorities(RankOptions options) {
    return solve(options, false);
  }

  /// The hub value of every page, summing to 1: how much it points to good authorities.
  public RankVector hubs(RankOptions options) {
    return solve(options, true);
  }

  private RankVector solve(RankOptions options, boolean hubs) {
    int n = graph.pages();
    if (n == 0) {
      return new RankVector(new double[0], 0, 0);
    }
    double[] x = new double[n];
    Arrays.fill(x, 1 / Math.sqrt(n));
    double[] ax = new double[n];
    double[] residual = new double[n];
    double[] ar = new double[n];
    double[] before = new double[n];
    double[] ab = new double[n];
    apply(x, ax);
    if (dot(ax, ax) == 0) {
      throw new UserError("no page links to another: the graph has no hubs and no authorities");
    }
    int pass = 1;
    while (true) {
      double value = dot(x, ax);
      for (int i = 0; i < n; i++) {
        residual[i] = ax[i] - value * x[i];
      }
      if (norm(residual) <= Math.max(options.threshold(), PowerStep.ROUNDING) * value) {
        break;
      }
      if (pass >= options.maxIterations()) {
        throw new UserError(
            "not settled after "
                + pass
                + " steps, the residual is "
                + norm(residual) / value
                + " of the largest eigenvalue: give a larger --threshold");
      }
      orthogonal(residual, x);
      scale(residual, 1 / norm(residual));
      apply(residual, ar);
      pass++;
      options.progress().at("steps", pass, -1);
      boolean three = withoutOthers(before, ab, x, ax, residual, ar);
      double[] mix = best(x, ax, residual, ar, before, ab, three);
      advance(mix, x, residual, before);
      advance(mix, ax, ar, ab);
      double length = norm(x);
      scale(x, 1 / length);
      scale(ax, 1 / length);
      if (pass % 20 == 0) {
        apply(x, ax); // what was only summed up has gathered rounding
      }
    }
    double[] result = hubs ? gather(x) : x;
    double sum = 0;
    for (int i = 0; i < n; i++) {
      result[i] = Math.max(0, result[i]); // no entry is below 0 but by rounding
      sum += result[i];
    }
    scale(result, 1 / sum);
    return new RankVector(result, Double.POSITIVE_INFINITY, pass);
  }

  /// `to` = KᵀK · `from`.
  private void apply(double[] from, double[] to) {
    Arrays.fill(to, 0);
    Row row = new Row(graph);
    for (int page = 0; page < from.length; page++) {
      row.read(page);
      double hub = hub(row, from);
      for (int k = row.from; k < row.to; k++) {
        to[row.targets[k]] += hub * (row.weights == null ? 1 : row.weights[k]);
      }
    }
  }

  /// K · `from`: the hubs of authorities.
  private double[] gather(double[] from) {
    double[] hubs = new double[from.length];
    Row row = new Row(graph);
    for (int page = 0; page < from.length; page++) {
      row.read(page);
      hubs[page] = hub(row, from);
    }
    return hubs;
  }

  private static double hub(Row row, double[] authorities) {
    double sum = 0;
    for (int k = row.from; k < row.to; k++) {
      sum += (row.weights == null ? 1 : row.weights[k]) * authorities[row.targets[k]];
    }
    return sum;
  }

  /// Takes from `v` (and its image) what the other two directions have of it, and scales it to 1;
  /// returns whether anything is left.
  private static boolean withoutOthers(
      double[] v, double[] av, double[] x, double[] ax, double[] r, double[] ar) {
    double length = norm(v);
    if (length == 0) {
      return false;
    }
    scale(v, 1 / length);
    scale(av, 1 / length);
    for (int twice = 0; twice < 2; twice++) {
      double alongX = dot(v, x);
      double alongR = dot(v, r);
      for (int i = 0; i < v.length; i++) {
        v[i] -= alongX * x[i] + alongR * r[i];
        av[i] -= alongX * ax[i] + alongR * ar[i];
      }
    }
    double left = norm(v);
    if (left < NOTHING) {
      return false;
    }
    scale(v, 1 / left);
    scale(av, 1 / left);
    return true;
  }

  /// The coefficients of the best unit vector in the span of the two or three orthonormal ones: the
  /// principal eigenvector of the matrix that they make of KᵀK.
  private static double[] best(
      double[] x, double[] ax, double[] r, double[] ar, double[] b, double[] ab, boolean three) {
    int size = three ? 3 : 2;
    double[][] vectors = {x, r, b};
    double[][] images = {ax, ar, ab};
    double[][] small = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        small[i][j] = dot(vectors[i], images[j]);
        small[j][i] = small[i][j];
      }
    }
    double[] mix = Arrays.copyOf(Symmetric.principal(small), 3);
    if (mix[0] < 0) {
      scale(mix, -1);
    }
    return mix;
  }

  /// `x` becomes the mixture, and `b` what the mixture moved it by.
  private static void advance(double[] mix, double[] x, double[] r, double[] b) {
    for (int i = 0; i < x.length; i++) {
      double moved = mix[1] * r[i] + mix[2] * b[i];
      x[i] = mix[0] * x[i] + moved;
      b[i] = moved;
    }
  }

  private static void orthogonal(double[] v, double[] to) {
    double along = dot(v, to);
    for (int i = 0; i < v.length; i++) {
      v[i] -= along * to[i];
    }
  }

  private static double norm(double[] v) {
    return Math.sqrt(dot(v, v));
  }

  private static void scale(double[] v, double by) {
    for (int i = 0; i < v.length; i++) {
      v[i] *= by;
    }
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /// Eigenvectors of matrices of a few rows.
  private static final class Symmetric {
    private static final int SWEEPS = 30;

    private Symmetric() {}

    /// The unit eigenvector of the largest eigenvalue, by Jacobi's rotations. Overwrites `a`.
    static double[] principal(double[][] a) {
      int n = a.length;
      double[][] vectors = new double[n][n];
      for (int i = 0; i < n; i++) {
        vectors[i][i] = 1;
      }
      for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (int p = 0; p < n; p++) {
          for (int q = p + 1; q < n; q++) {
            rotate(a, vectors, p, q);
          }
        }
      }
      int best = 0;
      for (int i = 1; i < n; i++) {
        best = a[i][i] > a[best][best] ? i : best;
      }
      double[] result = new double[n];
      for (int i = 0; i < n; i++) {
        result[i] = vectors[i][best];
      }
      return result;
    }

    private static void rotate(double[][] a, double[][] vectors, int p, int q) {
      if (a[p][q] == 0) {
        return;
      }
      double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
      double t = Math.copySign(1, theta) / (Math.abs(theta) + Math.hypot(theta, 1));
      double c = 1 / Math.hypot(t, 1);
      double s = t * c;
      for (int k = 0; k < a.length; k++) {
        double kp = a[k][p];
        double kq = a[k][q];
        a[k][p] = c * kp - s * kq;
        a[k][q] = s * kp + c * kq;
      }
      for (int k = 0; k < a.length; k++) {
        double pk = a[p][k];
        double qk = a[q][k];
        a[p][k] = c * pk - s * qk;
        a[q][k] = s * pk + c * qk;
      }
      for (double[] row : vectors) {
        double kp = row[p];
        double kq = row[q];
        row[p] = c * kp - s * kq;
        row[q] = s * kp + c * kq;
      }
    }
  }
}
