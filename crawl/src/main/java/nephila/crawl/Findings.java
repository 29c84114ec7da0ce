package nephila.crawl;

import java.util.Arrays;
import java.util.List;
import nephila.store.UrlHash;
import nephila.url.CanonicalUrl;

/// What a visitor read out of a page: where it points, ready to be looked up, and what it says of
/// itself.
///
/// @param urls distinct
/// @param hashes of the URLs, by which the store knows them
/// @param anchors texts of the links, empty when no rule asks for them
/// @param alias whether the page only stands for the one it points to: a redirect, or a page that
///   names another as canonical
/// @param fingerprint of its text, 0 when none was taken
record Findings(
    List<CanonicalUrl> urls, long[] hashes, List<String> anchors, boolean alias, long fingerprint) {
  static final Findings NOTHING = new Findings(List.of(), new long[0], List.of(), false, 0);

  static Findings of(List<CanonicalUrl> urls, List<String> anchors, long fingerprint) {
    return new Findings(urls, hashes(urls), anchors, false, fingerprint);
  }

  static Findings alias(CanonicalUrl target) {
    List<CanonicalUrl> only = List.of(target);
    return new Findings(only, hashes(only), List.of(), true, 0);
  }

  private static long[] hashes(List<CanonicalUrl> urls) {
    long[] hashes = new long[urls.size()];
    Arrays.setAll(hashes, i -> UrlHash.of(urls.get(i).text()));
    return hashes;
  }

  String anchor(int link) {
    return anchors.isEmpty() ? "" : anchors.get(link);
  }
}
