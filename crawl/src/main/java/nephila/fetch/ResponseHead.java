package nephila.fetch;

import java.util.Arrays;

/// The status line and header fields of a response (RFC 9112 §4, §5), read from bytes in place.
///
/// Lenient where servers are known to sin and no one is harmed: bare LF, folded values, blanks
/// before the colon, lines without a colon (skipped).
///
/// @param status three digits
/// @param minor 0 for HTTP/1.0, 1 for HTTP/1.1
/// @param length bytes of the head, with the empty line
public record ResponseHead(int status, int minor, Headers headers, int length) {

  /// Signals bytes that are no HTTP/1.x head; never leaves the room.
  public static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed(String message) {
      super(message, null, false, false);
    }
  }

  /// Position behind the empty line that ends a head, or -1 when it is not within `[from, to)`.
  /// `searched` says up to where an earlier call has looked.
  public static int end(byte[] bytes, int from, int searched, int to) {
    for (int i = Math.max(from, searched - 3); i < to; i++) {
      if (bytes[i] == '\n') {
        if (i + 1 < to && bytes[i + 1] == '\n') {
          return i + 2;
        }
        if (i + 2 < to && bytes[i + 1] == '\r' && bytes[i + 2] == '\n') {
          return i + 3;
        }
      }
    }
    return -1;
  }

  /// Whether the bytes so far can be the start of an HTTP/1.x response.
  public static boolean plausible(byte[] bytes, int from, int to) {
    byte[] start = {'H', 'T', 'T', 'P', '/', '1', '.'};
    for (int i = 0; i < start.length && from + i < to; i++) {
      if (bytes[from + i] != start[i]) {
        return false;
      }
    }
    return true;
  }

  /// Reads the head in `[from, end)`, `end` as found by [#end].
  public static ResponseHead parse(byte[] bytes, int from, int end, int maxFields)
      throws Malformed {
    int lineEnd = lineEnd(bytes, from, end);
    if (!plausible(bytes, from, lineEnd) || lineEnd - from < 12) {
      throw new Malformed("no HTTP/1.x status line");
    }
    int minor = bytes[from + 7] - '0';
    int at = from + 8;
    if (minor < 0 || minor > 9 || bytes[at] != ' ') {
      throw new Malformed("bad HTTP version");
    }
    while (at < lineEnd && bytes[at] == ' ') {
      at++;
    }
    int status = status(bytes, at, lineEnd);
    Headers headers = fields(bytes, next(bytes, lineEnd), end, maxFields);
    return new ResponseHead(status, minor, headers, end - from);
  }

  private static int status(byte[] bytes, int at, int lineEnd) throws Malformed {
    int status = 0;
    for (int i = at; i < at + 3; i++) {
      if (i >= lineEnd || bytes[i] < '0' || bytes[i] > '9') {
        throw new Malformed("bad status code");
      }
      status = 10 * status + bytes[i] - '0';
    }
    boolean ends = at + 3 == lineEnd || bytes[at + 3] == ' ';
    if (!ends || status < 100) {
      throw new Malformed("bad status code");
    }
    return status;
  }

  private static Headers fields(byte[] bytes, int from, int end, int maxFields) throws Malformed {
    int[] spans = new int[64];
    int count = 0;
    for (int at = from; at < end; ) {
      int lineEnd = lineEnd(bytes, at, end);
      int next = next(bytes, lineEnd);
      if (lineEnd == at) {
        break;
      }
      while (next < end && (bytes[next] == ' ' || bytes[next] == '\t')) {
        lineEnd = lineEnd(bytes, next, end);
        next = next(bytes, lineEnd);
      }
      int colon = at;
      while (colon < lineEnd && bytes[colon] != ':') {
        colon++;
      }
      int name = skipBlanks(bytes, at, colon);
      if (colon > name && colon < lineEnd) {
        if (count == maxFields) {
          throw new Malformed("more than " + maxFields + " header fields");
        }
        if (4 * count + 4 > spans.length) {
          spans = Arrays.copyOf(spans, 2 * spans.length);
        }
        spans[4 * count] = name;
        spans[4 * count + 1] = dropBlanks(bytes, name, colon);
        spans[4 * count + 2] = skipBlanks(bytes, colon + 1, lineEnd);
        spans[4 * count + 3] = dropBlanks(bytes, spans[4 * count + 2], lineEnd);
        count++;
      }
      at = next;
    }
    return new Headers(bytes, spans, count);
  }

  /// End of the line that starts at `from`, without its line break.
  private static int lineEnd(byte[] bytes, int from, int end) {
    int i = from;
    while (i < end && bytes[i] != '\n') {
      i++;
    }
    return i > from && i < end && bytes[i - 1] == '\r' ? i - 1 : i;
  }

  private static int next(byte[] bytes, int lineEnd) {
    int i = lineEnd;
    while (i < bytes.length && bytes[i] != '\n') {
      i++;
    }
    return i + 1;
  }

  private static int skipBlanks(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to && blank(bytes[i])) {
      i++;
    }
    return i;
  }

  private static int dropBlanks(byte[] bytes, int from, int to) {
    int i = to;
    while (i > from && blank(bytes[i - 1])) {
      i--;
    }
    return i;
  }

  private static boolean blank(byte b) {
    return b == ' ' || b == '\t' || b == '\r' || b == '\n';
  }
}
