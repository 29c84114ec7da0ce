package nephila.communitycrawl;

import java.util.ArrayList;
import java.util.List;
import nephila.archive.ArchivedPage;
import nephila.fetch.Content;
import nephila.fetch.Exchange;
import nephila.links.LinkExtractor;
import nephila.links.PageLinks;
import nephila.links.PageText;
import nephila.process.ExchangeRules;
import nephila.process.Probe;
import nephila.topic.WordBag;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// A page of the archive as the models of a topic see it: its words, and where it points with the
/// words of each link.
///
/// @param there whether it is a page: answered with 200, and not one that says "not found"
/// @param title empty for none
/// @param target where it redirects to, or null
/// @param links empty unless it is there
record TopicPage(
    CanonicalUrl url,
    int status,
    boolean there,
    String title,
    WordBag words,
    @Nullable CanonicalUrl target,
    List<Link> links) {
  /// @param text the words of the link itself
  record Link(CanonicalUrl url, String text, WordBag.Words words) {}

  /// Words of the text and the title.
  static final int SAID = 0;

  /// Words around a link.
  static final int NEAR = 1;

  /// Words of the path of an address.
  static final int PATH = 2;

  /// Words of a host's name.
  static final int HOST = 3;

  /// Whoever keeps a site puts pages of a kind into a folder and gives it a name.
  private static final float FOLDER_WEIGHT = 3;

  private static final int NEAR_WORDS = 10;
  private static final int MOST_LINKS = 3000;

  /// Reads pages. Not thread-safe.
  static final class Reader {
    private final LinkExtractor extractor;

    Reader(String productToken) {
      extractor = new LinkExtractor(productToken);
    }

    /// Null where it is no page: a revisit, an errand of the crawler's, a URL that is none.
    ///
    /// @param explains whether the words are to be remembered
    @Nullable TopicPage read(ArchivedPage archived, boolean explains, boolean wantsLinks) {
      Exchange exchange = archived.exchange();
      if (archived.revisit()
          || exchange == null
          || !(CanonicalUrl.parse(archived.url()) instanceof CanonicalUrl url)
          || Probe.is(url)
          || url.pathAndQuery().equals("/robots.txt")) {
        return null;
      }
      WordBag words = explains ? WordBag.remembering() : WordBag.empty();
      CanonicalUrl target = ExchangeRules.redirect(url, exchange);
      if (archived.status() != 200 || archived.missing()) {
        return new TopicPage(url, archived.status(), false, "", words, target, List.of());
      }
      Content content = exchange.content();
      String type = exchange.headers().first("Content-Type");
      PageText text = PageText.of(content.array(), content.offset(), content.length(), type);
      words.add(text.text(), SAID, 1).add(text.title(), SAID, 2);
      words.add(String.join(" ", text.headings()), SAID, 1.5f);
      address(url, words);
      List<Link> links = List.of();
      if (wantsLinks) {
        links =
            links(
                extractor.extract(content.array(), content.offset(), content.length(), type, url));
      }
      return new TopicPage(url, 200, true, text.title(), words, null, links);
    }

    private static void address(CanonicalUrl url, WordBag words) {
      String path = url.pathAndQuery();
      int name = url.path().lastIndexOf('/') + 1;
      words.add(path.substring(0, name), PATH, FOLDER_WEIGHT);
      words.add(path.substring(name), PATH, 1).add(url.host(), HOST, 1);
    }

    private static List<Link> links(PageLinks found) {
      List<Link> links = new ArrayList<>();
      int count = Math.min(MOST_LINKS, found.links().size());
      for (int i = 0; i < count; i++) {
        if (!found.links().get(i).nofollow()) {
          String text = found.anchorText(i).replace('\n', ' ');
          CanonicalUrl url = found.links().get(i).url();
          WordBag words = WordBag.empty().add(text, SAID, 1.5f);
          words.add(found.nearText(i, NEAR_WORDS), NEAR, 0.7f);
          address(url, words);
          links.add(new Link(url, text, words.words()));
        }
      }
      return links;
    }
  }
}
