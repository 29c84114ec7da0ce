package nephila.process;

import nephila.url.CanonicalUrl;

/// A request for an address that cannot exist: what a host answers then tells its soft 404s from
/// its pages. What is archived of probes is no page.
public final class Probe {
  private static final String PATH = "/nephila-probe-";

  private Probe() {}

  /// An address of the host that cannot exist.
  public static CanonicalUrl url(String origin, long random) {
    return CanonicalUrl.ofCanonical(origin + PATH + Long.toHexString(random) + ".html");
  }

  public static boolean is(CanonicalUrl url) {
    return url.path().startsWith(PATH);
  }

  /// Whether the text is the URL of a probe.
  public static boolean is(String url) {
    int scheme = url.indexOf("://");
    int path = scheme < 0 ? -1 : url.indexOf('/', scheme + 3);
    return path >= 0 && url.startsWith(PATH, path);
  }
}
