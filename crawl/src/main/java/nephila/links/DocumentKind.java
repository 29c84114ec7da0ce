package nephila.links;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Locale;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// What a page is, as far as its links are concerned: by its content type, and where that says
/// little, by its first bytes.
enum DocumentKind {
  HTML,
  XML,
  OTHER;

  private static final int SNIFFED = 1024;

  static DocumentKind of(PageBytes page, @Nullable String contentType, CanonicalUrl url) {
    return switch (media(contentType)) {
      case "text/html" -> HTML;
      case "application/xhtml+xml" -> HTML;
      case "application/rss+xml", "application/atom+xml", "application/rdf+xml" -> XML;
      case "text/xml", "application/xml" -> sniffXml(page);
      case "application/gzip", "application/x-gzip" -> url.path().endsWith(".xml.gz") ? XML : OTHER;
      case "text/plain" -> url.path().endsWith("sitemap.txt") ? XML : OTHER;
      case "", "application/octet-stream", "unknown/unknown" -> sniff(page);
      default -> media(contentType).endsWith("+xml") ? XML : OTHER;
    };
  }

  /// Whether a sitemap may come as that type, and anything else too.
  static boolean saysLittle(@Nullable String contentType) {
    return switch (media(contentType)) {
      case "text/plain", "application/gzip", "application/x-gzip" -> true;
      case "", "application/octet-stream", "unknown/unknown" -> true;
      default -> false;
    };
  }

  private static String media(@Nullable String contentType) {
    String type = contentType == null ? "" : contentType.toLowerCase(Locale.ROOT);
    int semicolon = type.indexOf(';');
    return (semicolon < 0 ? type : type.substring(0, semicolon)).strip();
  }

  private static DocumentKind sniffXml(PageBytes page) {
    String start = start(page);
    boolean html = start.contains("<html") || start.contains("<!doctype html");
    return html ? HTML : XML;
  }

  private static DocumentKind sniff(PageBytes page) {
    String start = start(page);
    if (start.contains("<html") || start.contains("<!doctype html") || start.contains("<head")) {
      return HTML;
    }
    boolean xml =
        start.contains("<urlset")
            || start.contains("<sitemapindex")
            || start.contains("<rss")
            || start.contains("<feed");
    if (xml) {
      return XML;
    }
    boolean body = start.contains("<body") || start.contains("<a ") || start.contains("<title");
    return body ? HTML : OTHER;
  }

  private static String start(PageBytes page) {
    int length = Math.min(SNIFFED, page.to - page.from);
    return new String(page.bytes, page.from, length, ISO_8859_1).toLowerCase(Locale.ROOT);
  }
}
