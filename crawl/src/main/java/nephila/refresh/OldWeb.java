package nephila.refresh;

import java.util.List;
import nephila.graph.CsrGraph;
import nephila.liverank.OldGraph;
import nephila.rank.PageRank;

/// The pages of an old crawl and the links between them.
///
/// @param urls canonical, one a page
/// @param links between them, numbered as the URLs are
/// @param importance of each page in the old crawl, summing to 1
/// @param remarks what was left out in reading it, a line for people each
public record OldWeb(List<String> urls, CsrGraph links, double[] importance, List<String> remarks) {
  public OldWeb {
    if (urls.size() != links.pages() || urls.size() != importance.length) {
      throw new IllegalArgumentException(
          urls.size() + " URLs, " + links.pages() + " rows, " + importance.length + " values");
    }
  }

  /// With the PageRank of the links as importance.
  public static OldWeb ranked(List<String> urls, CsrGraph links, List<String> remarks) {
    double[] rank = urls.isEmpty() ? new double[0] : PageRank.solve(links).values();
    return new OldWeb(urls, links, rank, remarks);
  }

  public int pages() {
    return urls.size();
  }

  public OldGraph snapshot() {
    return OldGraph.of(links, urls);
  }
}
