package nephila.cluster;

import nephila.store.UrlHash;
import nephila.url.CanonicalUrl;

/// Makes keys of URLs of which many have the host of the one before, as the links of a page do: the
/// site is then not looked up again. Not thread-safe.
final class Keyer {
  private String host = "";
  private int site;

  PageKey of(CanonicalUrl url) {
    String its = url.host();
    if (!its.equals(host)) {
      site = PageKey.siteHash(url.site());
      host = its;
    }
    return new PageKey(site, UrlHash.of(url.text()));
  }
}
