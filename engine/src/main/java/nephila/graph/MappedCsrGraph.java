package nephila.graph;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;
import nephila.UserError;

/// A graph in compressed sparse rows, mapped from its [CsrFile]: any number of links, none of them
/// on the heap. [#load] copies it into a [CsrGraph] where there is room.
///
/// A link costs a read of mapped memory: as fast as an array while the operating system keeps the
/// file in memory. Immutable, so safe for any number of threads.
public final class MappedCsrGraph implements RowGraph {
  private final CsrLayout layout;
  private final MemorySegment offsets;
  private final MemorySegment targets;
  private final MemorySegment weights;
  private final MemorySegment nameStarts;
  private final MemorySegment names;

  MappedCsrGraph(MemorySegment file, CsrLayout layout) {
    this.layout = layout;
    targets = file.asSlice(layout.targetsAt(), 4 * layout.links());
    weights = file.asSlice(layout.weightsAt(), layout.weighted() ? 8 * layout.links() : 0);
    long perPage = 8 * (layout.pages() + 1L);
    offsets = file.asSlice(layout.offsetsAt(), perPage);
    nameStarts = file.asSlice(layout.nameStartsAt(), layout.named() ? perPage : 0);
    names = file.asSlice(layout.namesAt(), layout.nameBytes());
  }

  /// Checks that rows follow each other and lead to pages of the graph: a checksum proves that the
  /// file is as it was written, not that it was written right.
  void verifyRows(Path file) {
    verifyStarts(file, offsets, layout.offsetsAt(), layout.links());
    if (layout.named()) {
      verifyStarts(file, nameStarts, layout.nameStartsAt(), layout.nameBytes());
    }
    int pages = layout.pages();
    for (long k = 0; k < layout.links(); k++) {
      int target = target(k);
      if (target < 0 || target >= pages) {
        throw UserError.atByte(
            file, layout.targetsAt() + 4 * k, "a link to page " + target + " of " + pages);
      }
    }
  }

  private void verifyStarts(Path file, MemorySegment starts, long at, long total) {
    long last = 0;
    for (int i = 0; i <= layout.pages(); i++) {
      long start = starts.get(CsrLayout.LONG, 8L * i);
      if (start < last || start > total || (i == 0 && start != 0)) {
        throw UserError.atByte(file, at + 8L * i, "rows that do not follow each other");
      }
      last = start;
    }
    if (last != total) {
      throw UserError.atByte(file, at + 8L * layout.pages(), "the last row does not end the links");
    }
  }

  @Override
  public int pages() {
    return layout.pages();
  }

  @Override
  public long links() {
    return layout.links();
  }

  @Override
  public int outDegree(int page) {
    return (int) (rowStart(page + 1) - rowStart(page));
  }

  @Override
  public long rowStart(int page) {
    return offsets.get(CsrLayout.LONG, 8L * page);
  }

  @Override
  public int target(long k) {
    return targets.get(CsrLayout.INT, 4 * k);
  }

  @Override
  public double weight(long k) {
    return layout.weighted() ? weights.get(CsrLayout.DOUBLE, 8 * k) : 1;
  }

  @Override
  public boolean weighted() {
    return layout.weighted();
  }

  /// The names in the file.
  public Optional<PageNames> names() {
    return layout.named()
        ? Optional.of(new PageNames(layout.pages(), nameStarts, names))
        : Optional.empty();
  }

  @Override
  public LinkCursor successors(int page) {
    long end = rowStart(page + 1);
    return new LinkCursor() {
      private long at = rowStart(page);

      @Override
      public int next() {
        return at < end ? target(at++) : NO_PAGE;
      }

      @Override
      public double weight() {
        return MappedCsrGraph.this.weight(at - 1);
      }
    };
  }

  @Override
  public MappedCsrGraph copy() {
    return this;
  }

  /// Whether the links fit in arrays.
  public boolean loadable() {
    return links() <= Integer.MAX_VALUE - 16;
  }

  /// The same graph in memory; only where it is [#loadable].
  public CsrGraph load() {
    int links = Math.toIntExact(links());
    long[] starts = new long[pages() + 1];
    MemorySegment.copy(offsets, CsrLayout.LONG, 0, starts, 0, starts.length);
    int[] rows = new int[links];
    MemorySegment.copy(targets, CsrLayout.INT, 0, rows, 0, links);
    if (!weighted()) {
      return CsrGraph.wrap(starts, rows);
    }
    double[] rowWeights = new double[links];
    MemorySegment.copy(weights, CsrLayout.DOUBLE, 0, rowWeights, 0, links);
    return CsrGraph.wrap(starts, rows, rowWeights);
  }
}
