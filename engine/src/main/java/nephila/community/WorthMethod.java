package nephila.community;

/// Ours. Fetch the frontier pages with the largest x·v̂: the rank they have by what is known
/// ([KnownRank]) times what a unit of rank there is predicted to be worth to L ([WorthToLocal]).
/// The estimate is the known rank of L.
///
/// SC-SELECT asks how much a page changes the rank of L if it links like an average page of F. This
/// asks how much of its rank arrives in L if it links like the fetched pages near it.
final class WorthMethod implements Method {
  private final AddressGroups groups = new AddressGroups();
  private final KnownRank rank;
  private final WorthToLocal worth;

  WorthMethod(double damping) {
    this.rank = new KnownRank(damping, groups);
    this.worth = new WorthToLocal(damping, groups);
  }

  @Override
  public void update(ExpandedGraph graph) {
    groups.update(graph);
    rank.update(graph);
    worth.update(graph);
  }

  @Override
  public int[] choose(ExpandedGraph graph, int count) {
    int[] frontier = Best.frontier(graph);
    double[] score = new double[frontier.length];
    for (int i = 0; i < score.length; i++) {
      score[i] = rank.of(frontier[i]) * worth.of(frontier[i]);
    }
    return Best.of(frontier, score, count);
  }

  @Override
  public double[] estimate(ExpandedGraph graph) {
    return rank.local(graph);
  }
}
