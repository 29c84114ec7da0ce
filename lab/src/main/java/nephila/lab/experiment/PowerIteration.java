package nephila.lab.experiment;

import java.util.Arrays;
import nephila.graph.CsrGraph;

/// The off-line algorithm the papers compare with: power iteration from the uniform vector, one
/// iteration counted as N reads.
final class PowerIteration {
  private static final double DAMPING = 0.85;

  private final CsrGraph graph;
  private double[] importance;

  PowerIteration(CsrGraph graph) {
    this.graph = graph;
    this.importance = new double[graph.pages()];
    Arrays.fill(importance, 1.0 / graph.pages());
  }

  /// The vector after one more iteration.
  double[] iterate() {
    int pages = graph.pages();
    double[] next = new double[pages];
    double virtual = 0;
    for (int page = 0; page < pages; page++) {
      int out = graph.outDegree(page);
      double passed = out == 0 ? 0 : DAMPING * importance[page];
      virtual += importance[page] - passed;
      for (long k = graph.rowStart(page); k < graph.rowStart(page + 1); k++) {
        next[graph.target(k)] += passed / out;
      }
    }
    for (int page = 0; page < pages; page++) {
      next[page] += virtual / pages;
    }
    importance = next;
    return next;
  }
}
