package nephila.liverank;

import java.lang.ref.SoftReference;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import nephila.graph.LinkGraph;
import nephila.graph.PackedGraph;
import org.jspecify.annotations.Nullable;

/// An old crawl: its pages, numbered from 0, the links between them, and their URLs where known.
///
/// Self-links say nothing about liveness and are left out of both directions by the orderings.
/// Memory: the graph ([PackedGraph]: 4 bytes a page, about 2 a link), as much again for the
/// orderings that look at links from both ends, 4 bytes a page for its site, and the caller's URLs.
/// PageRank is kept while there is room. Immutable but for what it works out on demand; safe for
/// many threads.
public final class OldGraph {
  private final PackedGraph links;
  private volatile @Nullable PackedGraph backLinks;
  private final List<String> urls;
  private final int[] sites;
  private final int siteCount;
  private volatile SoftReference<double[]> pageRank = new SoftReference<>(new double[0]);

  private OldGraph(LinkGraph links, List<String> urls) {
    this.links = PackedGraph.of(links);
    this.urls = urls;
    this.sites = new int[links.pages()];
    Map<String, Integer> numbers = new HashMap<>();
    if (!urls.isEmpty()) {
      for (int page = 0; page < sites.length; page++) {
        sites[page] = numbers.computeIfAbsent(site(urls.get(page)), s -> numbers.size());
      }
    }
    this.siteCount = Math.max(1, numbers.size());
  }

  /// The snapshot of a graph whose page i has the URL `urls.get(i)`.
  public static OldGraph of(LinkGraph links, List<String> urls) {
    if (urls.size() != links.pages()) {
      throw new IllegalArgumentException(links.pages() + " pages but " + urls.size() + " URLs");
    }
    return new OldGraph(links, urls);
  }

  /// A snapshot of which only the links are known: all pages count as one site.
  public static OldGraph withoutUrls(LinkGraph links) {
    return new OldGraph(links, List.of());
  }

  public int pages() {
    return links.pages();
  }

  public PackedGraph links() {
    return links;
  }

  /// The links turned round: computed once, when first asked for.
  public PackedGraph backLinks() {
    PackedGraph known = backLinks;
    if (known == null) {
      known = links.transpose();
      backLinks = known;
    }
    return known;
  }

  /// How many pages link to each.
  int[] inDegrees() {
    return links.inDegrees();
  }

  public boolean hasUrls() {
    return !urls.isEmpty();
  }

  /// The URLs of all pages; empty where they are not known.
  public List<String> urls() {
    return urls;
  }

  public String url(int page) {
    return urls.get(page);
  }

  /// The number of the page's site, from 0.
  public int site(int page) {
    return sites[page];
  }

  public int siteCount() {
    return siteCount;
  }

  /// PageRank with damping 0.85 and uniform teleport: computed when first asked for, and again
  /// where the memory was needed for something else.
  public double[] pageRank() {
    double[] known = pageRank.get();
    if (known == null || known.length != pages()) {
      known = Diffusion.from(links, null);
      pageRank = new SoftReference<>(known);
    }
    return known;
  }

  /// The site of a URL: its host and port, lower case, without user and without leading `www.`.
  static String site(String url) {
    int scheme = url.indexOf("://");
    int start = scheme < 0 ? 0 : scheme + 3;
    int end = start;
    while (end < url.length() && "/?#".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    String host = url.substring(start, end).toLowerCase(Locale.ROOT);
    host = host.substring(host.lastIndexOf('@') + 1);
    return host.startsWith("www.") ? host.substring(4) : host;
  }
}
