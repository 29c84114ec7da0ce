package nephila.exchange.text;

import java.io.Closeable;
import java.util.Optional;
import nephila.archive.ArchivedPage;
import nephila.fetch.Content;
import nephila.fetch.Exchange;
import nephila.text.DocumentReader;
import nephila.text.PageContent;
import nephila.text.SiteTemplate;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Reads archived pages into rows.
final class PageTexts implements Closeable {
  private final DocumentReader reader = new DocumentReader();

  /// Whether it is a page whose text can be read: an answer of its own, of a kind that is known.
  static boolean isText(ArchivedPage page) {
    return page.status() == 200
        && !page.revisit()
        && !page.missing()
        && page.exchange() != null
        && DocumentReader.reads(mime(page));
  }

  /// A type that is not given counts as HTML, as for browsers it mostly does.
  static String mime(ArchivedPage page) {
    return page.mime().equals("unk") ? "text/html" : page.mime();
  }

  Optional<TextRow> row(
      ArchivedPage page, CanonicalUrl url, SiteTemplate template, double importance, long rank) {
    Exchange exchange = page.exchange();
    if (exchange == null) {
      return Optional.empty();
    }
    Content content = exchange.content();
    String type = exchange.headers().first("Content-Type");
    Optional<PageContent> said =
        reader.read(
            content.array(),
            content.offset(),
            content.length(),
            mime(page),
            type,
            url.text(),
            template);
    return said.map(
        words ->
            new TextRow(
                url.text(),
                url.site(),
                mime(page),
                page.date().toEpochMilli(),
                importance,
                rank,
                Wishes.of(exchange, words.robots()),
                withLanguage(words, exchange)));
  }

  private static PageContent withLanguage(PageContent words, Exchange exchange) {
    String header = exchange.headers().first("Content-Language");
    if (header == null || !words.language().isEmpty()) {
      return words;
    }
    String tag = header.strip();
    return tag.matches("[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}") ? words.withLanguage(tag) : words;
  }

  static void teach(SiteTemplate.Learner learner, @Nullable ArchivedPage page) {
    Exchange exchange = page == null ? null : page.exchange();
    if (page == null || exchange == null || !DocumentReader.isHtml(mime(page))) {
      return;
    }
    Content content = exchange.content();
    String type = exchange.headers().first("Content-Type");
    learner.page(content.array(), content.offset(), content.length(), type);
  }

  @Override
  public void close() {
    reader.close();
  }
}
