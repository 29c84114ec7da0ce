package nephila.community;

import java.util.function.IntFunction;
import nephila.graph.LinkGraph;
import org.jspecify.annotations.Nullable;

/// A web that is already in a file: fetching a page reads its row. Counts what was fetched.
public final class KnownGraph implements PageSource {
  private final LinkGraph graph;
  private final IntFunction<@Nullable String> urls;
  private long fetches;

  /// A graph whose pages have no addresses.
  public KnownGraph(LinkGraph graph) {
    this(graph, page -> null);
  }

  public KnownGraph(LinkGraph graph, IntFunction<@Nullable String> urls) {
    this.graph = graph;
    this.urls = urls;
  }

  @Override
  public void fetch(int[] pages, Arrivals arrivals) {
    int[] links = new int[16];
    for (int page : pages) {
      fetches++;
      int degree = graph.outDegree(page);
      if (links.length < degree) {
        links = new int[Math.max(degree, 2 * links.length)];
      }
      LinkGraph.LinkCursor cursor = graph.successors(page);
      int count = 0;
      for (int to = cursor.next(); to != LinkGraph.NO_PAGE; to = cursor.next()) {
        links[count++] = to;
      }
      arrivals.arrive(page, links, count);
    }
  }

  @Override
  public @Nullable String url(int page) {
    return urls.apply(page);
  }

  /// How many pages were fetched so far, the local domain's among them.
  public long fetches() {
    return fetches;
  }
}
