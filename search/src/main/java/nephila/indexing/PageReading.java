package nephila.indexing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import nephila.archive.ArchivedPage;
import nephila.fetch.Content;
import nephila.fetch.Exchange;
import nephila.links.LinkExtractor;
import nephila.links.PageLinks;
import nephila.links.PageText;
import nephila.links.RobotsMeta;
import nephila.process.Probe;
import nephila.search.LinkText;
import nephila.store.record.UrlHash;
import nephila.text.DocumentReader;
import nephila.text.SiteTemplate;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Reads from an archived exchange what the index wants of it; PDF files in a process of their own.
/// Not thread-safe.
final class PageReading implements Closeable {
  private static final Pattern LANGUAGE =
      Pattern.compile("<html\\b[^>]{0,300}?\\blang\\s*=\\s*[\"']?([a-zA-Z]{2})\\b");
  private static final int HEAD = 2048;
  private static final int MOST_LINKS = 5000;
  private static final String ROBOT = "nephila";

  private final DocumentReader documents = new DocumentReader();
  private final LinkExtractor extractor = new LinkExtractor(ROBOT);

  /// What a page says of itself and where it points.
  ///
  /// @param wanted whether it is a page to be found: not an errand of the crawler's, not one that
  ///   asks not to be indexed, not one that stands for another
  record Page(CanonicalUrl url, boolean wanted, List<LinkText> links) {
    long hash() {
      return UrlHash.of(url.text());
    }
  }

  /// Null when there is nothing for the index to know or to forget: a revisit, a URL that is none,
  /// or a page that is not there any more, whose last good copy stays to be found.
  @Nullable Page links(ArchivedPage archived) {
    Exchange exchange = archived.exchange();
    if (archived.revisit()
        || exchange == null
        || archived.status() >= 400
        || archived.missing()
        || !(CanonicalUrl.parse(archived.url()) instanceof CanonicalUrl url)
        || errand(url)) {
      return null;
    }
    if (archived.status() != 200 || !readable(archived.mime())) {
      return new Page(url, false, List.of());
    }
    Content content = exchange.content();
    String type = exchange.headers().first("Content-Type");
    PageLinks links =
        extractor.extract(content.array(), content.offset(), content.length(), type, url);
    RobotsMeta asked = links.robots();
    for (String header : exchange.headers().all("X-Robots-Tag")) {
      asked = asked.and(RobotsMeta.header(header, ROBOT));
    }
    CanonicalUrl canonical = links.canonical();
    boolean alias =
        canonical != null && !canonical.equals(url) && canonical.site().equals(url.site());
    return new Page(url, !asked.noindex() && !alias, texts(links));
  }

  private static List<LinkText> texts(PageLinks links) {
    List<LinkText> texts = new ArrayList<>();
    int count = Math.min(MOST_LINKS, links.links().size());
    for (int i = 0; i < count; i++) {
      long to = UrlHash.of(links.links().get(i).url().text());
      for (String text : links.anchorText(i).split("\n")) {
        if (!text.isBlank()) {
          texts.add(new LinkText(to, text));
        }
      }
    }
    return texts;
  }

  /// The text of a page that [#links] said is wanted.
  nephila.search.IndexedText text(Page page, ArchivedPage archived) {
    Exchange exchange = java.util.Objects.requireNonNull(archived.exchange());
    Content content = exchange.content();
    String type = exchange.headers().first("Content-Type");
    PageText text = words(archived, content, type);
    return new nephila.search.IndexedText(
        page.url().text(),
        page.hash(),
        page.url().site(),
        text.title(),
        String.join("\n", text.headings()),
        text.text(),
        language(exchange, content),
        archived.mime(),
        archived.date(),
        archived.offset() < 0 ? "" : archived.file() + ":" + archived.offset());
  }

  private PageText words(ArchivedPage archived, Content content, @Nullable String type) {
    if (!DocumentReader.isPdf(archived.mime())) {
      return PageText.of(content.array(), content.offset(), content.length(), type);
    }
    return documents
        .read(
            content.array(),
            content.offset(),
            content.length(),
            archived.mime(),
            type,
            archived.url(),
            SiteTemplate.NONE)
        .map(said -> new PageText(said.title(), List.of(), said.text()))
        .orElse(new PageText("", List.of(), ""));
  }

  @Override
  public void close() {
    documents.close();
  }

  private static boolean readable(String mime) {
    return DocumentReader.isPdf(mime)
        || mime.equals("text/html")
        || mime.equals("text/plain")
        || mime.equals("text/xml")
        || mime.equals("application/xhtml+xml")
        || mime.equals("application/xml")
        || mime.equals("unk");
  }

  /// Whether the crawler asked for it on its own account: robots.txt, and pages that cannot be.
  private static boolean errand(CanonicalUrl url) {
    return url.pathAndQuery().equals("/robots.txt") || Probe.is(url);
  }

  /// By the page's own word, else by the server's, else by its words.
  private static String language(Exchange exchange, Content content) {
    int length = Math.min(HEAD, content.length());
    String head = new String(content.array(), content.offset(), length, ISO_8859_1);
    Matcher matcher = LANGUAGE.matcher(head.toLowerCase(Locale.ROOT));
    if (matcher.find()) {
      return matcher.group(1);
    }
    String header = exchange.headers().first("Content-Language");
    return header == null || header.length() < 2
        ? ""
        : header.substring(0, 2).toLowerCase(Locale.ROOT);
  }
}
