package nephila.community;

import nephila.graph.CsrGraph;
import nephila.graph.LinkGraph;
import nephila.rank.PageRank;
import nephila.rank.RankOptions;

/// The global rank of a graph that is known whole, as the experiments define it: links of a page to
/// itself dropped, damping 0.85, uniform.
public final class Truth {
  private Truth() {}

  /// The rank of all pages; sum 1. One copy of the graph and one off-line ranking.
  public static double[] rank(LinkGraph graph) {
    RankOptions options =
        RankOptions.DEFAULTS.withDamping(FindGlobalRank.DAMPING).withThreshold(1e-11);
    return PageRank.solve(withoutSelfLinks(graph), options).values();
  }

  static CsrGraph withoutSelfLinks(LinkGraph graph) {
    long[] offsets = new long[graph.pages() + 1];
    int[] targets = new int[Math.toIntExact(graph.links())];
    int links = 0;
    for (int page = 0; page < graph.pages(); page++) {
      LinkGraph.LinkCursor cursor = graph.successors(page);
      for (int to = cursor.next(); to != LinkGraph.NO_PAGE; to = cursor.next()) {
        if (to != page) {
          targets[links++] = to;
        }
      }
      offsets[page + 1] = links;
    }
    return CsrGraph.wrap(offsets, targets);
  }
}
