package nephila.community;

import java.util.Arrays;

/// Ours. Half of every step fetches the frontier pages with the largest x·v̂: the rank they have by
/// what is known ([KnownRank]) times what a unit of rank there is predicted to be worth to L
/// ([WorthToLocal]). The other half is SC-SELECT's. The estimate is the known rank of L.
///
/// SC-SELECT asks how much a page changes the rank of L if it links like an average page of F; x·v̂
/// asks how much of its rank arrives in L if it links like the fetched pages near it. Each misses
/// what the other sees: alone, x·v̂ was worse than SC-SELECT on a topic and on four of 36 sites;
/// together they are worse only on two sites whose L1 is below 0.001.
///
/// A part of the first half, [#LOOK_ROUND] of the step, goes to the pages of the highest rank
/// whatever they are predicted to be worth: a selection that only follows its predictions never
/// learns that it is wrong about the rest. They and the other half say how far the rest can be
/// trusted ([Trust]).
final class WorthMethod implements Method {
  private static final double COMPLEMENT = 0.5;
  private static final double LOOK_ROUND = 0.1;

  private final AddressGroups groups = new AddressGroups();
  private final KnownRank rank;
  private final WorthToLocal worth;
  private final Trust trust = new Trust();
  private final Method complement;

  WorthMethod(double damping, Method complement) {
    this.rank = new KnownRank(damping, groups);
    this.worth = new WorthToLocal(damping, groups);
    this.complement = complement;
  }

  @Override
  public void update(ExpandedGraph graph) {
    complement.update(graph);
    groups.update(graph);
    worth.update(graph);
    trust.update(worth);
    rank.update(graph, trust.value());
  }

  @Override
  public int[] choose(ExpandedGraph graph, int count) {
    int[] frontier = Best.frontier(graph);
    int wanted = Math.min(count, frontier.length);
    boolean[] taken = new boolean[graph.known()];
    int[] chosen = new int[wanted];
    int[] complements = complement.choose(graph, (int) Math.round(wanted * COMPLEMENT));
    int size = put(chosen, 0, complements, taken);
    double[] score = new double[frontier.length];
    for (int i = 0; i < score.length; i++) {
      int page = frontier[i];
      score[i] = taken[page] ? -1 : rank.of(page) * worth.of(page);
    }
    int worthy = Math.max(0, wanted - size - (int) (wanted * LOOK_ROUND));
    size = put(chosen, size, Best.of(frontier, score, worthy), taken);
    for (int i = 0; i < score.length; i++) {
      score[i] = taken[frontier[i]] ? -1 : rank.of(frontier[i]);
    }
    int[] looked = Best.of(frontier, score, wanted - size);
    put(chosen, size, looked, taken);
    trust.expect(graph, joined(complements, looked), rank, worth);
    return chosen;
  }

  private static int[] joined(int[] some, int[] others) {
    int[] all = Arrays.copyOf(some, some.length + others.length);
    System.arraycopy(others, 0, all, some.length, others.length);
    return all;
  }

  private static int put(int[] chosen, int size, int[] more, boolean[] taken) {
    System.arraycopy(more, 0, chosen, size, more.length);
    Arrays.stream(more).forEach(page -> taken[page] = true);
    return size + more.length;
  }

  @Override
  public double[] estimate(ExpandedGraph graph) {
    return rank.local(graph);
  }
}
