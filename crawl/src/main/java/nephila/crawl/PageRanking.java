package nephila.crawl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import nephila.ledger.ExactLedger;
import nephila.ledger.PageTable;
import nephila.store.CrawlStore;
import nephila.url.CanonicalUrl;
import nephila.url.Sites;

/// The pages and sites of a store by importance. Stored pages are first pushed in memory until
/// importance is good to a millionth; the store on disk is not touched. Of a crawl too large for
/// the memory the last commit is shown as it is.
public final class PageRanking {
  private static final double BOUND = 1e-6;

  private final CrawlStore store;
  private final ExactLedger ledger;
  private final PageTable pages;

  /// A page by importance.
  ///
  /// @param cash worth it has not passed on, in credits; all of it for an unread page
  /// @param readAtSeconds when it was last read, in seconds since 1970; 0 before the first read
  public record Page(
      String url, double importance, double cash, int reads, int status, long readAtSeconds) {}

  /// A site by the importance of its pages together.
  public record Site(String name, double importance, int pages, int read) {}

  private PageRanking(CrawlStore store) {
    this.store = store;
    this.ledger = store.ledger();
    this.pages = store.pages();
  }

  public static PageRanking of(CrawlStore store) {
    store.ledger().settle(BOUND);
    return new PageRanking(store);
  }

  /// The ranking as it stands, without pushing anything: for looking at a running crawl.
  public static PageRanking now(CrawlStore store) {
    return new PageRanking(store);
  }

  /// How far importance may be off, summed over the known pages.
  public double errorBound() {
    return ledger.errorBound();
  }

  /// The most important pages, redirects left out; only those still to be read when `unread`.
  public List<Page> pages(int limit, boolean unread) {
    PriorityQueue<Place> best = new PriorityQueue<>(Place.WORST_FIRST);
    long[] least = {Long.MIN_VALUE};
    store.everyPage(
        page -> {
          boolean redirect = page.status() / 100 == 3;
          boolean waits = !page.isRead() && !page.isDropped();
          if ((unread ? waits : !redirect && !page.isGone()) && page.received() >= least[0]) {
            best.add(new Place(page.received(), page.group(), page.hash()));
            if (best.size() > limit) {
              best.poll();
              least[0] = best.isEmpty() ? Long.MAX_VALUE : best.element().received();
            }
          }
        });
    List<Page> found = new ArrayList<>();
    for (Place place = best.poll(); place != null; place = best.poll()) {
      found.addFirst(page(store.find(place.host(), place.hash())));
    }
    return found;
  }

  /// The slots of the pages that have most of something, most first.
  public int[] best(int limit, IntPredicate which, IntToLongFunction of) {
    PriorityQueue<Integer> best =
        new PriorityQueue<>(
            Comparator.<Integer>comparingLong(of::applyAsLong)
                .thenComparing(Comparator.reverseOrder()));
    for (int slot = 0; slot < pages.size(); slot++) {
      if (which.test(slot)) {
        best.add(slot);
        if (best.size() > limit) {
          best.poll();
        }
      }
    }
    int[] slots = new int[best.size()];
    for (int i = slots.length - 1; i >= 0; i--) {
      slots[i] = best.remove();
    }
    return slots;
  }

  /// A page and what orders it.
  private record Place(long received, int host, long hash) {
    static final Comparator<Place> WORST_FIRST =
        Comparator.comparingLong(Place::received)
            .thenComparing(Comparator.comparingInt(Place::host).reversed())
            .thenComparing(Comparator.comparingLong(Place::hash).reversed());
  }

  /// Whether the page is still to be read.
  public boolean waits(int slot) {
    return !pages.isRead(slot) && !pages.isDropped(slot);
  }

  /// What the page has not passed on, in units: all it is worth while it is unread.
  public long cash(int slot) {
    return pages.isRead(slot) ? ledger.residual(slot) : ledger.worth(slot);
  }

  /// A page by its slot.
  public Page page(int slot) {
    return new Page(
        store.url(slot),
        ledger.importance(slot),
        (double) cash(slot) / ledger.credit(),
        pages.reads(slot),
        pages.status(slot),
        pages.isRead(slot) ? pages.lastReadSeconds(slot) : 0);
  }

  /// The most important sites.
  public List<Site> sites(int limit) {
    double[] worth = new double[store.hosts()];
    int[] known = new int[store.hosts()];
    int[] read = new int[store.hosts()];
    store.everyPage(
        page -> {
          worth[page.group()] += page.worth(ledger.credit());
          known[page.group()]++;
          read[page.group()] += page.isRead() ? 1 : 0;
        });
    Map<String, Site> sites = new HashMap<>();
    for (int host = 0; host < worth.length; host++) {
      String name = site(host);
      Site site =
          new Site(name, worth[host] / Math.max(1, ledger.worthSum()), known[host], read[host]);
      sites.merge(name, site, PageRanking::together);
    }
    return sites.values().stream()
        .sorted(Comparator.comparingDouble(Site::importance).reversed().thenComparing(Site::name))
        .limit(limit)
        .toList();
  }

  /// The site of a host.
  public String site(int host) {
    return Sites.of(CanonicalUrl.ofCanonical(store.origin(host) + "/").host());
  }

  private static Site together(Site a, Site b) {
    return new Site(
        a.name(), a.importance() + b.importance(), a.pages() + b.pages(), a.read() + b.read());
  }
}
