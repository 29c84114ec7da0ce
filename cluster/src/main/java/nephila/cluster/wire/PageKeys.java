package nephila.cluster.wire;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import nephila.store.record.UrlHash;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Makes keys of URLs. The sites of the hosts met of late are remembered, so that a host's is not
/// looked up in the public suffix list at every link. Not thread-safe.
public final class PageKeys {
  private static final int REMEMBERED = 4096;
  private static final int FEW = 32;

  private final @Nullable String[] hosts = new @Nullable String[REMEMBERED];
  private final int[] sites = new int[REMEMBERED];

  public PageKey of(CanonicalUrl url) {
    String host = url.host();
    int at = host.hashCode() & REMEMBERED - 1;
    if (!host.equals(hosts[at])) {
      sites[at] = PageKey.siteHash(url.site());
      hosts[at] = host;
    }
    return new PageKey(sites[at], UrlHash.of(url.text()));
  }

  /// The keys of the URLs, none twice; `kept` gets the URLs they are of. No map for the few links
  /// that most pages have: it would cost more than the comparisons.
  public PageKey[] distinct(List<CanonicalUrl> urls, List<CanonicalUrl> kept) {
    PageKey[] keys = new PageKey[urls.size()];
    Set<PageKey> seen = urls.size() > FEW ? HashSet.newHashSet(urls.size()) : Set.of();
    int size = 0;
    for (CanonicalUrl url : urls) {
      PageKey key = of(url);
      if (urls.size() > FEW ? seen.add(key) : !isAmong(keys, size, key)) {
        keys[size++] = key;
        kept.add(url);
      }
    }
    return size == keys.length ? keys : Arrays.copyOf(keys, size);
  }

  private static boolean isAmong(PageKey[] keys, int size, PageKey key) {
    for (int i = 0; i < size; i++) {
      if (keys[i].equals(key)) {
        return true;
      }
    }
    return false;
  }
}
