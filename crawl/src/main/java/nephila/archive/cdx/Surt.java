package nephila.archive.cdx;

import nephila.archive.warc.Text;
import org.netpreserve.jwarc.URIs;

/// The sort-friendly form of URLs that indexes are keyed by: `com,example)/path`. Plain URLs, most
/// of them, are turned here (cheaper); all others by jwarc, whose form it is.
public final class Surt {
  private Surt() {}

  /// A URL that cannot be taken apart stands for itself.
  public static String of(String url) {
    String safe = Text.uri(url);
    String plain = plain(safe);
    if (!plain.isEmpty()) {
      return plain;
    }
    try {
      return Text.uri(URIs.toNormalizedSurt(safe));
    } catch (RuntimeException e) {
      return safe;
    }
  }

  /// The form of a URL without query, escapes, user, empty or dotted path segments; else empty.
  static String plain(String url) {
    int start = url.startsWith("http://") ? 7 : url.startsWith("https://") ? 8 : -1;
    int slash = start < 0 ? -1 : url.indexOf('/', start);
    if (slash <= start || !plainPath(url, slash)) {
      return "";
    }
    int colon = url.indexOf(':', start);
    int hostEnd = colon >= 0 && colon < slash ? colon : slash;
    if (!plainHost(url, start, hostEnd) || !otherPort(url, start, hostEnd, slash)) {
      return "";
    }
    StringBuilder surt = new StringBuilder(url.length() + 2);
    int end = hostEnd;
    for (int i = hostEnd - 1; i >= start; i--) {
      if (url.charAt(i) == '.') {
        surt.append(url, i + 1, end).append(',');
        end = i;
      }
    }
    surt.append(url, start, end).append(url, hostEnd, slash).append(')');
    for (int i = slash; i < url.length(); i++) {
      surt.append(lower(url.charAt(i)));
    }
    return surt.toString();
  }

  /// Names in lower case; no address, and no `www` to be dropped.
  private static boolean plainHost(String url, int from, int to) {
    if (to == from || url.startsWith("www", from)) {
      return false;
    }
    char last = url.charAt(to - 1);
    boolean labels = last >= 'a' && last <= 'z' && url.charAt(from) != '.';
    for (int i = from; i < to && labels; i++) {
      char c = url.charAt(i);
      boolean dots = c == '.' && url.charAt(i - 1) == '.';
      labels = !dots && ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.');
    }
    return labels;
  }

  /// No port, or one that is not the scheme's own and has no leading zero.
  private static boolean otherPort(String url, int start, int from, int to) {
    if (from == to) {
      return true;
    }
    boolean number = to - from > 1 && to - from <= 6 && url.charAt(from + 1) != '0';
    for (int i = from + 1; i < to; i++) {
      number &= url.charAt(i) >= '0' && url.charAt(i) <= '9';
    }
    String own = start == 7 ? ":80" : ":443";
    return number && !url.substring(from, to).equals(own);
  }

  private static boolean plainPath(String url, int from) {
    for (int i = from; i < url.length(); i++) {
      char c = url.charAt(i);
      boolean letter = (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9');
      boolean other = c == '-' || c == '_';
      boolean inner = (c == '.' && url.charAt(i - 1) != '/') || (c == '/' && i == from);
      boolean slash = c == '/' && i > from && url.charAt(i - 1) != '/' && i + 1 < url.length();
      if (!letter && !other && !inner && !slash) {
        return false;
      }
    }
    return true;
  }

  private static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
  }
}
