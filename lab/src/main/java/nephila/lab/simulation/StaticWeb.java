package nephila.lab.simulation;

import nephila.graph.CsrGraph;
import nephila.rank.PageRank;
import nephila.rank.RankOptions;
import org.jspecify.annotations.Nullable;

/// A graph that stays as it is: known from the start, or discovered from one page. Weights are left
/// out: on-line a page pays its links alike.
public final class StaticWeb implements SimulatedWeb {
  private final CsrGraph graph;
  private final RankOptions oracle;
  private final int seed;
  private final int[][] rows;
  private double @Nullable [] importance;

  private StaticWeb(CsrGraph graph, RankOptions model, int seed) {
    this.oracle = model.withThreshold(1e-11);
    this.graph = graph.unweighted();
    this.seed = seed;
    this.rows = graph.rows();
  }

  /// All pages are known before the first read.
  public static StaticWeb known(CsrGraph graph) {
    return known(graph, RankOptions.DEFAULTS);
  }

  /// The same where importance is by these damping and virtual page.
  public static StaticWeb known(CsrGraph graph, RankOptions model) {
    return new StaticWeb(graph, model, -1);
  }

  /// Only `seed` is known; the web is what can be reached from there.
  public static StaticWeb growingFrom(CsrGraph graph, int seed) {
    return growingFrom(graph, RankOptions.DEFAULTS, seed);
  }

  /// The same where importance is by these damping and virtual page.
  public static StaticWeb growingFrom(CsrGraph graph, RankOptions model, int seed) {
    if (seed < 0 || seed >= graph.pages()) {
      throw new nephila.UserError(
          "start page " + seed + " is not in the graph; its pages are 0 to " + (graph.pages() - 1));
    }
    return new StaticWeb(graph, model, seed);
  }

  @Override
  public int pages() {
    return rows.length;
  }

  @Override
  public int[] row(int page) {
    return rows[page];
  }

  @Override
  public boolean knownAtStart(int page) {
    return seed < 0 || page == seed;
  }

  @Override
  public double[] importance() {
    double[] known = importance;
    if (known == null) {
      known =
          seed < 0
              ? PageRank.solve(graph, oracle).values()
              : Reachable.from(rows, seed).rank(oracle);
      importance = known;
    }
    return known;
  }
}
