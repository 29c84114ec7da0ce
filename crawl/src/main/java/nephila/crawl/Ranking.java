package nephila.crawl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import nephila.store.CrawlStore;
import nephila.store.PageLedger;
import nephila.store.PageTable;
import nephila.url.CanonicalUrl;
import nephila.url.Sites;

/// The pages and sites of a store by importance. Stored pages are first pushed in memory until
/// importance is good to a millionth; the store on disk is not touched.
public final class Ranking {
  private static final double BOUND = 1e-6;

  private final CrawlStore store;
  private final PageLedger ledger;
  private final PageTable pages;

  /// A page by importance.
  ///
  /// @param cash worth it has not passed on, in credits; all of it for an unread page
  /// @param readAtSeconds when it was last read, in seconds since 1970; 0 before the first read
  public record Page(
      String url, double importance, double cash, int reads, int status, long readAtSeconds) {}

  /// A site by the importance of its pages together.
  public record Site(String name, double importance, int pages, int read) {}

  private Ranking(CrawlStore store) {
    this.store = store;
    this.ledger = store.ledger();
    this.pages = store.pages();
  }

  public static Ranking of(CrawlStore store) {
    store.ledger().settle(BOUND);
    return new Ranking(store);
  }

  /// How far importance may be off, summed over the known pages.
  public double errorBound() {
    return ledger.errorBound();
  }

  /// The most important pages, redirects left out; only those still to be read when `unread`.
  public List<Page> pages(int limit, boolean unread) {
    PriorityQueue<Integer> best =
        new PriorityQueue<>(
            Comparator.<Integer>comparingLong(ledger::worth)
                .thenComparing(Comparator.reverseOrder()));
    for (int slot = 0; slot < pages.size(); slot++) {
      boolean redirect = pages.status(slot) / 100 == 3;
      boolean waits = !pages.isRead(slot) && !pages.isDropped(slot);
      if (unread ? waits : !redirect) {
        best.add(slot);
        if (best.size() > limit) {
          best.poll();
        }
      }
    }
    List<Page> found = new ArrayList<>();
    for (Integer slot = best.poll(); slot != null; slot = best.poll()) {
      found.addFirst(page(slot));
    }
    return found;
  }

  private Page page(int slot) {
    long cash = pages.isRead(slot) ? ledger.residual(slot) : ledger.worth(slot);
    return new Page(
        store.url(slot),
        ledger.importance(slot),
        (double) cash / ledger.credit(),
        pages.reads(slot),
        pages.status(slot),
        pages.isRead(slot) ? pages.lastReadSeconds(slot) : 0);
  }

  /// The most important sites.
  public List<Site> sites(int limit) {
    double[] worth = new double[store.hosts()];
    int[] known = new int[store.hosts()];
    int[] read = new int[store.hosts()];
    for (int slot = 0; slot < pages.size(); slot++) {
      int host = pages.host(slot);
      worth[host] += ledger.worth(slot);
      known[host]++;
      read[host] += pages.isRead(slot) ? 1 : 0;
    }
    Map<String, Site> sites = new HashMap<>();
    for (int host = 0; host < worth.length; host++) {
      String name = Sites.of(CanonicalUrl.ofCanonical(store.origin(host) + "/").host());
      Site site = new Site(name, worth[host] / ledger.worthSum(), known[host], read[host]);
      sites.merge(name, site, Ranking::together);
    }
    return sites.values().stream()
        .sorted(Comparator.comparingDouble(Site::importance).reversed().thenComparing(Site::name))
        .limit(limit)
        .toList();
  }

  private static Site together(Site a, Site b) {
    return new Site(
        a.name(), a.importance() + b.importance(), a.pages() + b.pages(), a.read() + b.read());
  }
}
