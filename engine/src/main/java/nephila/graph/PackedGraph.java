package nephila.graph;

import java.util.Arrays;

/// A graph in memory whose rows are kept as the gaps between their targets, in bytes: as many links
/// in a third of the room of a [CsrGraph], for a decoding of a few instructions a link.
///
/// A row is its length, the distance of the first target from the page itself, and the gaps of the
/// others, each a number of seven bits a byte, low ones first. Links carry no weights. Costs 4
/// bytes a page and 1 to 4 bytes a link, so about 2 on a web in the order of its URLs. Immutable;
/// any number of threads may read it, each by its own [Rows] or cursor.
public final class PackedGraph implements LinkGraph {
  /// Pages whose rows lie in one array.
  private static final int BLOCK_BITS = 12;

  private static final int BLOCK = 1 << BLOCK_BITS;

  /// Links that are turned round in one pass.
  private static final int TURNED_AT_ONCE = 1 << 25;

  private final int pages;
  private final long links;
  private final byte[][] blocks;

  /// Where the row of each page begins in its block.
  private final int[] starts;

  private PackedGraph(int pages, long links, byte[][] blocks, int[] starts) {
    this.pages = pages;
    this.links = links;
    this.blocks = blocks;
    this.starts = starts;
  }

  /// The same links, without their weights.
  public static PackedGraph of(LinkGraph graph) {
    if (graph instanceof PackedGraph packed) {
      return packed;
    }
    Packer packer = new Packer(graph.pages());
    int[] row = new int[16];
    for (int page = 0; page < graph.pages(); page++) {
      int length = graph.outDegree(page);
      row = row.length < length ? new int[2 * length] : row;
      LinkCursor cursor = graph.successors(page);
      for (int k = 0; k < length; k++) {
        row[k] = cursor.next();
      }
      packer.add(page, row, 0, length);
    }
    return packer.graph();
  }

  @Override
  public int pages() {
    return pages;
  }

  @Override
  public long links() {
    return links;
  }

  @Override
  public int outDegree(int page) {
    byte[] block = blocks[page >>> BLOCK_BITS];
    int at = starts[page];
    int value = block[at++];
    int read = value & 0x7f;
    for (int shift = 7; value < 0; shift += 7) {
      value = block[at++];
      read |= (value & 0x7f) << shift;
    }
    return read;
  }

  @Override
  public LinkCursor successors(int page) {
    Rows rows = rows();
    int length = rows.read(page);
    return new LinkCursor() {
      private int at;

      @Override
      public int next() {
        return at < length ? rows.targets[at++] : NO_PAGE;
      }
    };
  }

  /// A reader of rows: one a thread.
  public Rows rows() {
    return new Rows();
  }

  @Override
  public PackedGraph copy() {
    return this;
  }

  /// Reads a row at a time into an array that it keeps.
  public final class Rows {
    /// The row read last, in its beginning.
    public int[] targets = new int[64];

    private Rows() {}

    /// Puts the targets of `page` into [#targets], ascending, and says how many they are.
    public int read(int page) {
      byte[] block = blocks[page >>> BLOCK_BITS];
      int at = starts[page];
      int value = block[at++];
      int length = value & 0x7f;
      for (int shift = 7; value < 0; shift += 7) {
        value = block[at++];
        length |= (value & 0x7f) << shift;
      }
      int[] row = targets;
      if (row.length < length) {
        row = new int[2 * length];
        targets = row;
      }
      int last = page;
      for (int k = 0; k < length; k++) {
        value = block[at++];
        int read = value & 0x7f;
        for (int shift = 7; value < 0; shift += 7) {
          value = block[at++];
          read |= (value & 0x7f) << shift;
        }
        last += k == 0 ? (read >>> 1) ^ -(read & 1) : read + 1;
        row[k] = last;
      }
      return length;
    }
  }

  /// How many pages link to each.
  public int[] inDegrees() {
    int[] degrees = new int[pages];
    Rows rows = rows();
    for (int page = 0; page < pages; page++) {
      int length = rows.read(page);
      for (int k = 0; k < length; k++) {
        degrees[rows.targets[k]]++;
      }
    }
    return degrees;
  }

  /// The graph with every link turned round: in passes over the links, each for some of the
  /// targets, so that no more than 128 MiB are needed beside the two graphs and 4 bytes a page.
  public PackedGraph transpose() {
    int[] degrees = inDegrees();
    Packer packer = new Packer(pages);
    Rows rows = rows();
    for (int first = 0; first < pages; ) {
      int end = first;
      long sum = 0;
      while (end < pages && (end == first || sum + degrees[end] <= TURNED_AT_ONCE)) {
        sum += degrees[end++];
      }
      int[] ends = new int[end - first + 1];
      for (int k = 1; k < ends.length; k++) {
        ends[k] = ends[k - 1] + degrees[first + k - 1];
      }
      int[] sources = new int[(int) sum];
      for (int page = 0; page < pages; page++) {
        int length = rows.read(page);
        for (int k = 0; k < length; k++) {
          int target = rows.targets[k];
          if (target >= first && target < end) {
            sources[ends[target - first]++] = page;
          }
        }
      }
      for (int page = first; page < end; page++) {
        int rowEnd = ends[page - first];
        packer.add(page, sources, rowEnd - degrees[page], rowEnd);
      }
      first = end;
    }
    return packer.graph();
  }

  @Override
  public String toString() {
    return "graph of " + pages + " pages and " + links + " links";
  }

  /// Packs rows in the order of their pages.
  private static final class Packer {
    private final byte[][] blocks;
    private final int[] starts;
    private byte[] bytes = new byte[1 << 16];
    private int at;
    private long links;

    Packer(int pages) {
      starts = new int[pages];
      blocks = new byte[(pages + BLOCK - 1) >>> BLOCK_BITS][];
    }

    void add(int page, int[] targets, int from, int to) {
      long most = at + 5L * (to - from + 1);
      if (most > bytes.length) {
        if (most > Integer.MAX_VALUE - 16) {
          throw new IllegalArgumentException("4,096 rows take more than 2 GiB");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 16, 2 * most));
      }
      starts[page] = at;
      put(to - from);
      int last = page;
      for (int k = from; k < to; k++) {
        int gap = targets[k] - last;
        assert k == from || gap > 0 : "rows ascend";
        put(k == from ? (gap << 1) ^ (gap >> 31) : gap - 1);
        last = targets[k];
      }
      links += to - from;
      if ((page & (BLOCK - 1)) == BLOCK - 1 || page == starts.length - 1) {
        blocks[page >>> BLOCK_BITS] = Arrays.copyOf(bytes, at);
        at = 0;
      }
    }

    private void put(int value) {
      int left = value;
      while (left >>> 7 != 0) {
        bytes[at++] = (byte) (left | 0x80);
        left >>>= 7;
      }
      bytes[at++] = (byte) left;
    }

    PackedGraph graph() {
      return new PackedGraph(starts.length, links, blocks, starts);
    }
  }
}
