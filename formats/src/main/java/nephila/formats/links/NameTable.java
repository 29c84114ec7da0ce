package nephila.formats.links;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import nephila.graph.PageNames;

/// Numbers names in the order they are first met, and can tell their alphabetical order afterwards.
///
/// Names are bytes in one array; costs their length and about 20 bytes a name.
final class NameTable {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int MAX_BYTES = Integer.MAX_VALUE - 16;

  private byte[] bytes = new byte[1 << 16];
  private int[] starts = new int[1 << 10];
  private int[] slots = new int[1 << 11];
  private int size;

  int size() {
    return size;
  }

  /// Bytes of memory in use.
  long memory() {
    return bytes.length + 4L * starts.length + 4L * slots.length;
  }

  /// Bytes of all names together: their limit is 2 GiB.
  int nameBytes() {
    return starts[size];
  }

  /// Where name `number` starts in [#bytes]; it ends where the next one starts.
  int start(int number) {
    return starts[number];
  }

  /// The array behind the names. Do not write to it.
  byte[] bytes() {
    return bytes;
  }

  /// The number of the name at `from … to − 1`; a new name gets the next number.
  int number(byte[] source, int from, int to) {
    int mask = slots.length - 1;
    int slot = hash(source, from, to) & mask;
    while (slots[slot] != 0) {
      int known = slots[slot] - 1;
      if (Arrays.equals(bytes, starts[known], starts[known + 1], source, from, to)) {
        return known;
      }
      slot = (slot + 1) & mask;
    }
    slots[slot] = size + 1;
    append(source, from, to);
    if (2 * size > slots.length) {
      rehash();
    }
    return size - 1;
  }

  private void append(byte[] source, int from, int to) {
    int start = starts[size];
    int end = Math.addExact(start, to - from);
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_BYTES, Math.max(end, 2L * bytes.length)));
    }
    System.arraycopy(source, from, bytes, start, to - from);
    size++;
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
    }
    starts[size] = end;
  }

  private void rehash() {
    slots = new int[2 * slots.length];
    int mask = slots.length - 1;
    for (int name = 0; name < size; name++) {
      int slot = hash(bytes, starts[name], starts[name + 1]) & mask;
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = name + 1;
    }
  }

  private static int hash(byte[] source, int from, int to) {
    long hash = to - from;
    int i = from;
    for (; i + 8 <= to; i += 8) {
      hash = (hash ^ (long) LONGS.get(source, i)) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    for (; i < to; i++) {
      hash = (hash ^ source[i]) * 0x100000001B3L;
    }
    hash *= 0x9E3779B97F4A7C15L;
    return (int) (hash >>> 32);
  }

  /// The numbers of all names in the order of their bytes.
  int[] alphabetical() {
    int[] order = new int[size];
    Arrays.setAll(order, i -> i);
    sort(order, 0, size, 0);
    return order;
  }

  /// Three-way radix quicksort: names that share `depth` bytes are split by the next byte.
  private void sort(int[] order, int from, int to, int depth) {
    while (to - from > 1) {
      int pivot = at(order[(from + to) >>> 1], depth);
      int less = from;
      int more = to;
      int i = from;
      while (i < more) {
        int name = order[i];
        int c = at(name, depth);
        if (c < pivot) {
          order[i++] = order[less];
          order[less++] = name;
        } else if (c > pivot) {
          order[i] = order[--more];
          order[more] = name;
        } else {
          i++;
        }
      }
      sort(order, from, less, depth);
      sort(order, more, to, depth);
      if (pivot < 0) {
        return;
      }
      from = less;
      to = more;
      depth++;
    }
  }

  private int at(int name, int depth) {
    int i = starts[name] + depth;
    return i < starts[name + 1] ? bytes[i] & 0xff : -1;
  }

  /// The names in the given order.
  PageNames names(int[] order) {
    PageNames.Builder names = new PageNames.Builder();
    for (int name : order) {
      names.add(bytes, starts[name], starts[name + 1] - starts[name]);
    }
    return names.build();
  }
}
