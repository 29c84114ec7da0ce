package nephila.rank;

import java.util.Arrays;
import nephila.graph.LinkGraph;

/// The off-line rank of a whole graph.
public final class PageRank {
  private PageRank() {}

  /// Damping 0.85, uniform, error below 1e-9.
  public static RankVector solve(LinkGraph graph) {
    return solve(graph, RankOptions.DEFAULTS);
  }

  public static RankVector solve(LinkGraph graph, RankOptions options) {
    int n = graph.pages();
    if (n == 0) {
      return new RankVector(new double[0], 0, 0);
    }
    double[] out = new double[n];
    int[] starts = new int[n + 1];
    int links = Math.toIntExact(graph.links());
    int[] sources = new int[links];
    double[] weights = new double[links];
    double[] self = new double[n];
    for (int i = 0; i < n; i++) {
      LinkGraph.LinkCursor cursor = graph.successors(i);
      for (int j = cursor.next(); j != LinkGraph.NO_PAGE; j = cursor.next()) {
        starts[j + 1]++;
        out[i] += cursor.weight();
      }
    }
    for (int i = 0; i < n; i++) {
      starts[i + 1] += starts[i];
    }
    int[] fill = Arrays.copyOf(starts, n);
    for (int i = 0; i < n; i++) {
      double share = options.damping() / out[i];
      if (options.virtualPage() == RankOptions.VirtualPage.SMALL_EDGE) {
        int degree = graph.outDegree(i);
        share = degree / (degree + 1.0) / out[i];
      }
      LinkGraph.LinkCursor cursor = graph.successors(i);
      for (int j = cursor.next(); j != LinkGraph.NO_PAGE; j = cursor.next()) {
        if (i == j) {
          self[i] = share * cursor.weight();
        } else {
          sources[fill[j]] = i;
          weights[fill[j]++] = share * cursor.weight();
        }
      }
    }
    double[] v = new double[n];
    double[] preference = options.preference();
    double total = preference == null ? n : Arrays.stream(preference).sum();
    for (int i = 0; i < n; i++) {
      v[i] = (preference == null ? 1 : preference[i]) / total;
    }
    double[] y = v.clone();
    double growth = 1 / (1 - options.damping());
    if (options.virtualPage() == RankOptions.VirtualPage.SMALL_EDGE) {
      int most = 0;
      for (int i = 0; i < n; i++) {
        most = Math.max(most, graph.outDegree(i));
      }
      growth = most + 1;
    }
    for (int pass = 1; ; pass++) {
      double residual = 0;
      double mass = 0;
      for (int i = 0; i < n; i++) {
        double sum = v[i];
        for (int k = starts[i]; k < fill[i]; k++) {
          sum += weights[k] * y[sources[k]];
        }
        double next = sum / (1 - self[i]);
        residual += Math.abs(next - y[i]);
        y[i] = next;
        mass += next;
      }
      double bound = 2 * growth * residual / mass + 16 * Math.ulp(1.0) * growth;
      if (bound <= options.threshold() || pass >= options.maxIterations()) {
        for (int i = 0; i < n; i++) {
          y[i] /= mass;
        }
        return new RankVector(y, bound, pass);
      }
    }
  }
}
