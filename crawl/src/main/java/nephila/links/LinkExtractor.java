package nephila.links;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import nephila.url.CanonicalUrl;
import nephila.url.UrlResolver;
import org.jspecify.annotations.Nullable;

/// Finds where a page points: HTML, sitemaps, RSS and Atom; anything else points nowhere.
///
/// HTML is read in one pass over its bytes, with no tree and mostly without decoding: a tree was
/// seen to cost twenty times more. Time is linear in the length of the page whatever is in it,
/// memory is bounded by the number of links kept.
///
/// Not thread-safe: one a thread, for any number of pages.
public final class LinkExtractor {
  /// The most links kept of one page.
  public static final int MAX_LINKS = 50_000;

  private final String productToken;
  private final int limit;
  private @Nullable UrlResolver resolver;

  /// `productToken` is the robot's name, under which a page may address it in a meta element.
  public LinkExtractor(String productToken) {
    this(productToken, MAX_LINKS);
  }

  public LinkExtractor(String productToken, int maxLinks) {
    this.productToken = productToken.toLowerCase(Locale.ROOT);
    this.limit = maxLinks;
  }

  /// The links of a page. `contentType` is the header as it came, or null when there was none: then
  /// the page is judged by its first bytes.
  public PageLinks extract(
      byte[] bytes, int offset, int length, @Nullable String contentType, CanonicalUrl url) {
    UrlResolver ready = resolver;
    if (ready == null) {
      ready = new UrlResolver(url);
      resolver = ready;
    }
    ready.rebase(url, StandardCharsets.UTF_8);
    PageBytes page = PageBytes.of(bytes, offset, length, contentType);
    return links(page, contentType, url, ready);
  }

  /// The links of a document that somebody calls a sitemap, if type and first bytes do not tell
  /// what it is and it reads like one: a text with an address a line, or XML, packed or not.
  public PageLinks sitemap(
      byte[] bytes, int offset, int length, @Nullable String contentType, CanonicalUrl url) {
    PageBytes page = PageBytes.of(bytes, offset, length, contentType);
    XmlLinks reading = new XmlLinks(page, limit);
    boolean may = DocumentKind.saysLittle(contentType) && reading.looksLikeSitemap();
    return may ? reading.read(url) : PageLinks.none(page);
  }

  private PageLinks links(
      PageBytes page, @Nullable String contentType, CanonicalUrl url, UrlResolver ready) {
    return switch (DocumentKind.of(page, contentType, url)) {
      case HTML -> new HtmlLinks(page, ready, productToken, limit).read();
      case XML -> new XmlLinks(page, limit).read(url);
      case OTHER -> PageLinks.none(page);
    };
  }
}
