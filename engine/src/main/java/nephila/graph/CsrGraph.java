package nephila.graph;

import java.util.Arrays;

/// A graph in compressed sparse rows, in memory: the links of page i are `targets[offsets[i] …
/// offsets[i + 1] − 1]`, ascending and distinct.
///
/// Costs 8 bytes a page and 4 bytes a link. Immutable, so safe for any number of threads.
public final class CsrGraph implements LinkGraph {
  private final long[] offsets;
  private final int[] targets;

  private CsrGraph(long[] offsets, int[] targets) {
    this.offsets = offsets;
    this.targets = targets;
  }

  /// The graph of the links `sources[k] → targets[k]`; doubled links are dropped.
  public static CsrGraph of(int pages, int[] sources, int[] targets) {
    if (sources.length != targets.length) {
      throw new IllegalArgumentException(
          sources.length + " sources but " + targets.length + " targets");
    }
    long[] offsets = new long[pages + 1];
    for (int source : sources) {
      offsets[source + 1]++;
    }
    for (int i = 0; i < pages; i++) {
      offsets[i + 1] += offsets[i];
    }
    int[] rows = new int[targets.length];
    long[] fill = offsets.clone();
    for (int k = 0; k < sources.length; k++) {
      rows[(int) fill[sources[k]]++] = targets[k];
    }
    return new CsrGraph(offsets, rows).sorted();
  }

  /// The graph whose rows are given as they are: ascending and distinct within a row.
  public static CsrGraph wrap(long[] offsets, int[] targets) {
    assert offsets[offsets.length - 1] <= targets.length;
    return new CsrGraph(offsets, targets);
  }

  private CsrGraph sorted() {
    int kept = 0;
    long start = 0;
    for (int i = 0; i < pages(); i++) {
      long end = offsets[i + 1];
      Arrays.sort(targets, (int) start, (int) end);
      int rowStart = kept;
      for (long k = start; k < end; k++) {
        int target = targets[(int) k];
        if (kept == rowStart || targets[kept - 1] != target) {
          targets[kept++] = target;
        }
      }
      start = end;
      offsets[i + 1] = kept;
    }
    return new CsrGraph(offsets, kept == targets.length ? targets : Arrays.copyOf(targets, kept));
  }

  @Override
  public int pages() {
    return offsets.length - 1;
  }

  @Override
  public long links() {
    return offsets[pages()];
  }

  @Override
  public int outDegree(int page) {
    return (int) (offsets[page + 1] - offsets[page]);
  }

  /// Where the row of `page` starts in [#targets]; `rowStart(pages())` is the number of links.
  public long rowStart(int page) {
    return offsets[page];
  }

  /// The array behind the rows, for loops that cannot afford a call a link. Do not write to it.
  public int[] targets() {
    return targets;
  }

  @Override
  public LinkCursor successors(int page) {
    int end = (int) offsets[page + 1];
    return new LinkCursor() {
      private int at = (int) offsets[page];

      @Override
      public int next() {
        return at < end ? targets[at++] : NO_PAGE;
      }
    };
  }

  @Override
  public CsrGraph copy() {
    return this;
  }

  /// The graph with every link turned round.
  public CsrGraph transpose() {
    long[] reverse = new long[pages() + 1];
    int links = (int) links();
    for (int k = 0; k < links; k++) {
      reverse[targets[k] + 1]++;
    }
    for (int i = 0; i < pages(); i++) {
      reverse[i + 1] += reverse[i];
    }
    int[] rows = new int[links];
    long[] fill = reverse.clone();
    for (int i = 0; i < pages(); i++) {
      for (long k = offsets[i]; k < offsets[i + 1]; k++) {
        rows[(int) fill[targets[(int) k]]++] = i;
      }
    }
    return new CsrGraph(reverse, rows);
  }
}
