package nephila.rank;

import java.util.Random;
import nephila.graph.CsrGraph;

/// Random little graphs with everything that makes ranks go wrong, and their rank by elimination.
final class Webs {
  private Webs() {}

  /// A seed from the property `nephila.seed`, else 1; printed, to be replayed.
  static Random random(String test) {
    long seed = Long.getLong("nephila.seed", 1);
    System.out.println(test + ": replay with -Dnephila.seed=" + seed);
    return new Random(seed);
  }

  /// A graph of one to forty pages: self-links, dangling pages, islands, sometimes no link at all.
  static CsrGraph graph(Random random, boolean weighted) {
    int pages = 1 + random.nextInt(40);
    int links =
        switch (random.nextInt(4)) {
          case 0 -> 0;
          case 1 -> random.nextInt(pages + 1);
          default -> random.nextInt(6 * pages);
        };
    int island = 1 + random.nextInt(pages);
    int[] sources = new int[links];
    int[] targets = new int[links];
    double[] weights = new double[links];
    for (int k = 0; k < links; k++) {
      sources[k] = random.nextInt(pages);
      int low = sources[k] < island ? 0 : island;
      int high = sources[k] < island ? island : pages;
      targets[k] = random.nextInt(8) == 0 ? sources[k] : low + random.nextInt(high - low);
      weights[k] = 1 + random.nextInt(3);
    }
    return CsrGraph.of(pages, sources, targets, weighted ? weights : null);
  }

  /// The rank by Gaussian elimination of y = v + M·y.
  static double[] dense(CsrGraph graph, RankOptions options) {
    int n = graph.pages();
    double[][] a = new double[n][n + 1];
    double[] preference = options.preference();
    for (int i = 0; i < n; i++) {
      a[i][i] += 1;
      a[i][n] = preference == null ? 1 : preference[i];
      double total = 0;
      for (int k = (int) graph.rowStart(i); k < graph.rowStart(i + 1); k++) {
        total += weight(graph, k);
      }
      int out = graph.outDegree(i);
      boolean damped = options.virtualPage() == RankOptions.VirtualPage.DAMPED;
      double passed = damped ? options.damping() : out / (out + 1.0);
      for (int k = (int) graph.rowStart(i); k < graph.rowStart(i + 1); k++) {
        a[graph.targets()[k]][i] -= passed * weight(graph, k) / total;
      }
    }
    return normalised(eliminate(a));
  }

  private static double weight(CsrGraph graph, int k) {
    double[] weights = graph.weights();
    return weights == null ? 1 : weights[k];
  }

  private static double[] eliminate(double[][] a) {
    int n = a.length;
    for (int p = 0; p < n; p++) {
      for (int i = p + 1; i < n; i++) {
        double f = a[i][p] / a[p][p];
        for (int j = p; j <= n && f != 0; j++) {
          a[i][j] -= f * a[p][j];
        }
      }
    }
    double[] y = new double[n];
    for (int i = n - 1; i >= 0; i--) {
      double sum = a[i][n];
      for (int j = i + 1; j < n; j++) {
        sum -= a[i][j] * y[j];
      }
      y[i] = sum / a[i][i];
    }
    return y;
  }

  static double[] normalised(double[] vector) {
    double sum = Total.of(vector);
    double[] result = new double[vector.length];
    for (int i = 0; i < vector.length; i++) {
      result[i] = vector[i] / sum;
    }
    return result;
  }
}
