package nephila.lab.experiment;

import java.util.Arrays;
import nephila.graph.CsrGraph;

/// The off-line algorithm the papers compare with: power iteration from the uniform vector, one
/// iteration counted as N reads. What pages pass to the virtual page is paid to all pages in the
/// same iteration.
final class PowerIteration {
  private static final double DAMPING = 0.85;

  private final CsrGraph graph;
  private final Reading reading;
  private double[] importance;

  PowerIteration(CsrGraph graph, Reading reading) {
    this.graph = graph;
    this.reading = reading;
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
      double passed = passing(out) * importance[page];
      virtual += importance[page] - passed;
      for (long k = graph.rowStart(page); k < graph.rowStart(page + 1); k++) {
        next[graph.target(k)] += passed / out;
      }
    }
    for (int page = 0; page < pages; page++) {
      next[page] += virtual / pages;
      if (reading.offLine() == OffLine.DAGGER_PRIME) {
        next[page] = (next[page] + importance[page]) / 2;
      }
    }
    importance = next;
    return next;
  }

  /// The share of its importance that a page with so many links passes along them.
  private double passing(int out) {
    return switch (reading.virtualPage()) {
      case DAMPED -> out == 0 ? 0 : DAMPING;
      case SMALL_EDGE -> out / (out + 1.0);
    };
  }
}
