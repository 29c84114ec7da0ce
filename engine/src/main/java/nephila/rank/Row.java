package nephila.rank;

import java.util.Arrays;
import nephila.graph.CsrGraph;
import nephila.graph.LinkGraph;
import nephila.graph.PackedGraph;
import org.jspecify.annotations.Nullable;

/// The links of one page at a time as a piece of an array: `targets[from … to − 1]`. A [CsrGraph]
/// is read where it lies, any other graph through a buffer.
///
/// One reader a thread.
final class Row {
  private final LinkGraph graph;
  private final @Nullable CsrGraph inMemory;
  private final PackedGraph.@Nullable Rows packed;
  private final boolean weighted;

  int[] targets;
  double @Nullable [] weights;
  int from;
  int to;

  Row(LinkGraph graph) {
    this.graph = graph.copy();
    inMemory = graph instanceof CsrGraph csr ? csr : null;
    packed = graph instanceof PackedGraph rows ? rows.rows() : null;
    weighted = graph.weighted();
    targets = inMemory == null ? new int[16] : inMemory.targets();
    weights = inMemory == null ? (weighted ? new double[16] : null) : inMemory.weights();
  }

  void read(int page) {
    if (inMemory != null) {
      from = (int) inMemory.rowStart(page);
      to = (int) inMemory.rowStart(page + 1);
    } else if (packed != null) {
      to = packed.read(page);
      targets = packed.targets;
    } else {
      buffer(page);
    }
  }

  private void buffer(int page) {
    LinkGraph.LinkCursor cursor = graph.successors(page);
    to = 0;
    for (int next = cursor.next(); next != LinkGraph.NO_PAGE; next = cursor.next()) {
      if (to == targets.length) {
        targets = Arrays.copyOf(targets, 2 * to);
        weights = weights == null ? null : Arrays.copyOf(weights, 2 * to);
      }
      targets[to] = next;
      if (weights != null) {
        weights[to] = cursor.weight();
      }
      to++;
    }
  }

  /// The sum of the weights of the row, or its length where links have none.
  double total() {
    if (weights == null) {
      return to - from;
    }
    double sum = 0;
    for (int k = from; k < to; k++) {
      sum += weights[k];
    }
    return sum;
  }
}
