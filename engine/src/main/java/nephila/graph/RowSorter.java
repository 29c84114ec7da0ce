package nephila.graph;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Makes a [CsrGraph] of links in any order: each is put into the row of its page, then rows are
/// sorted and doubled links dropped (their weights added up), all in place.
///
/// Takes the number of links of every page beforehand, doubled ones counted. Time O(links · log of
/// a row's length), memory that of the graph and 8 bytes a page.
public final class RowSorter {
  private final int pages;
  private final long[] ends;
  private final int[] targets;
  private final double @Nullable [] weights;
  private long doubled;

  /// @param degrees how many links will be put for each page
  public RowSorter(int[] degrees, boolean weighted) {
    pages = degrees.length;
    ends = new long[pages + 1];
    long total = 0;
    for (int i = 0; i < pages; i++) {
      ends[i] = total;
      total += degrees[i];
    }
    ends[pages] = total;
    if (total > Integer.MAX_VALUE - 16) {
      throw new IllegalArgumentException(total + " links do not fit in one array");
    }
    targets = new int[(int) total];
    weights = weighted ? new double[(int) total] : null;
  }

  public void put(int source, int target, double weight) {
    int at = (int) ends[source]++;
    targets[at] = target;
    if (weights != null) {
      weights[at] = weight;
    }
  }

  /// How many doubled links [#build] dropped.
  public long doubled() {
    return doubled;
  }

  /// The graph; this sorter is used up.
  public CsrGraph build() {
    int kept = 0;
    int start = 0;
    for (int i = 0; i < pages; i++) {
      int end = (int) ends[i];
      ends[i] = kept;
      if (weights == null) {
        kept = keepRow(start, end, kept);
      } else {
        kept = keepRow(weights, start, end, kept);
      }
      start = end;
    }
    ends[pages] = kept;
    doubled = targets.length - kept;
    boolean all = kept == targets.length;
    int[] rows = all ? targets : Arrays.copyOf(targets, kept);
    double[] rowWeights = weights == null || all ? weights : Arrays.copyOf(weights, kept);
    return CsrGraph.wrap(ends, rows, rowWeights);
  }

  private int keepRow(int start, int end, int kept) {
    if (!ascending(start, end)) {
      Arrays.sort(targets, start, end);
    }
    int rowStart = kept;
    for (int k = start; k < end; k++) {
      int target = targets[k];
      if (kept == rowStart || targets[kept - 1] != target) {
        targets[kept++] = target;
      }
    }
    return kept;
  }

  private boolean ascending(int start, int end) {
    for (int k = start + 1; k < end; k++) {
      if (targets[k - 1] > targets[k]) {
        return false;
      }
    }
    return true;
  }

  private int keepRow(double[] weights, int start, int end, int kept) {
    long[] order = new long[end - start];
    for (int k = 0; k < order.length; k++) {
      order[k] = (long) targets[start + k] << 32 | k;
    }
    Arrays.sort(order);
    double[] row = Arrays.copyOfRange(weights, start, end);
    int rowStart = kept;
    for (long entry : order) {
      int target = (int) (entry >>> 32);
      double weight = row[(int) entry];
      if (kept > rowStart && targets[kept - 1] == target) {
        weights[kept - 1] += weight;
      } else {
        targets[kept] = target;
        weights[kept++] = weight;
      }
    }
    return kept;
  }
}
