package nephila.url;

import static nephila.url.UrlBytes.CLASS;

import java.util.Arrays;

/// Recognises a path and query that need no change, in one pass over their bytes. May say no to
/// something canonical (the long way then finds out), never yes to something that is not.
final class CanonicalBytes {
  private CanonicalBytes() {}

  /// Where the canonical path and query in `bytes[from, to)` end, which is at a `#` or at `to`; -1
  /// when they are not known to be canonical.
  static int end(byte[] bytes, int from, int to, boolean afterSlash) {
    boolean slashBefore = afterSlash;
    for (int i = from; i < to; i++) {
      byte c = bytes[i];
      int kind = c < 0 ? UrlBytes.OTHER : CLASS[c];
      switch (kind) {
        case UrlBytes.SLASH, UrlBytes.DOT -> {
          if (slashBefore) {
            return -1;
          }
        }
        case UrlBytes.QUESTION -> {
          return queryEnd(bytes, i + 1, to);
        }
        case UrlBytes.HASH -> {
          return i;
        }
        case UrlBytes.PERCENT -> {
          if (!neededEscape(bytes, i, to)) {
            return -1;
          }
        }
        case UrlBytes.OTHER -> {
          return -1;
        }
        default -> {}
      }
      slashBefore = c == '/';
    }
    return to;
  }

  /// An escape in upper case of something that must be escaped.
  private static boolean neededEscape(byte[] bytes, int at, int to) {
    if (at + 2 >= to) {
      return false;
    }
    byte high = bytes[at + 1];
    byte low = bytes[at + 2];
    if (high > 'F' || low > 'F' || UrlBytes.hex(high) < 0 || UrlBytes.hex(low) < 0) {
      return false;
    }
    return !UrlBytes.unreserved(UrlBytes.hex(high) << 4 | UrlBytes.hex(low));
  }

  private static int queryEnd(byte[] bytes, int from, int to) {
    int previous = -1;
    int previousEnd = -1;
    int name = from;
    int equals = -1;
    for (int i = from; i <= to; i++) {
      byte c = i == to ? (byte) '#' : bytes[i];
      int kind = c < 0 ? UrlBytes.OTHER : CLASS[c];
      if (kind == UrlBytes.AMPERSAND || kind == UrlBytes.HASH) {
        int nameEnd = equals < 0 ? i : equals;
        boolean empty = nameEnd == name || equals == i - 1;
        if (empty || SessionIds.mayBeName(bytes, name, nameEnd)) {
          return -1;
        }
        boolean sorted =
            previous < 0
                || Arrays.compareUnsigned(bytes, previous, previousEnd, bytes, name, nameEnd) <= 0;
        if (!sorted) {
          return -1;
        }
        if (kind == UrlBytes.HASH) {
          return i;
        }
        previous = name;
        previousEnd = nameEnd;
        name = i + 1;
        equals = -1;
      } else if (kind == UrlBytes.EQUALS) {
        equals = equals < 0 ? i : equals;
      } else if (kind == UrlBytes.OTHER
          || (kind == UrlBytes.PERCENT && !neededEscape(bytes, i, to))) {
        return -1;
      }
    }
    return -1;
  }
}
