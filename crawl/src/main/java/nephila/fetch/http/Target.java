package nephila.fetch.http;

import org.jspecify.annotations.Nullable;

/// A URL taken apart for the wire. Every character is visible ASCII, so nothing that is written
/// from it can hold a line break.
///
/// @param host as in the URL; an IPv6 literal without its brackets
/// @param authority value of the `Host` field
/// @param path path and query, never empty
record Target(boolean tls, String host, int port, String authority, String path) {

  /// The parts of an absolute http or https URL, or null when it is none.
  static @Nullable Target parse(String url) {
    int start;
    boolean tls;
    if (url.startsWith("http://")) {
      tls = false;
      start = 7;
    } else if (url.startsWith("https://")) {
      tls = true;
      start = 8;
    } else {
      return null;
    }
    for (int i = 0; i < url.length(); i++) {
      char c = url.charAt(i);
      if (c <= ' ' || c >= 0x7f || c == '\\') {
        return null;
      }
    }
    int end = start;
    while (end < url.length() && "/?#".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    int from = url.lastIndexOf('@', end - 1) >= start ? url.lastIndexOf('@', end - 1) + 1 : start;
    String authority = url.substring(from, end);
    int fragment = url.indexOf('#', end);
    String path = url.substring(end, fragment < 0 ? url.length() : fragment);
    return split(tls, authority, path.startsWith("/") ? path : "/" + path);
  }

  private static @Nullable Target split(boolean tls, String authority, String path) {
    int close = authority.startsWith("[") ? authority.indexOf(']') : -1;
    if (authority.startsWith("[") && close < 0) {
      return null;
    }
    int colon = authority.indexOf(':', close + 1);
    String name = colon < 0 ? authority : authority.substring(0, colon);
    int port = tls ? 443 : 80;
    if (colon >= 0 && colon + 1 < authority.length()) {
      port = port(authority.substring(colon + 1));
    }
    String host = close < 0 ? name : name.substring(1, close);
    boolean wellFormed = close < 0 || close + 1 == name.length();
    if (port < 0 || host.isEmpty() || host.length() > 255 || !wellFormed) {
      return null;
    }
    String shown = port == (tls ? 443 : 80) ? name : name + ":" + port;
    return new Target(tls, host, port, shown, path);
  }

  /// A port number from 1 to 65535, or -1.
  private static int port(String digits) {
    int port = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(i) - '0';
      if (digit < 0 || digit > 9 || i == 5) {
        return -1;
      }
      port = 10 * port + digit;
    }
    return port >= 1 && port <= 65_535 ? port : -1;
  }
}
