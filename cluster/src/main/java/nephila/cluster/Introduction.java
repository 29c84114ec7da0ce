package nephila.cluster;

import nephila.store.BinaryRecord;
import nephila.store.PageDiscovery;
import nephila.store.UrlRecord;
import org.jspecify.annotations.Nullable;

/// How a page became known: its URL, its distance from a seed in links, and the page that pointed
/// to it first, null for a seed.
record Introduction(String url, int depth, @Nullable PageKey via) {
  static Introduction seed(String url) {
    return new Introduction(url, 0, null);
  }

  boolean isSeed() {
    return via == null;
  }

  static Introduction of(PageDiscovery how) {
    PageKey via = how.isSeed() ? null : new PageKey(how.viaHost(), how.viaHash());
    return new Introduction(how.url(), how.depth(), via);
  }

  /// From the URL record of the page.
  static Introduction stored(byte[] record) {
    return of(UrlRecord.discovery(record, ""));
  }

  PageDiscovery discovery() {
    return via == null
        ? new PageDiscovery(url, depth, true, 0, 0)
        : new PageDiscovery(url, depth, false, via.site(), via.hash());
  }

  void write(BinaryRecord to) {
    to.putNumber(depth).put(via == null ? 0 : 1);
    if (via != null) {
      via.write(to);
    }
    to.putText(url);
  }

  static Introduction take(BinaryRecord from) {
    int depth = (int) from.takeNumber();
    PageKey via = from.take() == 0 ? null : PageKey.take(from);
    return new Introduction(from.takeText(), depth, via);
  }
}
