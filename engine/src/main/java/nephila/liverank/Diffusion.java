package nephila.liverank;

import nephila.graph.LinkGraph;
import nephila.rank.PageRank;
import nephila.rank.RankOptions;
import org.jspecify.annotations.Nullable;

/// PageRank from a chosen set of pages: Y = d·Y·A + (1 − d)·X, equation (1) of the paper, with d =
/// 0.85 and X uniform on the set. What reaches a page without links returns along X, which changes
/// the scale but not the order.
final class Diffusion {
  private Diffusion() {}

  /// The rank of every page when X is uniform on `sources`, or on all pages when null; all zero
  /// where there is no source.
  static double[] from(LinkGraph links, int @Nullable [] sources) {
    if (sources == null) {
      return PageRank.solve(links).values();
    }
    double[] preference = new double[links.pages()];
    if (sources.length == 0) {
      return preference;
    }
    for (int page : sources) {
      preference[page] = 1;
    }
    return PageRank.solve(links, RankOptions.DEFAULTS.withPreference(preference)).values();
  }
}
