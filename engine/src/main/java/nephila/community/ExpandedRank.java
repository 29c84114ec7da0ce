package nephila.community;

import java.util.Arrays;

/// COMPUTEPR(F) of the paper: the rank of the graph of the fetched pages alone, links to the
/// frontier left out, pages without links inside F passing on to all pages equally.
///
/// Solved up to scale as f = 1 + α Σ f[k]/o[k], which gives the same vector as the uniform
/// treatment of dangling pages, by Gauss–Seidel sweeps from where the last call ended. A sweep is
/// linear in the links of F.
final class ExpandedRank {
  /// The paper stops at 1e-6; warm starts make more digits cheap.
  private static final double THRESHOLD = 1e-9;

  private static final int MAX_SWEEPS = 200;

  private final double damping;
  private double[] value = {};
  private double[] share = {};
  private int[] inside = {};
  private double sum;

  ExpandedRank(double damping) {
    this.damping = damping;
  }

  double damping() {
    return damping;
  }

  void update(ExpandedGraph graph) {
    int before = value.length;
    int known = graph.known();
    value = Arrays.copyOf(value, known);
    Arrays.fill(value, before, known, 1.0);
    share = new double[known];
    inside = countInside(graph);
    for (int page = 0; page < known; page++) {
      share[page] = inside[page] == 0 ? 0 : damping * value[page] / inside[page];
    }
    double change = Double.POSITIVE_INFINITY;
    for (int i = 0; i < MAX_SWEEPS && change > THRESHOLD * sum; i++) {
      change = sweep(graph);
    }
  }

  private static int[] countInside(ExpandedGraph graph) {
    int[] inside = new int[graph.known()];
    int[] targets = graph.targets();
    for (int i = 0; i < graph.fetched(); i++) {
      int page = graph.fetchedPage(i);
      int end = graph.rowStart(page) + graph.degree(page);
      for (int k = graph.rowStart(page); k < end; k++) {
        inside[page] += graph.isFetched(targets[k]) ? 1 : 0;
      }
    }
    return inside;
  }

  private double sweep(ExpandedGraph graph) {
    int[] sources = graph.inSources();
    double change = 0;
    double total = 0;
    for (int i = 0; i < graph.fetched(); i++) {
      int page = graph.fetchedPage(i);
      double received = 1;
      int end = graph.inStart(page) + graph.inDegree(page);
      for (int k = graph.inStart(page); k < end; k++) {
        received += share[sources[k]];
      }
      change += Math.abs(received - value[page]);
      total += received;
      value[page] = received;
      share[page] = inside[page] == 0 ? 0 : damping * received / inside[page];
    }
    sum = total;
    return change;
  }

  /// f[page] of a fetched page; all of F sums to 1.
  double of(int page) {
    return value[page] / sum;
  }

  /// o[page]: how many links of the page stay inside F.
  int inside(int page) {
    return inside[page];
  }

  /// p̂: the part of the local domain, scaled to sum 1.
  double[] local(ExpandedGraph graph) {
    return Distances.normalised(Arrays.copyOf(value, graph.local()));
  }
}
