package nephila.liverank;

import java.util.Arrays;
import nephila.graph.CsrGraph;
import org.jspecify.annotations.Nullable;

/// PageRank from a chosen set of pages: Y = d·Y·A + (1 − d)·X, equation (1) of the paper, where A
/// is substochastic: what reaches a page without links is lost. The order of pages does not depend
/// on what is done with lost rank as long as it returns along X.
final class Diffusion {
  private static final double DAMPING = 0.85;
  private static final double PRECISION = 1e-9;
  private static final int MOST_ROUNDS = 120;

  private final CsrGraph links;

  Diffusion(CsrGraph links) {
    this.links = links;
  }

  /// The rank of every page when X is uniform on `sources`, or on all pages when null.
  double[] from(int @Nullable [] sources) {
    int n = links.pages();
    double[] teleport = new double[n];
    if (sources == null) {
      Arrays.fill(teleport, (1 - DAMPING) / n);
    } else {
      for (int page : sources) {
        teleport[page] = (1 - DAMPING) / sources.length;
      }
    }
    double[] rank = teleport.clone();
    double[] next = new double[n];
    double change = 1;
    for (int round = 0; round < MOST_ROUNDS && change > PRECISION; round++) {
      step(teleport, rank, next);
      change = 0;
      for (int i = 0; i < n; i++) {
        change += Math.abs(next[i] - rank[i]);
      }
      double[] swap = rank;
      rank = next;
      next = swap;
    }
    return rank;
  }

  private void step(double[] teleport, double[] rank, double[] next) {
    System.arraycopy(teleport, 0, next, 0, next.length);
    int[] targets = links.targets();
    for (int i = 0; i < rank.length; i++) {
      if (rank[i] > 0) {
        int start = (int) links.rowStart(i);
        int end = (int) links.rowStart(i + 1);
        double share = DAMPING * rank[i] / (end - start);
        for (int k = start; k < end; k++) {
          next[targets[k]] += share;
        }
      }
    }
  }
}
