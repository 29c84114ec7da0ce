package nephila.process;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import nephila.links.Requisite;
import nephila.links.SoftNotFound;
import nephila.store.record.UrlHash;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// The findings in a page: where it points, ready to be looked up, and what it says of itself.
///
/// @param urls distinct
/// @param hashes of the URLs, by which the store knows them
/// @param anchors conditions of focus rules that the texts of the links meet, empty when no rule
///   asks for texts
/// @param missing whether it says "not found" with status 200
/// @param signature of its text, 0 when copies are not looked for
/// @param ifSitemap whether `urls` count only if somebody named the page as a sitemap: as a page it
///   has no links
/// @param probe of a probe, what the host serves for pages that do not exist
/// @param requisites what it is shown with, where that is looked for
public record PageFindings(
    List<CanonicalUrl> urls,
    long[] hashes,
    List<SortedSet<String>> anchors,
    boolean missing,
    long signature,
    boolean ifSitemap,
    @Nullable SoftNotFound probe,
    List<Requisite> requisites) {
  public static final PageFindings NOTHING =
      new PageFindings(List.of(), new long[0], List.of(), false, 0, false, null, List.of());
  public static final PageFindings MISSING =
      new PageFindings(List.of(), new long[0], List.of(), true, 0, false, null, List.of());

  public static PageFindings of(List<CanonicalUrl> urls, List<SortedSet<String>> anchors) {
    return new PageFindings(urls, hashes(urls), anchors, false, 0, false, null, List.of());
  }

  public PageFindings signed(long text) {
    return text == 0
        ? this
        : new PageFindings(urls, hashes, anchors, missing, text, ifSitemap, probe, requisites);
  }

  public PageFindings with(List<Requisite> found) {
    return found.isEmpty()
        ? this
        : new PageFindings(urls, hashes, anchors, missing, signature, ifSitemap, probe, found);
  }

  public PageFindings onlyIfSitemap() {
    return new PageFindings(urls, hashes, anchors, missing, signature, true, probe, requisites);
  }

  /// The findings when the page is named as a sitemap, or is not.
  public PageFindings named(boolean sitemap) {
    return !ifSitemap || sitemap
        ? this
        : new PageFindings(
            List.of(), new long[0], List.of(), missing, signature, false, probe, requisites);
  }

  /// Whether a page of that address and type may be what names sitemaps: an index.
  public static boolean mayName(String url, String mime) {
    String path = url.toLowerCase(Locale.ROOT);
    return path.endsWith(".xml")
        || path.endsWith(".xml.gz")
        || mime.equals("text/xml")
        || mime.equals("application/xml");
  }

  /// A page that only stands for another: a redirect, or one that names another as canonical.
  public static PageFindings alias(CanonicalUrl target) {
    return of(List.of(target), List.of());
  }

  public static PageFindings probe(SoftNotFound answer) {
    return new PageFindings(List.of(), new long[0], List.of(), false, 0, false, answer, List.of());
  }

  private static long[] hashes(List<CanonicalUrl> urls) {
    long[] hashes = new long[urls.size()];
    Arrays.setAll(hashes, i -> UrlHash.of(urls.get(i).text()));
    return hashes;
  }

  /// The conditions of focus rules that the text of the link meets.
  public SortedSet<String> anchors(int link) {
    return anchors.isEmpty() ? Collections.emptySortedSet() : anchors.get(link);
  }
}
