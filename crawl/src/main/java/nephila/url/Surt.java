package nephila.url;

import java.util.Locale;

/// The sort-friendly form of a URL that archive indexes are keyed by: `org,example)/path?a=1`. The
/// host is reversed, `www.` and the scheme are dropped, and all is in lower case, as pywb and the
/// Wayback Machine expect of a CDXJ.
public final class Surt {
  private Surt() {}

  public static String key(CanonicalUrl url) {
    String host = url.host();
    StringBuilder key = new StringBuilder(url.text().length() + 4);
    appendReversed(key, withoutWww(host));
    if (url.authority().length() > host.length()) {
      key.append(':').append(url.port());
    }
    key.append(')');
    String path = url.path();
    boolean slashAtEnd = path.length() > 1 && path.endsWith("/");
    key.append(slashAtEnd ? path.substring(0, path.length() - 1) : path);
    if (!url.query().isEmpty()) {
      key.append('?').append(url.query());
    }
    return key.toString().toLowerCase(Locale.ROOT);
  }

  private static String withoutWww(String host) {
    if (!host.startsWith("www")) {
      return host;
    }
    int i = 3;
    while (i < host.length() && UrlBytes.digit(host.charAt(i))) {
      i++;
    }
    boolean more = i + 1 < host.length() && host.charAt(i) == '.';
    return more ? host.substring(i + 1) : host;
  }

  private static void appendReversed(StringBuilder key, String host) {
    if (host.startsWith("[") || UrlBytes.digit(host.charAt(host.length() - 1))) {
      key.append(host);
      return;
    }
    int end = host.length();
    while (end > 0) {
      int dot = host.lastIndexOf('.', end - 1);
      key.append(host, dot + 1, end);
      if (dot >= 0) {
        key.append(',');
      }
      end = dot;
    }
  }
}
