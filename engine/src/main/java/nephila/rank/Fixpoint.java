package nephila.rank;

import java.util.Arrays;
import nephila.UserError;
import nephila.graph.CsrGraph;
import nephila.graph.LinkGraph;

/// Importance without a virtual page: the fixpoint of x ← L·x/|L·x| for a link matrix L of the
/// papers (000 and 001, section 1, formulas † and †′), optionally with their patches.
///
/// Such a fixpoint need not be unique, and the iteration need not settle: a graph with no cycle
/// loses all importance, a periodic one swings for ever. `plusIdentity` (†′) stops the swinging;
/// `epsilon` joins all pages and makes the fixpoint unique. The threshold is on the change of one
/// step. Only with `epsilon` can an error be proven: a positive matrix brings any two vectors
/// closer in Hilbert's metric by τ = tanh(Δ/4), Δ the diameter of its image. That proof is weak for
/// small ε/n; without ε the bound is infinite.
///
/// Costs 12 bytes a link (20 with weights) where `EITHER` needs the transposed graph, else nothing
/// but 16 bytes a page beside the graph.
///
/// Differs from the paper: ε is the sum over a page's small edges, ε/n a pair of pages, so that it
/// means the same on graphs of any size; with ε per pair, as the formula reads, all pages of a
/// large graph are alike.
public final class Fixpoint {
  /// What a link from i to j contributes: L[i, j].
  public enum Matrix {
    /// 1/out-degree of i: the random walk.
    WALK,
    /// 1: a page is important if important pages point to it.
    LINK,
    /// 1 for a link or a back-link: important if it points to important pages, or they to it.
    EITHER
  }

  private final LinkGraph graph;
  private final Matrix matrix;
  private final boolean plusIdentity;
  private final double epsilon;
  private final CsrGraph back;
  private final double largestEntry;

  /// @param plusIdentity iterate L + I (†′)
  /// @param epsilon sum of a page's small edges to all pages; 0 for none
  public Fixpoint(LinkGraph graph, Matrix matrix, boolean plusIdentity, double epsilon) {
    if (!(epsilon >= 0)) {
      throw new IllegalArgumentException("epsilon " + epsilon + ": must be at least 0");
    }
    this.graph = graph;
    this.matrix = matrix;
    this.plusIdentity = plusIdentity;
    this.epsilon = epsilon;
    back =
        matrix == Matrix.EITHER ? asCsr(graph).transpose() : CsrGraph.of(0, new int[0], new int[0]);
    largestEntry = (matrix == Matrix.WALK ? 1 : heaviest(graph)) + (plusIdentity ? 1 : 0);
  }

  private static double heaviest(LinkGraph graph) {
    double largest = 1;
    Row row = new Row(graph);
    for (int page = 0; page < graph.pages() && graph.weighted(); page++) {
      row.read(page);
      for (int k = row.from; k < row.to; k++) {
        largest = Math.max(largest, weight(row, k));
      }
    }
    return largest;
  }

  /// Iterates until the change of a step is within the threshold. Takes threshold, warm start,
  /// limit and progress from the options.
  public RankVector solve(RankOptions options) {
    int n = graph.pages();
    if (n == 0) {
      return new RankVector(new double[0], 0, 0);
    }
    double[] x = new double[n];
    Arrays.fill(x, 1.0 / n);
    double[] warm = options.warmStart();
    if (warm != null) {
      double sum = Total.of(warm);
      for (int i = 0; i < n; i++) {
        x[i] = warm[i] / sum;
      }
    }
    double[] next = new double[n];
    for (int pass = 1; ; pass++) {
      step(x, next);
      normalise(next);
      double change = Distance.l1(x, next);
      if (change <= options.threshold()) {
        return new RankVector(next, provenError(x, next), pass);
      }
      if (pass >= options.maxIterations()) {
        throw new UserError("not settled after " + pass + " steps: " + unsettled());
      }
      options.progress().at("steps", pass, -1);
      double[] swapped = x;
      x = next;
      next = swapped;
    }
  }

  private static final String ACYCLIC =
      "the graph has no cycle, so all importance ends where links end; use an epsilon or a virtual"
          + " page";

  private String unsettled() {
    if (matrix != Matrix.EITHER && isAcyclic()) {
      return plusIdentity
          ? "the graph has no cycle, so with L + I importance moves to the ends of its longest"
              + " chains, ever more slowly; use an epsilon or a virtual page"
          : ACYCLIC;
    }
    return plusIdentity
        ? "parts of the graph grow nearly alike; use an epsilon, a virtual page or a larger"
            + " threshold"
        : "the graph swings; use L + I or an epsilon";
  }

  /// Whether no page can reach itself: pages without in-links are taken away until none is left.
  private boolean isAcyclic() {
    int n = graph.pages();
    int[] in = new int[n];
    Row row = new Row(graph);
    for (int page = 0; page < n; page++) {
      row.read(page);
      for (int k = row.from; k < row.to; k++) {
        in[row.targets[k]]++;
      }
    }
    int[] taken = new int[n];
    int size = 0;
    for (int page = 0; page < n; page++) {
      if (in[page] == 0) {
        taken[size++] = page;
      }
    }
    for (int next = 0; next < size; next++) {
      row.read(taken[next]);
      for (int k = row.from; k < row.to; k++) {
        if (--in[row.targets[k]] == 0) {
          taken[size++] = row.targets[k];
        }
      }
    }
    return size == n;
  }

  private void step(double[] x, double[] next) {
    double small = epsilon * Total.of(x) / x.length;
    for (int i = 0; i < x.length; i++) {
      next[i] = small + (plusIdentity ? x[i] : 0);
    }
    Row row = new Row(graph);
    Row backRow = new Row(back);
    for (int i = 0; i < x.length; i++) {
      row.read(i);
      if (matrix == Matrix.EITHER) {
        backRow.read(i);
        payEither(x[i], row, backRow, next);
      } else {
        double share = matrix == Matrix.WALK ? x[i] / row.total() : x[i];
        for (int k = row.from; k < row.to; k++) {
          next[row.targets[k]] += share * weight(row, k);
        }
      }
    }
  }

  /// Pays the union of two ascending rows; a link that has a back-link counts once, at the larger
  /// weight.
  private static void payEither(double value, Row out, Row in, double[] next) {
    int k = out.from;
    int l = in.from;
    while (k < out.to || l < in.to) {
      int target = k < out.to ? out.targets[k] : Integer.MAX_VALUE;
      int source = l < in.to ? in.targets[l] : Integer.MAX_VALUE;
      double weight = 0;
      if (target <= source) {
        weight = weight(out, k++);
      }
      if (source <= target) {
        weight = Math.max(weight, weight(in, l++));
      }
      next[Math.min(target, source)] += value * weight;
    }
  }

  private static double weight(Row row, int k) {
    return row.weights == null ? 1 : row.weights[k];
  }

  private void normalise(double[] vector) {
    double sum = Total.of(vector);
    if (!(sum > 0)) {
      throw new UserError(
          "no importance is left: "
              + (isAcyclic() ? ACYCLIC : "no cycle feeds it; use an epsilon or a virtual page"));
    }
    for (int i = 0; i < vector.length; i++) {
      vector[i] /= sum;
    }
  }

  /// d(x′, x*) ≤ τ/(1 − τ)·d(x, x′) in Hilbert's metric d, and |x′ − x*| ≤ e^d − 1 in L1 for
  /// vectors that sum to 1.
  private double provenError(double[] x, double[] next) {
    double smallest = epsilon / x.length;
    if (smallest == 0) {
      return Double.POSITIVE_INFINITY;
    }
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (int i = 0; i < x.length; i++) {
      double quotient = next[i] / x[i];
      least = Math.min(least, quotient);
      most = Math.max(most, quotient);
    }
    double diameter = 2 * Math.log((largestEntry + smallest) / smallest);
    double tau = Math.tanh(diameter / 4);
    double rounding = PowerStep.ROUNDING * (1 + graph.links());
    double metric = (Math.log(most / least) + rounding) * tau / (1 - tau);
    return metric < Double.POSITIVE_INFINITY ? Math.expm1(metric) : Double.POSITIVE_INFINITY;
  }

  private static CsrGraph asCsr(LinkGraph graph) {
    if (graph instanceof CsrGraph csr) {
      return csr;
    }
    throw new UserError("the link-or-back-link matrix needs the graph in memory");
  }
}
