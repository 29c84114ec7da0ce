package nephila.community.worth;

import java.util.Arrays;
import nephila.community.Distances;
import nephila.community.ExpandedGraph;
import nephila.community.Method;
import nephila.community.TopPages;

/// Ours. A part of every step fetches the frontier pages with the largest x·v̂: the rank they have
/// by what is known ([KnownRank]) times what a unit of rank there is predicted to be worth to L
/// ([WorthToLocal]). The rest is SC-SELECT's; how much, is learned from what either finds
/// ([Yields]).
///
/// SC-SELECT asks how much a page changes the rank of L if it links like an average page of F; x·v̂
/// asks how much of its rank arrives in L if it links like the fetched pages near it. Each misses
/// what the other sees.
///
/// A part of the first kind, [#LOOK_ROUND] of the step, goes to the pages of the highest rank
/// whatever they are predicted to be worth: a selection that only follows its predictions never
/// learns that it is wrong about the rest. They and SC-SELECT's say how far the rest can be trusted
/// ([Trust]).
///
/// While less than [#FLOWING] of the rank of L is known to come from outside, predictions have
/// nothing to learn from, and the whole step is SC-SELECT's.
///
/// The estimate is the known rank of L. Where less than [#SILENT] of it comes from outside,
/// unfetched pages are taken to pass on nothing either; else all that fetched ones like them do,
/// and where the paper's estimate agrees to [#AGREEING], it is taken: so near, it was the better
/// one more often (docs/decisions/community-and-search.md 081).
public final class WorthMethod implements Method {
  private static final double LOOK_ROUND = 0.1;
  private static final double FLOWING = 0.0005;
  private static final double SILENT = 0.0001;
  private static final double AGREEING = 0.03;

  private final AddressGroups groups = new AddressGroups();
  private final KnownRank rank;
  private final KnownRank expected;
  private final WorthToLocal worth;
  private final Trust trust = new Trust();
  private final Yields yields = new Yields();
  private final Method complement;

  /// The share of the rank of L that is known to come from outside.
  private double fromOutside;

  public WorthMethod(double damping, Method complement) {
    this.rank = new KnownRank(damping, groups);
    this.expected = new KnownRank(damping, groups);
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
    yields.update(page -> rank.of(page) * worth.of(page));
    fromOutside = rank.fromOutside(graph);
  }

  @Override
  public int[] choose(ExpandedGraph graph, int count) {
    if (fromOutside < FLOWING) {
      int[] chosen = complement.choose(graph, count);
      trust.expect(graph, chosen, rank, worth);
      return chosen;
    }
    int[] frontier = TopPages.frontier(graph);
    int wanted = Math.min(count, frontier.length);
    boolean[] taken = new boolean[graph.known()];
    int[] chosen = new int[wanted];
    int[] complements = complement.choose(graph, (int) Math.round(wanted * yields.shareOfSome()));
    int size = put(chosen, 0, complements, taken);
    double[] score = new double[frontier.length];
    for (int i = 0; i < score.length; i++) {
      int page = frontier[i];
      score[i] = taken[page] ? -1 : rank.of(page) * worth.of(page);
    }
    int promising = Math.max(0, wanted - size - (int) (wanted * LOOK_ROUND));
    int[] worthy = TopPages.of(frontier, score, promising);
    size = put(chosen, size, worthy, taken);
    for (int i = 0; i < score.length; i++) {
      score[i] = taken[frontier[i]] ? -1 : rank.of(frontier[i]);
    }
    int[] looked = TopPages.of(frontier, score, wanted - size);
    put(chosen, size, looked, taken);
    yields.expect(complements, worthy);
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
    boolean silent = fromOutside < SILENT;
    expected.update(graph, silent ? 0 : 1);
    double[] ours = expected.local(graph);
    if (silent) {
      return ours;
    }
    double[] theirs = complement.estimate(graph);
    return Distances.l1(ours, theirs) < AGREEING ? theirs : ours;
  }
}
