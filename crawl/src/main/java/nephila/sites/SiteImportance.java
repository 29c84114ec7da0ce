package nephila.sites;

import nephila.rank.PageRank;
import nephila.rank.RankOptions;

/// How important each site is; sums to 1.
public final class SiteImportance {
  private SiteImportance() {}

  /// How it is found.
  public enum Method {
    /// On line: what the ledger says that the site's pages received from other sites, plus what
    /// they received from each other and the credit of each, both weighed as internal.
    LEDGER,
    /// Off line: the rank of the graph of sites.
    GRAPH
  }

  /// Importance by site number.
  public static double[] of(SiteWeb web, Method method, Weighing weighing, double damping) {
    return web.size() == 0
        ? new double[0]
        : switch (method) {
          case LEDGER -> fromPayments(web, weighing);
          case GRAPH ->
              PageRank.solve(web.graph(weighing), RankOptions.DEFAULTS.withDamping(damping))
                  .values()
                  .clone();
        };
  }

  private static double[] fromPayments(SiteWeb web, Weighing weighing) {
    double[] worth = new double[web.size()];
    for (int site = 0; site < worth.length; site++) {
      worth[site] = weighing.internal() * web.ownWorth(site);
    }
    web.eachPair(
        (from, to, links, paid) ->
            worth[to] += paid * (from == to ? weighing.internal() : weighing.external()));
    double sum = 0;
    for (double each : worth) {
      sum += each;
    }
    for (int site = 0; site < worth.length; site++) {
      worth[site] = sum == 0 ? 1.0 / worth.length : worth[site] / sum;
    }
    return worth;
  }
}
