package nephila.community;

import java.util.Arrays;

/// Ours. Fetch the frontier pages with the largest x·v̂: the rank they have by what is known
/// ([KnownRank]) times what a unit of rank there is predicted to be worth to L ([WorthToLocal]).
/// The estimate is the known rank of L.
///
/// SC-SELECT asks how much a page changes the rank of L if it links like an average page of F. This
/// asks how much of its rank arrives in L if it links like the fetched pages near it.
///
/// A part of every step, [#LOOK_ROUND], goes to the pages of the highest rank whatever they are
/// predicted to be worth: predictions are made from what was fetched, and a selection that only
/// follows them never learns that it is wrong about the rest.
final class WorthMethod implements Method {
  private static final double LOOK_ROUND = 0.1;

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
    int wanted = Math.min(count, frontier.length);
    double[] score = new double[frontier.length];
    for (int i = 0; i < score.length; i++) {
      score[i] = rank.of(frontier[i]) * worth.of(frontier[i]);
    }
    int[] best = Best.of(frontier, score, (int) Math.ceil(wanted * (1 - LOOK_ROUND)));
    boolean[] taken = new boolean[graph.known()];
    for (int page : best) {
      taken[page] = true;
    }
    for (int i = 0; i < score.length; i++) {
      score[i] = taken[frontier[i]] ? -1 : rank.of(frontier[i]);
    }
    int[] others = Best.of(frontier, score, wanted - best.length);
    int[] chosen = Arrays.copyOf(best, wanted);
    System.arraycopy(others, 0, chosen, best.length, others.length);
    return chosen;
  }

  @Override
  public double[] estimate(ExpandedGraph graph) {
    return rank.local(graph);
  }
}
