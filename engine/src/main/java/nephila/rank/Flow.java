package nephila.rank;

import nephila.graph.LinkGraph;
import org.jspecify.annotations.Nullable;

/// How importance flows in one graph under one choice of virtual page: what each page passes along
/// a link of weight 1 (`share`), and to all its links together (`passed`, below 1); the rest goes
/// to the virtual page. A page that passes nothing is dangling; the others are the core.
///
/// With M the matrix of the shares and v the preference, importance is the solution of y = v + M·y,
/// normalised: the virtual page only sets the scale.
final class Flow {
  final LinkGraph graph;
  final boolean damped;
  final double damping;
  final double[] share;
  final int core;
  private final double @Nullable [] passing;
  private final double smallestToVirtual;

  Flow(LinkGraph graph, RankOptions options) {
    this.graph = graph;
    damped = options.virtualPage() == RankOptions.VirtualPage.DAMPED;
    damping = options.damping();
    passing = options.passing();
    int pages = graph.pages();
    share = new double[pages];
    Row row = new Row(graph);
    int passing = 0;
    int mostLinks = 0;
    for (int page = 0; page < pages; page++) {
      row.read(page);
      double total = row.total();
      if (total > 0) {
        share[page] = passing(page) * passed(row.to - row.from) / total;
        passing += share[page] > 0 ? 1 : 0;
        mostLinks = Math.max(mostLinks, row.to - row.from);
      }
    }
    core = passing;
    smallestToVirtual = 1 - passed(mostLinks);
  }

  /// The share of its importance that a page with so many links passes along them.
  private double passed(int links) {
    return damped ? damping : links / (links + 1.0);
  }

  /// What `page` passes of each unit it has.
  double passed(int page, Row row) {
    return share[page] == 0 ? 0 : passing(page) * passed(row.to - row.from);
  }

  /// What the page passes along its links of what it usually would.
  double passing(int page) {
    return passing == null ? 1 : passing[page];
  }

  /// The factor f in |x′ − x*| ≤ f·|x′ − x| (L1), x′ being one power step from x.
  ///
  /// Damped, a power step brings any two distributions closer by α, so f = α/(1 − α). With small
  /// edges the column sums of (I − M)⁻¹ are the lengths of walks until the virtual page; w = the
  /// longest row + 1 bounds them all, and every pass w ← 1 + Mᵀw keeps it a bound and lowers it;
  /// normalising doubles what remains.
  double stepFactor() {
    return damped ? damping / (1 - damping) : 2 * (longestWalk() - 1);
  }

  private double longestWalk() {
    double[] walk = new double[share.length];
    java.util.Arrays.fill(walk, 1 / smallestToVirtual);
    Row row = new Row(graph);
    double longest = 1 / smallestToVirtual;
    for (int pass = 0; pass < WALK_PASSES; pass++) {
      longest = 0;
      for (int page = 0; page < walk.length; page++) {
        row.read(page);
        walk[page] = 1 + share[page] * weightedSum(row, walk);
        longest = Math.max(longest, walk[page]);
      }
    }
    return longest * (1 + 1e-9);
  }

  private static final int WALK_PASSES = 30;

  private static double weightedSum(Row row, double[] values) {
    double sum = 0;
    for (int k = row.from; k < row.to; k++) {
      sum += (row.weights == null ? 1 : row.weights[k]) * values[row.targets[k]];
    }
    return sum;
  }
}
