package nephila.community;

/// The paper's frame: the rank of the fetched pages alone is the estimate, and a score per frontier
/// page chooses the next.
final class PaperMethod implements Method {
  private final ExpandedRank rank;
  private final Score score;

  PaperMethod(double damping, Score score) {
    this.rank = new ExpandedRank(damping);
    this.score = score;
  }

  /// What a selection thinks of each page of the frontier.
  @FunctionalInterface
  interface Score {
    double[] of(ExpandedGraph graph, ExpandedRank rank, int[] frontier);
  }

  @Override
  public void update(ExpandedGraph graph) {
    rank.update(graph);
  }

  @Override
  public int[] choose(ExpandedGraph graph, int count) {
    int[] frontier = TopPages.frontier(graph);
    return TopPages.of(frontier, score.of(graph, rank, frontier), count);
  }

  @Override
  public double[] estimate(ExpandedGraph graph) {
    return rank.local(graph);
  }
}
