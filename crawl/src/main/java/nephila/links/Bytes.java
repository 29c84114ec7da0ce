package nephila.links;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Searching and comparing bytes.
final class Bytes {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;

  private Bytes() {}

  /// The first index of `sought` in `[from, to)`, or -1. Eight bytes at a time: a byte of `x - 1 &
  /// ~x` has its high bit set where a byte of x is zero.
  static int indexOf(byte[] bytes, int from, int to, byte sought) {
    long pattern = (sought & 0xFFL) * ONES;
    int i = from;
    for (; i + 8 <= to; i += 8) {
      long x = (long) LONG.get(bytes, i) ^ pattern;
      long zeros = (x - ONES) & ~x & HIGHS;
      if (zeros != 0) {
        return i + (Long.numberOfTrailingZeros(zeros) >> 3);
      }
    }
    for (; i < to; i++) {
      if (bytes[i] == sought) {
        return i;
      }
    }
    return -1;
  }

  static boolean startsWith(byte[] bytes, int from, int to, String prefix) {
    if (to - from < prefix.length()) {
      return false;
    }
    for (int i = 0; i < prefix.length(); i++) {
      if (bytes[from + i] != prefix.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /// Whether `[from, to)` is this name, given in lower case.
  static boolean equalsIgnoreCase(byte[] bytes, int from, int to, String name) {
    if (to - from != name.length()) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      byte c = bytes[from + i];
      if ((c >= 'A' && c <= 'Z' ? c | 0x20 : c) != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  static boolean ascii(byte[] bytes, int from, int to) {
    int i = from;
    for (; i + 8 <= to; i += 8) {
      if (((long) LONG.get(bytes, i) & HIGHS) != 0) {
        return false;
      }
    }
    for (; i < to; i++) {
      if (bytes[i] < 0) {
        return false;
      }
    }
    return true;
  }
}
