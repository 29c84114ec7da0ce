package nephila.community;

import java.util.random.RandomGenerator;

/// The simple selections of the paper: chance, links counted, rank flowing.
final class FlowScores {
  private FlowScores() {}

  /// RANDOM: every known page outside is as good as any other.
  static PaperMethod.Score random(RandomGenerator random) {
    return (graph, rank, frontier) -> {
      double[] scores = new double[frontier.length];
      for (int i = 0; i < scores.length; i++) {
        scores[i] = random.nextDouble();
      }
      return scores;
    };
  }

  /// OUTLINKCOUNT: how many fetched pages link to it. The paper says "outlinks from the local
  /// domain", which its algorithms let grow to F.
  static double[] outlinkCount(ExpandedGraph graph, ExpandedRank rank, int[] frontier) {
    double[] scores = new double[frontier.length];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = graph.inDegree(frontier[i]);
    }
    return scores;
  }

  /// PF-SELECT (section 5.2.2): Σ f[k] / (o[k] + 1) over the fetched pages k that link to it.
  static double[] flow(ExpandedGraph graph, ExpandedRank rank, int[] frontier) {
    return flow(graph, rank, frontier, 1);
  }

  /// The heuristic of Cho and others that PF-SELECT is set beside: Σ f[k] / o[k]. A page whose only
  /// link inside F this would be passes everything.
  static double[] flowOfCho(ExpandedGraph graph, ExpandedRank rank, int[] frontier) {
    return flow(graph, rank, frontier, 0);
  }

  private static double[] flow(ExpandedGraph graph, ExpandedRank rank, int[] frontier, int more) {
    int[] sources = graph.inSources();
    double[] scores = new double[frontier.length];
    for (int i = 0; i < scores.length; i++) {
      int start = graph.inStart(frontier[i]);
      int end = start + graph.inDegree(frontier[i]);
      for (int k = start; k < end; k++) {
        scores[i] += rank.of(sources[k]) / Math.max(1, rank.inside(sources[k]) + more);
      }
    }
    return scores;
  }
}
