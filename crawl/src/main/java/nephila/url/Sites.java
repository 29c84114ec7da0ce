package nephila.url;

import crawlercommons.domains.EffectiveTldFinder;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// Which site is a host part of: its registered domain by the public suffix list, private suffixes
/// included, so that `a.github.io` and `b.github.io` are two sites and `www.bbc.co.uk` is
/// `bbc.co.uk`. An address, a public suffix and a bare name are sites of their own.
///
/// Looked up once a host and remembered for the last hundred thousand hosts or so. Thread-safe.
public final class Sites {
  private static final int REMEMBERED = 100_000;
  private static final ConcurrentMap<String, String> SITES = new ConcurrentHashMap<>();

  private Sites() {}

  public static String of(String host) {
    String site = SITES.get(host);
    if (site == null) {
      site = lookUp(host);
      if (SITES.size() >= REMEMBERED) {
        SITES.clear();
      }
      SITES.put(host, site);
    }
    return site;
  }

  /// A number for the site of an origin; `http://` and a port do not matter.
  public static long number(String origin) {
    int start = origin.indexOf("://") + 3;
    int end = origin.startsWith("[", start) ? origin.indexOf(']') + 1 : origin.indexOf(':', start);
    String site = of(origin.substring(start, end < 0 ? origin.length() : end));
    long hash = 0xCBF29CE484222325L;
    for (int i = 0; i < site.length(); i++) {
      hash = (hash ^ site.charAt(i)) * 0x100000001B3L;
    }
    return hash ^ hash >>> 29;
  }

  private static String lookUp(String host) {
    boolean address = host.startsWith("[") || UrlBytes.digit(host.charAt(host.length() - 1));
    if (address || host.indexOf('.') < 0) {
      return host;
    }
    String domain = EffectiveTldFinder.getAssignedDomain(host, true, false);
    if (domain != null && !domain.isEmpty()) {
      return domain;
    }
    boolean listed = EffectiveTldFinder.getEffectiveTLD(host) != null;
    return listed ? host : lastTwoLabels(host);
  }

  /// The list's own rule for what it does not list: a suffix is one label.
  private static String lastTwoLabels(String host) {
    int last = host.lastIndexOf('.');
    return host.substring(host.lastIndexOf('.', last - 1) + 1);
  }
}
