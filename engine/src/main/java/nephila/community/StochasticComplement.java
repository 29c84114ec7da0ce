package nephila.community;

import java.util.Arrays;

/// SC-SELECT, Algorithm 3: the score of a frontier page j is ‖E_L(f_j − f)‖₁ after one step of the
/// stochastic complement of F with j added, f_j − f ≈ x + y + g[j]·z (equations 12 to 20).
///
/// | paper | here |
/// | --- | --- |
/// | ℓ, o[k], f | `graph.fetched()`, `rank.inside(k)`, `rank.of(k)` |
/// | ũ_jᵀf | `g[j]` |
/// | y, z | `−b` (all components are equal), `z` |
///
/// Differs from the paper, where its text contradicts its derivation (see [Reading]):
/// - the expected in-links s of a page of F are F·e, its in-links, not Fᵀe;
/// - the sibling terms are those with x[k] ≠ 0: x is never positive;
/// - a page k without links inside F (o[k] = 0) passes α·f[k]/ℓ to all pages; where it links to j
///   it stops doing so and passes everything to j: its leak is uniform, so it joins y.
///
/// Cost: the sum over the frontier of the links of its parents, linear where the number of links a
/// page is bounded.
final class StochasticComplement implements PaperMethod.Score {
  /// How the algorithm's text is read.
  enum Reading {
    /// To the letter.
    AS_WRITTEN,
    /// As the derivation has it.
    CORRECTED,
    /// Not the stochastic complement, but the simple method that section 5.2 sets against it: one
    /// step over F with j added, from f and nothing for j, without the last component and
    /// normalised again. Then f_j − f = (x + y + g[j]·f) / (1 − g[j]): f takes the place of z.
    ONE_STEP
  }

  /// How L1NORMDIFFS is computed.
  enum Norm {
    TABLE,
    EXACT
  }

  static final int CELLS = 1000;

  private final Reading reading;
  private final Norm norm;
  private final int cells;

  StochasticComplement(Reading reading, Norm norm, int cells) {
    this.reading = reading;
    this.norm = norm;
    this.cells = cells;
  }

  @Override
  public double[] of(ExpandedGraph graph, ExpandedRank rank, int[] frontier) {
    if (frontier.length == 0) {
      return new double[0];
    }
    double damping = rank.damping();
    int fetched = graph.fetched();
    Flows flows = Flows.into(graph, rank, frontier, reading);
    double[] z = reading == Reading.ONE_STEP ? ranks(graph, rank) : z(graph, damping, reading);
    double b = (1 - damping + damping * flows.dangling()) / ((double) fetched * (fetched + 1));
    double[] g = flows.g();
    double[] timesB = new double[frontier.length];
    for (int i = 0; i < timesB.length; i++) {
      timesB[i] = 1 + damping * flows.danglingParents()[i] / (fetched + 1) / b;
    }
    NormDiffs diffs = diffs(b, z, g, timesB);
    double[] scores = new double[frontier.length];
    Siblings siblings = new Siblings(graph, rank);
    for (int i = 0; i < frontier.length; i++) {
      scores[i] = diffs.at(g[i], timesB[i]);
      if (reading != Reading.AS_WRITTEN) {
        scores[i] += siblings.correction(frontier[i], timesB[i] * b, g[i], z);
      }
      scores[i] /= reading == Reading.ONE_STEP ? 1 - g[i] : 1;
    }
    return scores;
  }

  private static double[] ranks(ExpandedGraph graph, ExpandedRank rank) {
    double[] ranks = new double[graph.local()];
    Arrays.setAll(ranks, rank::of);
    return ranks;
  }

  private NormDiffs diffs(double b, double[] z, double[] g, double[] timesB) {
    if (norm == Norm.EXACT) {
      return new NormDiffs.Exact(b, z);
    }
    double lowest = Double.POSITIVE_INFINITY;
    double highest = 0;
    for (int i = 0; i < g.length; i++) {
      lowest = Math.min(lowest, g[i] / timesB[i]);
      highest = Math.max(highest, g[i] / timesB[i]);
    }
    return new NormDiffs.Table(b, z, lowest, highest, cells);
  }

  /// z = s̃ / (1 − w), equation 18, for the pages of L.
  private static double[] z(ExpandedGraph graph, double damping, Reading reading) {
    double jump = (1 - damping) / (graph.fetched() + 1);
    double[] expected = expectedInLinks(graph, reading);
    double[] z = new double[graph.local()];
    for (int k = 0; k < z.length; k++) {
      z[k] = (damping * expected[k] + jump) / (1 - jump);
    }
    return z;
  }

  /// s, equation 5: the share of the links inside F that each page has, by number of known page.
  static double[] expectedInLinks(ExpandedGraph graph, Reading reading) {
    int[] targets = graph.targets();
    double[] s = new double[graph.known()];
    double total = 0;
    for (int i = 0; i < graph.fetched(); i++) {
      int page = graph.fetchedPage(i);
      int end = graph.rowStart(page) + graph.degree(page);
      for (int k = graph.rowStart(page); k < end; k++) {
        if (graph.isFetched(targets[k])) {
          s[reading == Reading.CORRECTED ? targets[k] : page]++;
          total++;
        }
      }
    }
    if (total == 0) {
      for (int i = 0; i < graph.fetched(); i++) {
        s[graph.fetchedPage(i)] = 1.0 / graph.fetched();
      }
      return s;
    }
    for (int page = 0; page < s.length; page++) {
      s[page] /= total;
    }
    return s;
  }

  /// What each frontier page would receive.
  ///
  /// @param g ũ_jᵀf
  /// @param danglingParents the rank of the pages that link to j and have no links inside F
  /// @param dangling the rank of all pages without links inside F
  private record Flows(double[] g, double[] danglingParents, double dangling) {
    static Flows into(ExpandedGraph graph, ExpandedRank rank, int[] frontier, Reading reading) {
      double damping = rank.damping();
      int[] sources = graph.inSources();
      double dangling = 0;
      if (reading != Reading.AS_WRITTEN) {
        for (int i = 0; i < graph.fetched(); i++) {
          int page = graph.fetchedPage(i);
          dangling += rank.inside(page) == 0 ? rank.of(page) : 0;
        }
      }
      double[] g = new double[frontier.length];
      double[] danglingParents = new double[frontier.length];
      for (int i = 0; i < g.length; i++) {
        int start = graph.inStart(frontier[i]);
        int end = start + graph.inDegree(frontier[i]);
        double flow = 0;
        for (int k = start; k < end; k++) {
          int parent = sources[k];
          flow += rank.of(parent) / (rank.inside(parent) + 1);
          if (reading != Reading.AS_WRITTEN && rank.inside(parent) == 0) {
            danglingParents[i] += rank.of(parent);
          }
        }
        double jump = 1 - damping + damping * (dangling - danglingParents[i]);
        g[i] = jump / (graph.fetched() + 1) + damping * flow;
      }
      return new Flows(g, danglingParents, dangling);
    }
  }

  /// The sparse vector x of equation 19, one frontier page at a time.
  private static final class Siblings {
    private final ExpandedGraph graph;
    private final ExpandedRank rank;
    private final double[] x;
    private int[] touched = new int[64];
    private int count;

    Siblings(ExpandedGraph graph, ExpandedRank rank) {
      this.graph = graph;
      this.rank = rank;
      this.x = new double[graph.local()];
    }

    /// Σ |x − b + g·z| − |−b + g·z| over the local siblings of page j.
    double correction(int j, double b, double g, double[] z) {
      gather(j);
      double sum = 0;
      for (int i = 0; i < count; i++) {
        int k = touched[i];
        double rest = g * z[k] - b;
        sum += Math.abs(x[k] + rest) - Math.abs(rest);
        x[k] = 0;
      }
      return sum;
    }

    private void gather(int j) {
      count = 0;
      int[] sources = graph.inSources();
      int[] targets = graph.targets();
      int end = graph.inStart(j) + graph.inDegree(j);
      for (int i = graph.inStart(j); i < end; i++) {
        int parent = sources[i];
        double inside = rank.inside(parent);
        double leak = -rank.damping() * rank.of(parent) / (inside * (inside + 1));
        int rowEnd = graph.rowStart(parent) + graph.degree(parent);
        for (int k = graph.rowStart(parent); inside > 0 && k < rowEnd; k++) {
          if (graph.isLocal(targets[k])) {
            leakTo(targets[k], leak);
          }
        }
      }
    }

    private void leakTo(int page, double leak) {
      if (x[page] == 0) {
        if (touched.length == count) {
          touched = Arrays.copyOf(touched, 2 * count);
        }
        touched[count++] = page;
      }
      x[page] += leak;
    }
  }
}
