package nephila.sites;

import java.util.Arrays;
import java.util.function.IntFunction;
import nephila.graph.LinkGraph;
import nephila.rank.PageRank;
import nephila.rank.RankOptions;
import nephila.store.CrawlStore;
import nephila.store.LinkRowWalk;
import nephila.url.CanonicalUrl;
import nephila.url.Sites;
import nephila.view.PageState;

/// Gathers the sites of a crawl or of a graph whose pages have names.
public final class SiteWebs {
  private static final double BOUND = 1e-6;

  private SiteWebs() {}

  /// What counts as a site.
  public enum By {
    /// The registered domain, by the public suffix list.
    SITE,
    /// Every host by itself.
    HOST
  }

  /// The sites of a crawl, running or not. Payments are those of its ledger, pushed in memory until
  /// importance is good to a millionth where the crawl fits.
  public static SiteWeb of(CrawlStore store, By by) {
    store.needsLinks();
    store.ledger().settle(BOUND);
    SiteWeb web = new SiteWeb();
    int[] siteOf = new int[store.hosts()];
    for (int host = 0; host < siteOf.length; host++) {
      siteOf[host] = web.number(site(CanonicalUrl.ofCanonical(store.origin(host) + "/"), by));
    }
    boolean preferred = store.choice().byPreference();
    boolean exact = !store.choice().importance().isOpic();
    double credit = preferred && exact ? store.ledger().credit() : store.ledger().leastWorth();
    web.credit((long) credit);
    store.everyPage(
        page -> {
          int site = siteOf[page.group()];
          boolean allowed = PageState.of(page).isAllowed();
          web.page(site, page.isRead(), page.status() == 200, allowed);
          if (preferred) {
            double share = credit / store.ledger().credit();
            web.joined(site, (long) (store.joinedWith(page) * share));
          }
        });
    LinkRowWalk.over(
        store,
        row -> {
          for (int k = 0; k < row.links(); k++) {
            if (row.host(k) != row.host() || row.hash(k) != row.hash()) {
              web.link(siteOf[row.host()], siteOf[row.host(k)], row.share(k));
            }
          }
        });
    return web;
  }

  /// The sites of a graph; `name` tells a page's URL or host. Payments are those of its off-line
  /// rank.
  public static SiteWeb of(LinkGraph graph, IntFunction<String> name, By by, double damping) {
    SiteWeb web = new SiteWeb();
    int[] siteOf = new int[graph.pages()];
    Arrays.setAll(siteOf, page -> web.number(site(name.apply(page), by)));
    double[] rank = PageRank.solve(graph, RankOptions.DEFAULTS.withDamping(damping)).values();
    double dangling = 0;
    for (int page = 0; page < siteOf.length; page++) {
      int degree = graph.outDegree(page);
      web.page(siteOf[page], degree > 0, degree > 0, true);
      dangling += degree == 0 ? rank[page] : 0;
      double paid = damping * rank[page] / Math.max(1, degree);
      LinkGraph.LinkCursor links = graph.successors(page);
      for (int to = links.next(); to != LinkGraph.NO_PAGE; to = links.next()) {
        if (to != page) {
          web.link(siteOf[page], siteOf[to], paid);
        }
      }
    }
    web.credit((1 - damping + damping * dangling) / Math.max(1, siteOf.length));
    return web;
  }

  /// The site that a name belongs to: a URL's, or that of a bare host.
  public static String site(String name, By by) {
    String url = name.contains("://") ? name : "http://" + name + "/";
    return CanonicalUrl.parse(url) instanceof CanonicalUrl parsed ? site(parsed, by) : name;
  }

  private static String site(CanonicalUrl url, By by) {
    return by == By.HOST ? url.host() : Sites.of(url.host());
  }
}
