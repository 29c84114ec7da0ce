package nephila.url;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;

/// How path and query of a resolved reference are spelt.
enum Spelling {
  /// The one spelling under which a page is known.
  CANONICAL {
    @Override
    void path(StringBuilder out, String path) {
      CanonicalPath.append(out, path);
    }

    @Override
    void query(StringBuilder out, String query, Charset charset) {
      CanonicalQuery.append(out, query, charset);
    }

    @Override
    int maxLength() {
      return CanonicalUrl.MAX_LENGTH;
    }
  },

  /// As a browser would ask for it (WHATWG URL, path and query state): dot segments are resolved,
  /// and what may not stand in a URL is escaped; all else stays as written.
  AS_ASKED {
    @Override
    void path(StringBuilder out, String path) {
      int root = out.length();
      String written = path.replace('\\', '/');
      int i = written.startsWith("/") ? 1 : 0;
      out.append('/');
      while (i <= written.length()) {
        int end = written.indexOf('/', i);
        boolean last = end < 0;
        end = last ? written.length() : end;
        String segment = written.substring(i, end);
        if (isDots(segment, 2)) {
          int slash = out.length() - 1;
          if (slash > root) {
            out.setLength(out.lastIndexOf("/", slash - 1) + 1);
          }
        } else if (!isDots(segment, 1)) {
          escape(out, segment, IN_PATH, UTF_8);
          if (!last) {
            out.append('/');
          }
        }
        i = end + 1;
      }
    }

    @Override
    void query(StringBuilder out, String query, Charset charset) {
      escape(out.append('?'), query, IN_QUERY, charset);
    }

    @Override
    int maxLength() {
      return 4 * CanonicalUrl.MAX_LENGTH;
    }
  };

  private static final String IN_PATH = " \"<>^`{}";
  private static final String IN_QUERY = " \"<>'";

  /// Appends the path, absolute or empty.
  abstract void path(StringBuilder out, String path);

  /// Appends the query, given without its question mark.
  abstract void query(StringBuilder out, String query, Charset charset);

  /// Longer URLs are none.
  abstract int maxLength();

  /// Whether a segment is so many dots, each written plainly or as an escape.
  private static boolean isDots(String segment, int count) {
    int at = 0;
    for (int i = 0; i < count; i++) {
      if (segment.startsWith(".", at)) {
        at++;
      } else if (segment.regionMatches(true, at, "%2e", 0, 3)) {
        at += 3;
      } else {
        return false;
      }
    }
    return at == segment.length();
  }

  private static void escape(StringBuilder out, String text, String escaped, Charset charset) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 128) {
        int codePoint = text.codePointAt(i);
        i += Character.charCount(codePoint) - 1;
        CanonicalPath.escape(out, codePoint, charset);
      } else if (c < ' ' || c == 0x7F || escaped.indexOf(c) >= 0) {
        UrlBytes.escape(out, c);
      } else {
        out.append(c);
      }
    }
  }
}
