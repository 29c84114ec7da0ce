package nephila.graph;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A graph in compressed sparse rows, in memory: the links of page i are `targets[offsets[i] …
/// offsets[i + 1] − 1]`, ascending and distinct; `weights`, where there are any, go with them.
///
/// Costs 8 bytes a page and 4 bytes a link, 12 with weights. Holds fewer than 2³¹ links; a larger
/// graph lives in a file ([MappedCsrGraph]). Immutable, so safe for any number of threads.
public final class CsrGraph implements RowGraph {
  private final long[] offsets;
  private final int[] targets;
  private final double @Nullable [] weights;

  private CsrGraph(long[] offsets, int[] targets, double @Nullable [] weights) {
    this.offsets = offsets;
    this.targets = targets;
    this.weights = weights;
  }

  /// The graph of the links `sources[k] → targets[k]`; doubled links are dropped.
  public static CsrGraph of(int pages, int[] sources, int[] targets) {
    return of(pages, sources, targets, null);
  }

  /// The graph of the links `sources[k] → targets[k]` of weight `weights[k]`; a doubled link weighs
  /// the sum.
  public static CsrGraph of(int pages, int[] sources, int[] targets, double @Nullable [] weights) {
    if (sources.length != targets.length) {
      throw new IllegalArgumentException(
          sources.length + " sources but " + targets.length + " targets");
    }
    RowSorter rows = new RowSorter(degrees(pages, sources), weights != null);
    for (int k = 0; k < sources.length; k++) {
      rows.put(sources[k], targets[k], weights == null ? 1 : weights[k]);
    }
    return rows.build();
  }

  private static int[] degrees(int pages, int[] sources) {
    int[] degrees = new int[pages];
    for (int source : sources) {
      degrees[source]++;
    }
    return degrees;
  }

  /// The graph whose page i links to `rows[i]`, ascending and distinct: what [#rows] gives.
  public static CsrGraph of(int[][] rows) {
    long links = 0;
    for (int[] row : rows) {
      links += row.length;
    }
    RowCollector collector = new RowCollector(rows.length, links);
    for (int page = 0; page < rows.length; page++) {
      collector.row(page, rows[page], rows[page].length);
    }
    return collector.graph();
  }

  /// The graph whose rows are given as they are: ascending and distinct within a row.
  public static CsrGraph wrap(long[] offsets, int[] targets) {
    return wrap(offsets, targets, null);
  }

  /// As [#wrap(long[], int[])], with the weight of every link.
  public static CsrGraph wrap(long[] offsets, int[] targets, double @Nullable [] weights) {
    assert offsets[offsets.length - 1] <= targets.length;
    assert weights == null || offsets[offsets.length - 1] <= weights.length;
    return new CsrGraph(offsets, targets, weights);
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
  @Override
  public long rowStart(int page) {
    return offsets[page];
  }

  @Override
  public int target(long k) {
    return targets[(int) k];
  }

  @Override
  public double weight(long k) {
    return weights == null ? 1 : weights[(int) k];
  }

  /// The array behind the rows, for loops that cannot afford a call a link. Do not write to it.
  public int[] targets() {
    return targets;
  }

  /// The same links, each of weight 1, in the same memory.
  public CsrGraph unweighted() {
    return weights == null ? this : new CsrGraph(offsets, targets, null);
  }

  /// The weights beside [#targets], or null where every link weighs 1. Do not write to it.
  public double @Nullable [] weights() {
    return weights;
  }

  /// The targets of each page, copied.
  public int[][] rows() {
    int[][] rows = new int[pages()][];
    Arrays.setAll(
        rows, page -> Arrays.copyOfRange(targets, (int) offsets[page], (int) offsets[page + 1]));
    return rows;
  }

  @Override
  public boolean weighted() {
    return weights != null;
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

      @Override
      public double weight() {
        return weights == null ? 1 : weights[at - 1];
      }
    };
  }

  @Override
  public CsrGraph copy() {
    return this;
  }

  /// The graph with every link turned round.
  public CsrGraph transpose() {
    int pages = pages();
    int links = (int) links();
    long[] reverse = new long[pages + 1];
    for (int k = 0; k < links; k++) {
      reverse[targets[k] + 1]++;
    }
    for (int i = 0; i < pages; i++) {
      reverse[i + 1] += reverse[i];
    }
    int[] rows = new int[links];
    double[] turned = weights == null ? null : new double[links];
    // While filling, reverse[t] is where the next link to t goes; afterwards it is the end of row
    // t, so shifting by one page gives the starts again.
    for (int i = 0; i < pages; i++) {
      for (int k = (int) offsets[i], end = (int) offsets[i + 1]; k < end; k++) {
        int at = (int) reverse[targets[k]]++;
        rows[at] = i;
        if (weights != null && turned != null) {
          turned[at] = weights[k];
        }
      }
    }
    System.arraycopy(reverse, 0, reverse, 1, pages);
    reverse[0] = 0;
    return new CsrGraph(reverse, rows, turned);
  }

  /// Whether both hold the same pages, links and weights.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CsrGraph that
        && Arrays.equals(offsets, that.offsets)
        && sameLinks(that)
        && (weights == null) == (that.weights == null);
  }

  private boolean sameLinks(CsrGraph that) {
    int links = (int) links();
    return Arrays.equals(targets, 0, links, that.targets, 0, links)
        && (weights == null
            || that.weights == null
            || Arrays.equals(weights, 0, links, that.weights, 0, links));
  }

  @Override
  public int hashCode() {
    return Long.hashCode(31L * pages() + links());
  }

  @Override
  public String toString() {
    return "graph of " + pages() + " pages and " + links() + " links";
  }
}
