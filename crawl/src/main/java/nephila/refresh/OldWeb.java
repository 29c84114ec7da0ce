package nephila.refresh;

import java.util.List;
import java.util.function.ToIntFunction;
import nephila.graph.CsrGraph;
import nephila.liverank.OldGraph;
import nephila.rank.PageRank;
import nephila.url.CanonicalUrl;

/// The pages of an old crawl and the links between them.
///
/// @param urls canonical, one a page
/// @param links between them, numbered as the URLs are
/// @param importance of each page in the old crawl, summing to 1
/// @param copies what is known of the content of its pages
/// @param remarks what was left out in reading it, a line for people each
public record OldWeb(
    List<String> urls,
    CsrGraph links,
    double[] importance,
    OldCopies copies,
    List<String> remarks) {
  public static final int NO_PAGE = UrlNumbers.NONE;

  public OldWeb {
    if (urls.size() != links.pages() || urls.size() != importance.length) {
      throw new IllegalArgumentException(
          urls.size() + " URLs, " + links.pages() + " rows, " + importance.length + " values");
    }
  }

  /// With the PageRank of the links as importance.
  public static OldWeb ranked(List<String> urls, CsrGraph links, List<String> remarks) {
    return ranked(urls, links, new OldCopies(), remarks);
  }

  static OldWeb ranked(List<String> urls, CsrGraph links, OldCopies copies, List<String> remarks) {
    double[] rank = urls.isEmpty() ? new double[0] : PageRank.solve(links).values();
    return new OldWeb(urls, links, rank, copies, remarks);
  }

  public int pages() {
    return urls.size();
  }

  /// The pages by URL, in any spelling: their numbers, or [#NO_PAGE].
  public ToIntFunction<String> pagesByUrl() {
    UrlNumbers numbers = new UrlNumbers();
    urls.forEach(numbers::add);
    return written ->
        CanonicalUrl.parse(written) instanceof CanonicalUrl url
            ? numbers.find(url.text())
            : NO_PAGE;
  }

  public OldGraph snapshot() {
    return OldGraph.of(links, urls);
  }
}
