package nephila.url;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;

/// The canonical spelling of a path: escapes normalised, dot and empty segments resolved (RFC 3986
/// §6.2.2), a session id behind a semicolon dropped.
final class CanonicalPath {
  private CanonicalPath() {}

  /// Appends the canonical form of an absolute, or empty, path. Linear in its length.
  static void append(StringBuilder out, String path) {
    int root = out.length();
    String escaped = escaped(path.replace('\\', '/'), UTF_8);
    escaped = SessionIds.withoutPathParameter(escaped);
    out.append('/');
    int i = 0;
    while (i < escaped.length()) {
      int end = escaped.indexOf('/', i);
      boolean last = end < 0;
      if (last) {
        end = escaped.length();
      }
      int length = end - i;
      if (length == 2 && escaped.startsWith("..", i)) {
        dropSegment(out, root);
      } else if (length > 0 && !(length == 1 && escaped.charAt(i) == '.')) {
        out.append(escaped, i, end);
        if (!last) {
          out.append('/');
        }
      }
      i = end + 1;
    }
  }

  /// Cuts the last segment, which ends in a slash, unless only the root is left.
  private static void dropSegment(StringBuilder out, int root) {
    int slash = out.length() - 1;
    if (slash > root) {
      out.setLength(out.lastIndexOf("/", slash - 1) + 1);
    }
  }

  /// Escapes what must be escaped, in the given charset, and undoes the escapes of what need not
  /// be.
  static String escaped(String text, Charset charset) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 128) {
        int codePoint = text.codePointAt(i);
        i += Character.charCount(codePoint) - 1;
        escape(out, codePoint, charset);
      } else if (c == '%') {
        i += percent(out, text, i);
      } else if (UrlBytes.escaped(c)) {
        UrlBytes.escape(out, c);
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  /// One percent sign: an escape kept, undone, or a stray sign escaped. Returns what to skip.
  private static int percent(StringBuilder out, String text, int at) {
    int high = at + 2 < text.length() ? UrlBytes.hex(text.charAt(at + 1)) : -1;
    int low = high < 0 ? -1 : UrlBytes.hex(text.charAt(at + 2));
    if (low < 0) {
      out.append("%25");
      return 0;
    }
    int octet = high << 4 | low;
    if (UrlBytes.unreserved(octet)) {
      out.append((char) octet);
    } else {
      UrlBytes.escape(out, octet);
    }
    return 2;
  }

  /// A character beyond ASCII. What the charset cannot write becomes a numeric reference, as in
  /// browsers; a lone surrogate the replacement character.
  static void escape(StringBuilder out, int codePoint, Charset charset) {
    boolean surrogate =
        codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    String character = surrogate ? "\uFFFD" : Character.toString(codePoint);
    if (charset.equals(UTF_8) || charset.newEncoder().canEncode(character)) {
      for (byte octet : character.getBytes(charset)) {
        UrlBytes.escape(out, octet);
      }
    } else {
      out.append("%26%23").append(codePoint).append("%3B");
    }
  }
}
