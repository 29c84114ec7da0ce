package nephila.graph;

import java.util.Arrays;

/// Makes a [CsrGraph] of rows that come in the order of pages.
public final class RowCollector implements RowSink {
  private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 16;

  private final long[] offsets;
  private int[] targets;
  private int links;

  /// @param expectedLinks a guess, to save copying
  public RowCollector(int pages, long expectedLinks) {
    offsets = new long[pages + 1];
    targets = new int[(int) Math.clamp(expectedLinks, 16, LARGEST_ARRAY)];
  }

  @Override
  public void row(int page, int[] row, int count) {
    long needed = (long) links + count;
    if (needed > targets.length) {
      if (needed > LARGEST_ARRAY) {
        throw new IllegalStateException("more than 2^31 - 17 links do not fit in memory");
      }
      long larger = Math.clamp(targets.length + (targets.length >> 1), needed, LARGEST_ARRAY);
      targets = Arrays.copyOf(targets, (int) larger);
    }
    System.arraycopy(row, 0, targets, links, count);
    links += count;
    offsets[page + 1] = links;
  }

  /// The graph of all rows.
  public CsrGraph graph() {
    return CsrGraph.wrap(
        offsets, targets.length == links ? targets : Arrays.copyOf(targets, links));
  }
}
