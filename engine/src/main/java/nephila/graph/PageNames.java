package nephila.graph;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The name of every page of a graph (its URL, mostly), by page number.
///
/// Names are kept as UTF-8 bytes one after the other, with 8 bytes a page for where each starts; a
/// name becomes a `String` only when it is asked for. The first [#find] builds an index of 4 to 8
/// bytes a page. Immutable, so safe for any number of threads.
public final class PageNames {
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  private final int size;
  private final MemorySegment starts;
  private final MemorySegment bytes;
  private int @Nullable [] index;

  /// Names held elsewhere: `starts` holds size + 1 little-endian longs, `bytes` the names.
  PageNames(int size, MemorySegment starts, MemorySegment bytes) {
    this.size = size;
    this.starts = starts;
    this.bytes = bytes;
  }

  /// The names in the order of their pages.
  public static PageNames of(List<String> names) {
    Builder builder = new Builder();
    names.forEach(name -> builder.add(name));
    return builder.build();
  }

  public int size() {
    return size;
  }

  public String name(int page) {
    return new String(utf8(page), StandardCharsets.UTF_8);
  }

  /// The bytes of the name of `page`.
  public byte[] utf8(int page) {
    long from = start(page);
    int length = (int) (start(page + 1) - from);
    byte[] name = new byte[length];
    MemorySegment.copy(bytes, BYTE, from, name, 0, length);
    return name;
  }

  /// The page of that name, or [LinkGraph#NO_PAGE].
  public int find(String name) {
    byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
    int[] slots = index();
    int mask = slots.length - 1;
    for (int slot = hash(wanted) & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
      int page = slots[slot] - 1;
      if (Arrays.equals(utf8(page), wanted)) {
        return page;
      }
    }
    return LinkGraph.NO_PAGE;
  }

  private synchronized int[] index() {
    if (index == null) {
      int capacity = Integer.highestOneBit(Math.max(8, Math.min(size, 1 << 29) * 2 - 1)) << 1;
      int[] slots = new int[capacity];
      for (int page = size - 1; page >= 0; page--) {
        int slot = hash(utf8(page)) & (capacity - 1);
        while (slots[slot] != 0) {
          slot = (slot + 1) & (capacity - 1);
        }
        slots[slot] = page + 1;
      }
      index = slots;
    }
    return index;
  }

  private long start(int page) {
    return starts.get(LONG, 8L * page);
  }

  private static int hash(byte[] name) {
    int hash = Arrays.hashCode(name) * 0x9E3779B9;
    return hash ^ (hash >>> 15);
  }

  /// Gathers names, page 0 first. At most 2 GiB of bytes: more names than that belong in a file.
  public static final class Builder {
    private long[] starts = new long[1024];
    private byte[] bytes = new byte[1 << 14];
    private int size;
    private int length;

    public void add(String name) {
      byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
      add(utf8, 0, utf8.length);
    }

    public void add(byte[] source, int from, int count) {
      long needed = (long) length + count;
      if (needed > Integer.MAX_VALUE - 16) {
        throw new IllegalStateException("page names of more than 2 GiB do not fit in memory");
      }
      if (needed > bytes.length) {
        long larger = Math.min(Integer.MAX_VALUE - 16, Math.max(needed, 2L * bytes.length));
        bytes = Arrays.copyOf(bytes, (int) larger);
      }
      System.arraycopy(source, from, bytes, length, count);
      length += count;
      size++;
      if (size == starts.length) {
        starts = Arrays.copyOf(starts, (int) Math.min(Integer.MAX_VALUE - 16, 2L * size));
      }
      starts[size] = length;
    }

    public int size() {
      return size;
    }

    public PageNames build() {
      MemorySegment table = MemorySegment.ofArray(new long[size + 1]);
      for (int i = 0; i <= size; i++) {
        table.set(LONG, 8L * i, starts[i]);
      }
      return new PageNames(size, table, MemorySegment.ofArray(Arrays.copyOf(bytes, length)));
    }
  }
}
