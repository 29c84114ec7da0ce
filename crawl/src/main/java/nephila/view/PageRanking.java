package nephila.view;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import nephila.ledger.PageTable;
import nephila.ledger.StoredLedger;
import nephila.store.CrawlStore;
import nephila.url.CanonicalUrl;
import nephila.url.Sites;
import org.jspecify.annotations.Nullable;

/// The pages and sites of a store by importance. Stored pages are first pushed in memory until
/// importance is good to a millionth; the store on disk is not touched. Of a crawl too large for
/// the memory the last commit is shown as it is.
public final class PageRanking {
  private static final double BOUND = 1e-6;

  private final CrawlStore store;
  private final StoredLedger ledger;
  private final PageTable pages;

  /// Which pages a list has.
  public enum Which {
    /// All that are not gone and no redirects; first those that may be read
    /// ([PageState#isReadable]).
    READABLE_FIRST,
    /// The same by importance alone.
    ALL,
    /// Those that the rules of the crawl do not exclude.
    IN_SCOPE,
    /// Those that were read.
    READ,
    /// Those still to be read.
    UNREAD;

    /// Whether the list has a page in that state.
    public boolean has(PageState state, int status) {
      boolean redirect = status / 100 == 3;
      return switch (this) {
        case UNREAD -> state == PageState.WAITING || state == PageState.UNDER_WAY;
        case READ -> state == PageState.READ && !redirect;
        case IN_SCOPE -> state.isReadable() && !redirect;
        case ALL, READABLE_FIRST -> state != PageState.GONE && !redirect;
      };
    }
  }

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

  /// The totals of the papers' OPIC where importance is its, else null.
  public @Nullable OpicTotals opic() {
    return OpicTotals.of(store);
  }

  /// The most important of those pages.
  public List<PageRow> pages(int limit, Which which) {
    PriorityQueue<Place> best = new PriorityQueue<>(Place.WORST_FIRST);
    store.everyPage(
        page -> {
          PageState state = PageState.of(page);
          if (which.has(state, page.status())) {
            boolean first = which != Which.READABLE_FIRST || state.isReadable();
            Place place = new Place(first, store.worth(page), page.group(), page.hash());
            if (best.size() < limit) {
              best.add(place);
            } else if (limit > 0 && Place.WORST_FIRST.compare(place, best.element()) > 0) {
              best.poll();
              best.add(place);
            }
          }
        });
    PageRow[] rows = new PageRow[best.size()];
    for (int rank = rows.length; rank > 0; rank--) {
      Place place = best.remove();
      rows[rank - 1] = page(store.find(place.host(), place.hash())).at(rank, rank);
    }
    return List.of(rows);
  }

  /// The slots of the pages that have most of something, most first.
  ///
  /// @param first which of them come before all others
  public int[] best(int limit, IntPredicate which, IntPredicate first, IntToLongFunction of) {
    Comparator<Integer> order =
        Comparator.comparing((Integer slot) -> first.test(slot))
            .thenComparingLong(of::applyAsLong)
            .thenComparing(Comparator.reverseOrder());
    PriorityQueue<Integer> best = new PriorityQueue<>(order);
    for (int slot = 0; slot < pages.size(); slot++) {
      if (which.test(slot)) {
        if (best.size() < limit) {
          best.add(slot);
        } else if (limit > 0 && order.compare(slot, best.element()) > 0) {
          best.poll();
          best.add(slot);
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
  ///
  /// @param first whether it comes before all that are not
  private record Place(boolean first, long worth, int host, long hash) {
    static final Comparator<Place> WORST_FIRST =
        Comparator.comparing(Place::first)
            .thenComparingLong(Place::worth)
            .thenComparing(Comparator.comparingInt(Place::host).reversed())
            .thenComparing(Comparator.comparingLong(Place::hash).reversed());
  }

  /// The state of the page.
  public PageState state(int slot) {
    return PageState.of(pages, slot);
  }

  /// The units that the page has not passed on: all its worth while it is unread.
  public long cash(int slot) {
    return ledger.unspent(slot);
  }

  /// A page by its slot; it has no place in a list yet.
  public PageRow page(int slot) {
    return PageRow.of(
        store.url(slot),
        state(slot),
        pages.status(slot),
        ledger.importance(slot),
        (double) cash(slot) / ledger.credit(),
        pages.reads(slot),
        pages.isRead(slot) ? pages.lastReadSeconds(slot) : 0);
  }

  /// The most important sites; first those of which something may be read.
  public List<SiteRow> sites(int limit) {
    double[] worth = new double[store.hosts()];
    int[] known = new int[store.hosts()];
    int[] read = new int[store.hosts()];
    int[] readable = new int[store.hosts()];
    store.everyPage(
        page -> {
          worth[page.group()] += store.worth(page);
          known[page.group()]++;
          read[page.group()] += page.isRead() ? 1 : 0;
          readable[page.group()] += PageState.of(page).isReadable() ? 1 : 0;
        });
    double sum = Math.max(1, ledger.worthSum());
    Map<String, SiteRow> sites = new HashMap<>();
    for (int host = 0; host < worth.length; host++) {
      String name = site(host);
      SiteRow site =
          new SiteRow(name, worth[host] / sum, known[host], read[host], readable[host], 0);
      sites.merge(name, site, SiteRow::and);
    }
    return sites.values().stream().sorted(SiteRow.BEST_FIRST).limit(limit).toList();
  }

  /// The site of a host.
  public String site(int host) {
    return Sites.of(CanonicalUrl.ofCanonical(store.origin(host) + "/").host());
  }
}
