package nephila.community;

import java.util.Arrays;

/// The true influence of frontier pages on the local domain (equation 7), by ranking F with the
/// page added from scratch: the oracle that SC-SELECT's scores are measured against. One full
/// ranking a page, so for small graphs only.
public final class Influence {
  private static final double THRESHOLD = 1e-14;
  private static final int MAX_SWEEPS = 1000;

  private final ExpandedGraph graph;
  private final ExpandedRank rank = new ExpandedRank(FindGlobalRank.DAMPING);
  private final double[] expected;

  Influence(ExpandedGraph graph) {
    this.graph = graph;
    rank.update(graph);
    expected = StochasticComplement.expectedInLinks(graph, StochasticComplement.Reading.CORRECTED);
  }

  /// Every frontier page of the domain, before anything outside is fetched, with its true
  /// influence, the scores the selections give it and what fetching it alone does to the error.
  public static Candidate[] candidates(LocalDomain domain, PageSource source, double[] truth) {
    ExpandedGraph graph = new ExpandedGraph(domain, source);
    Influence influence = new Influence(graph);
    int[] frontier = TopPages.frontier(graph);
    double[] sc =
        new StochasticComplement(
                StochasticComplement.Reading.CORRECTED, StochasticComplement.Norm.EXACT, 0)
            .of(graph, influence.rank, frontier);
    Candidate[] candidates = new Candidate[frontier.length];
    for (int i = 0; i < frontier.length; i++) {
      int page = frontier[i];
      double[] with = influence.rankWith(page);
      double[] local = Distances.normalised(Arrays.copyOf(with, graph.local()));
      candidates[i] =
          new Candidate(
              graph.sourcePage(page),
              influence.distance(with),
              sc[i],
              graph.inDegree(page),
              Distances.l1(local, truth));
    }
    return candidates;
  }

  /// A page of the frontier.
  ///
  /// @param influence ‖E_L(f_j − f)‖₁ by full recomputation
  /// @param score SC-SELECT's estimate of it
  /// @param outlinks how many pages of L link to it
  /// @param globalDiff the paper's objective (3) for F with the page added
  public record Candidate(
      int page, double influence, double score, int outlinks, double globalDiff) {}

  /// Equation 7.
  private double distance(double[] with) {
    double sum = 0;
    for (int k = 0; k < graph.local(); k++) {
      sum += Math.abs(with[k] - rank.of(k));
    }
    return sum;
  }

  /// f_j: the rank of F with `added` (equation 4), restricted to F, sum 1; by number of known page.
  private double[] rankWith(int added) {
    int[] degree = new int[graph.known()];
    boolean[] parent = new boolean[graph.known()];
    int[] sources = graph.inSources();
    int end = graph.inStart(added) + graph.inDegree(added);
    for (int k = graph.inStart(added); k < end; k++) {
      parent[sources[k]] = true;
    }
    for (int page = 0; page < degree.length; page++) {
      degree[page] = rank.inside(page) + (parent[page] ? 1 : 0);
    }
    double[] value = new double[graph.known()];
    for (int i = 0; i < graph.fetched(); i++) {
      value[graph.fetchedPage(i)] = 1;
    }
    value[added] = 1;
    double change = 1;
    double total = 1;
    for (int i = 0; i < MAX_SWEEPS && change > THRESHOLD * total; i++) {
      change = receive(added, added, value, degree);
      total = 0;
      for (int k = 0; k < graph.fetched(); k++) {
        int page = graph.fetchedPage(k);
        change += receive(page, added, value, degree);
        total += value[page];
      }
    }
    value[added] = 0;
    return Distances.normalised(value);
  }

  private double receive(int page, int added, double[] value, int[] degree) {
    int[] sources = graph.inSources();
    int start = graph.inStart(page);
    int end = start + graph.inDegree(page);
    double received = page == added ? 0 : value[added] * expected[page];
    for (int k = start; k < end; k++) {
      received += degree[sources[k]] == 0 ? 0 : value[sources[k]] / degree[sources[k]];
    }
    double fresh = 1 + rank.damping() * received;
    double change = Math.abs(fresh - value[page]);
    value[page] = fresh;
    return change;
  }
}
