package nephila.copies;

import java.io.Closeable;
import java.util.List;
import nephila.archive.ArchivedPage;
import nephila.fetch.Content;
import nephila.fetch.Exchange;
import nephila.links.PageText;
import nephila.text.DocumentReader;
import nephila.text.SiteTemplate;
import nephila.url.CanonicalUrl;

/// Looks for near copies in archived pages: in all their text, since a copy may stand where the
/// main content is not.
public final class ArchivedCopies implements Closeable {
  private final CopyTracker tracker;
  private final DocumentReader reader = new DocumentReader();

  public ArchivedCopies(CopyTracker tracker) {
    this.tracker = tracker;
  }

  /// The copies on a page; none where it is an answer without text of its own.
  public List<CopyRow> of(ArchivedPage page) {
    Exchange exchange = page.exchange();
    if (exchange == null
        || page.status() != 200
        || page.revisit()
        || !(CanonicalUrl.parse(page.url()) instanceof CanonicalUrl url)
        || url.pathAndQuery().equals("/robots.txt")) {
      return List.of();
    }
    String mime = page.mime().equals("unk") ? "text/html" : page.mime();
    if (!DocumentReader.reads(mime)) {
      return List.of();
    }
    return tracker.copies(text(exchange, mime, url)).stream()
        .map(copy -> new CopyRow(url.text(), page.date().toEpochMilli(), copy))
        .toList();
  }

  private String text(Exchange exchange, String mime, CanonicalUrl url) {
    Content content = exchange.content();
    String type = exchange.headers().first("Content-Type");
    if (DocumentReader.isHtml(mime)) {
      return PageText.of(content.array(), content.offset(), content.length(), type).text();
    }
    return reader
        .read(
            content.array(),
            content.offset(),
            content.length(),
            mime,
            type,
            url.text(),
            SiteTemplate.NONE)
        .map(said -> said.text())
        .orElse("");
  }

  @Override
  public void close() {
    reader.close();
  }
}
