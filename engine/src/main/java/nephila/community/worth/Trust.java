package nephila.community.worth;

import java.util.Arrays;
import nephila.community.ExpandedGraph;

/// How much of what the fetched pages pass to L do the unfetched ones pass?
///
/// Pages are fetched because they are thought to be worth much to L, so those left behind are worth
/// less than the average of those fetched. How much less is seen at pages fetched for other
/// reasons: what they turned out to be worth, over what their stand-ins had promised.
///
/// Never above 1: an overestimate feeds on itself, since what unfetched pages pass on is passed on
/// again.
final class Trust {
  /// What is thought of them before any was fetched, and how many pages it takes to think
  /// otherwise.
  private static final double START = 0.3;

  private static final double PRIOR_PAGES = 10;

  private int[] looked = {};
  private double[] weight = {};
  private double[] promised = {};
  private double found;
  private double expected;
  private int pages;

  /// Before pages are fetched for other reasons than their promise.
  void expect(ExpandedGraph graph, int[] chosen, KnownRank rank, WorthToLocal worth) {
    double[] means = worth.means(graph);
    looked = chosen;
    weight = Arrays.stream(chosen).mapToDouble(rank::of).toArray();
    promised = Arrays.stream(chosen).mapToDouble(page -> means[rank.standIn(page)]).toArray();
  }

  /// After they were fetched.
  void update(WorthToLocal worth) {
    for (int i = 0; i < looked.length; i++) {
      found += weight[i] * worth.of(looked[i]);
      expected += weight[i] * promised[i];
    }
    pages += looked.length;
    looked = new int[0];
  }

  double value() {
    if (expected == 0) {
      return START;
    }
    double prior = PRIOR_PAGES * expected / pages;
    return Math.min(1, (found + START * prior) / (expected + prior));
  }
}
