package nephila.text;

import nephila.links.PageCharset;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;

/// Reads what an HTML page says: its main content and what it says of itself. Bounded for any
/// bytes: so many are looked at, and so deep. Thread-safe.
public final class ContentReader {
  /// What stands behind that is not looked at.
  private static final int MOST_BYTES = 4 << 20;

  private static final int MOST_TAGS = 150_000;
  private static final int DEEPEST = 120;

  private ContentReader() {}

  /// @param contentType the server's word, or null
  /// @param url where the page was found, for its links
  /// @param template what the pages of its host share
  public static PageContent read(
      byte[] bytes,
      int offset,
      int length,
      @Nullable String contentType,
      String url,
      SiteTemplate template) {
    Document page = parse(bytes, offset, length, contentType, url);
    Box body = BoxTree.of(body(page));
    MainContent.of(body, template);
    MarkdownWriter written = MarkdownWriter.of(body);
    return PageFacts.of(page, url, written.sections(), written.links());
  }

  static Box boxes(byte[] bytes, int offset, int length, @Nullable String contentType) {
    return BoxTree.of(body(parse(bytes, offset, length, contentType, "")));
  }

  private static Element body(Document page) {
    Element frames = page.selectFirst("frameset");
    return frames != null ? frames : page.body();
  }

  private static Document parse(
      byte[] bytes, int offset, int length, @Nullable String contentType, String url) {
    int read = Math.min(length, MOST_BYTES);
    String html = PageCharset.decoded(bytes, offset, read, contentType);
    return Parser.htmlParser().setMaxDepth(DEEPEST).parseInput(bounded(html), url);
  }

  /// The page up to where it has more tags than any that was written for people.
  private static String bounded(String html) {
    int tags = 0;
    for (int at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
      if (++tags > MOST_TAGS) {
        return html.substring(0, at);
      }
    }
    return html;
  }
}
