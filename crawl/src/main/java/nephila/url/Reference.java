package nephila.url;

import java.nio.charset.Charset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Resolves any reference, however it is spelt, the way browsers do (RFC 3986 §5, with the leniency
/// of the WHATWG URL standard: white space dropped, backslashes as slashes, `http:path`). The long
/// way round; [UrlResolver] has the short one for what is already canonical, and both give the
/// same.
final class Reference {
  private Reference() {}

  static UrlOutcome resolve(@Nullable CanonicalUrl base, String reference, Charset queryCharset) {
    return resolve(base, reference, queryCharset, Spelling.CANONICAL);
  }

  static UrlOutcome resolve(
      @Nullable CanonicalUrl base, String reference, Charset queryCharset, Spelling spelling) {
    String ref = withoutFragment(stripped(reference));
    int schemeEnd = schemeEnd(ref);
    if (schemeEnd < 0) {
      return base == null ? BadUrl.NO_HOST : relative(base, ref, queryCharset, spelling);
    }
    String scheme = ref.substring(0, schemeEnd).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      return BadUrl.OTHER_SCHEME;
    }
    String rest = ref.substring(schemeEnd + 1);
    boolean twoSlashes = rest.length() > 1 && slash(rest.charAt(0)) && slash(rest.charAt(1));
    if (!twoSlashes && base != null && base.scheme().equals(scheme)) {
      return relative(base, rest, queryCharset, spelling);
    }
    return absolute(scheme, rest, queryCharset, spelling);
  }

  private static UrlOutcome relative(
      CanonicalUrl base, String ref, Charset queryCharset, Spelling spelling) {
    if (ref.isEmpty()) {
      return base;
    }
    char first = ref.charAt(0);
    if (slash(first)) {
      if (ref.length() > 1 && slash(ref.charAt(1))) {
        return absolute(base.scheme(), ref, queryCharset, spelling);
      }
      return assemble(base.origin(), ref, queryCharset, spelling);
    }
    String path = base.path();
    if (first == '?') {
      return assemble(base.origin(), path + ref, queryCharset, spelling);
    }
    String directory = path.substring(0, path.lastIndexOf('/') + 1);
    return assemble(base.origin(), directory + ref, queryCharset, spelling);
  }

  private static UrlOutcome absolute(
      String scheme, String rest, Charset queryCharset, Spelling spelling) {
    int start = 0;
    while (start < rest.length() && slash(rest.charAt(start))) {
      start++;
    }
    int end = start;
    while (end < rest.length() && !slash(rest.charAt(end)) && rest.charAt(end) != '?') {
      end++;
    }
    String authority = rest.substring(start, end);
    authority = authority.substring(authority.lastIndexOf('@') + 1);
    int colon = authority.lastIndexOf(':');
    if (colon >= 0 && authority.indexOf(']', colon) >= 0) {
      colon = -1;
    }
    String host = colon < 0 ? authority : authority.substring(0, colon);
    if (host.isEmpty()) {
      return BadUrl.NO_HOST;
    }
    String canonicalHost = HostName.canonical(host);
    if (canonicalHost == null) {
      return BadUrl.BAD_HOST;
    }
    int port = colon < 0 ? -1 : port(authority, colon + 1);
    if (port == BAD_PORT) {
      return BadUrl.BAD_PORT;
    }
    StringBuilder origin = new StringBuilder(scheme).append("://").append(canonicalHost);
    if (port >= 0 && port != (scheme.equals("https") ? 443 : 80)) {
      origin.append(':').append(port);
    }
    return assemble(origin.toString(), rest.substring(end), queryCharset, spelling);
  }

  private static UrlOutcome assemble(
      String origin, String pathAndQuery, Charset queryCharset, Spelling spelling) {
    if (pathAndQuery.length() > 8 * CanonicalUrl.MAX_LENGTH) {
      return BadUrl.TOO_LONG;
    }
    StringBuilder text = new StringBuilder(origin.length() + pathAndQuery.length() + 16);
    text.append(origin);
    int question = pathAndQuery.indexOf('?');
    String path = question < 0 ? pathAndQuery : pathAndQuery.substring(0, question);
    spelling.path(text, path);
    if (question >= 0) {
      spelling.query(text, pathAndQuery.substring(question + 1), queryCharset);
    }
    if (text.length() > spelling.maxLength()) {
      return BadUrl.TOO_LONG;
    }
    return CanonicalUrl.ofCanonical(text.toString());
  }

  private static final int BAD_PORT = -2;

  /// The port from `start` on; -1 when there are no digits, [#BAD_PORT] when it is none.
  private static int port(String authority, int start) {
    int port = -1;
    for (int i = start; i < authority.length(); i++) {
      char c = authority.charAt(i);
      if (!UrlBytes.digit(c)) {
        return BAD_PORT;
      }
      port = Math.max(port, 0) * 10 + (c - '0');
      if (port > 65535) {
        return BAD_PORT;
      }
    }
    return port;
  }

  /// The index of the colon after a scheme, or -1.
  private static int schemeEnd(String ref) {
    for (int i = 0; i < ref.length(); i++) {
      char c = ref.charAt(i);
      if (c == ':') {
        return i == 0 ? -1 : i;
      }
      boolean allowed =
          UrlBytes.letter(c) || (i > 0 && (UrlBytes.digit(c) || "+-.".indexOf(c) >= 0));
      if (!allowed) {
        return -1;
      }
    }
    return -1;
  }

  private static boolean slash(char c) {
    return c == '/' || c == '\\';
  }

  private static String withoutFragment(String ref) {
    int hash = ref.indexOf('#');
    return hash < 0 ? ref : ref.substring(0, hash);
  }

  /// Without control characters and spaces at the ends, and without tabs and line ends anywhere.
  private static String stripped(String reference) {
    int from = 0;
    int to = reference.length();
    while (from < to && reference.charAt(from) <= ' ') {
      from++;
    }
    while (to > from && reference.charAt(to - 1) <= ' ') {
      to--;
    }
    StringBuilder kept = new StringBuilder(to - from);
    for (int i = from; i < to; i++) {
      char c = reference.charAt(i);
      if (c != '\t' && c != '\n' && c != '\r') {
        kept.append(c);
      }
    }
    return kept.toString();
  }
}
