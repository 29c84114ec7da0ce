package nephila.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import nephila.UserError;
import nephila.config.CrawlConfig;
import nephila.ledger.PageTable;
import nephila.ledger.RowShares;
import nephila.ledger.StoredLedger;
import nephila.process.Statuses;
import nephila.store.CrawlStore;
import nephila.store.PageIndex;
import nephila.url.CanonicalUrl;
import nephila.view.HostRow;
import nephila.view.PageExplanation;
import nephila.view.PageRanking;
import nephila.view.PageRow;
import nephila.view.PageState;
import nephila.view.RisingPages;
import nephila.view.SiteRow;
import nephila.web.CrawlView.Errors;
import nephila.web.CrawlView.Flow;
import nephila.web.CrawlView.Flows;
import nephila.web.CrawlView.Hosts;
import nephila.web.CrawlView.Neighbour;
import nephila.web.CrawlView.PageStory;
import nephila.web.CrawlView.Pages;
import nephila.web.CrawlView.Read;
import nephila.web.CrawlView.Trouble;

/// The page's questions to the store of a crawl, asked on the thread that owns it. Each looks at
/// every known page once: milliseconds for a hundred thousand pages.
final class StoreQuestions {
  private static final int NEIGHBOURS = 100;

  private final CrawlStore store;
  private final PageTable pages;
  private final PageIndex index;
  private final StoredLedger ledger;
  private final PageRanking ranking;

  StoreQuestions(CrawlStore store) {
    this.store = store;
    this.pages = store.pages();
    this.index = store.index();
    this.ledger = store.ledger();
    this.ranking = PageRanking.now(store);
  }

  Pages pages(String order, String site, int offset, int limit, Map<String, Integer> before) {
    boolean unread = order.equals("unread");
    IntToLongFunction key =
        order.equals("cash") ? slot -> Math.abs(ranking.cash(slot)) : ledger::worth;
    boolean[] hosts = hostsOf(site);
    IntPredicate wanted =
        slot -> {
          PageState state = ranking.state(slot);
          return hosts[index.host(slot)]
              && state != PageState.GONE
              && (!unread || state == PageState.WAITING || state == PageState.UNDER_WAY);
        };
    IntPredicate first = slot -> wanted.test(slot) && ranking.state(slot).isReadable();
    int[] best = ranking.best(offset + limit, wanted, first, key);
    List<PageRow> found = new ArrayList<>();
    for (int i = offset; i < best.length; i++) {
      PageRow row = ranking.page(best[i]);
      found.add(row.at(i + 1, before.getOrDefault(row.url(), i + 1)));
    }
    return new Pages(IntStream.range(0, pages.size()).filter(wanted).count(), found);
  }

  private boolean[] hostsOf(String site) {
    boolean[] wanted = new boolean[store.hosts()];
    for (int host = 0; host < wanted.length; host++) {
      wanted[host] =
          site.isEmpty() || ranking.site(host).equals(site) || store.origin(host).contains(site);
    }
    return wanted;
  }

  /// All sites, most important first.
  List<SiteRow> sites(Map<String, Integer> before) {
    List<SiteRow> sites = new ArrayList<>();
    for (SiteRow site : ranking.sites(Integer.MAX_VALUE)) {
      int place = sites.size() + 1;
      sites.add(site.moved(before.getOrDefault(site.site(), place) - place));
    }
    return sites;
  }

  /// The pages in memory that rose most.
  Optional<RisingPages> rising(Path dir, Duration window, int limit) {
    try {
      return RisingPages.of(store, dir, window, limit, true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What the most important sites pay each other, as shares of all that is paid along links.
  Flows flows(int limit) {
    List<SiteRow> sites = sites(Map.of()).stream().limit(limit).toList();
    Map<String, Integer> place = new HashMap<>();
    sites.forEach(site -> place.put(site.site(), place.size()));
    int[] placeOfHost = new int[store.hosts()];
    for (int host = 0; host < placeOfHost.length; host++) {
      placeOfHost[host] = place.getOrDefault(ranking.site(host), -1);
    }
    double[][] paid = new double[sites.size()][sites.size()];
    double all = 1e-300;
    for (int slot = 0; slot < pages.size(); slot++) {
      int from = placeOfHost[index.host(slot)];
      RowShares shares = ledger.paidAlong(slot);
      int[] row = pages.row(slot);
      for (int k = 0; k < row.length; k++) {
        int to = placeOfHost[index.host(row[k])];
        long share = shares.of(k);
        all += share;
        if (from >= 0 && to >= 0) {
          paid[from][to] += share;
        }
      }
    }
    List<Flow> flows = new ArrayList<>();
    for (int from = 0; from < paid.length; from++) {
      for (int to = 0; to < paid.length; to++) {
        if (from != to && paid[from][to] > 0) {
          flows.add(new Flow(sites.get(from).site(), sites.get(to).site(), paid[from][to] / all));
        }
      }
    }
    flows.sort(Comparator.comparingDouble(Flow::share).reversed());
    return new Flows(sites, List.copyOf(flows.subList(0, Math.min(flows.size(), 4 * limit))));
  }

  /// Hosts with pages waiting, most first.
  Hosts hosts(int limit, long nowMillis) {
    int[] waiting = new int[store.hosts()];
    for (int slot = 0; slot < pages.size(); slot++) {
      waiting[index.host(slot)] += ranking.state(slot) == PageState.WAITING ? 1 : 0;
    }
    List<HostRow> hosts = new ArrayList<>();
    for (int host = 0; host < waiting.length; host++) {
      if (waiting[host] > 0) {
        long wait = store.hostFacts(host).pace().nextAtMillis() - nowMillis;
        String note = wait > 2000 ? "its turn in " + wait / 1000 + " s" : "";
        hosts.add(
            new HostRow(store.origin(host).replaceFirst("^https?://", ""), waiting[host], note));
      }
    }
    hosts.sort(Comparator.comparingLong(HostRow::waiting).reversed().thenComparing(HostRow::host));
    return new Hosts(List.copyOf(hosts.subList(0, Math.min(limit, hosts.size()))));
  }

  /// Pages that failed, by kind, and the latest of them.
  Errors errors(int limit) {
    Map<String, Long> kinds = new HashMap<>();
    for (int slot = 0; slot < pages.size(); slot++) {
      if (failed(slot)) {
        kinds.merge(Statuses.words(pages.status(slot)), 1L, Long::sum);
      }
    }
    List<Trouble> latest = new ArrayList<>();
    for (int slot : ranking.best(limit, this::failed, slot -> true, pages::lastReadSeconds)) {
      String when = Instant.ofEpochSecond(pages.lastReadSeconds(slot)).toString();
      latest.add(new Trouble(when, Statuses.words(pages.status(slot)), store.url(slot), ""));
    }
    return new Errors(kinds, latest);
  }

  private boolean failed(int slot) {
    return pages.isRead(slot) && (pages.status(slot) <= 0 || pages.status(slot) >= 400);
  }

  Optional<PageStory> story(
      String url, CrawlConfig plan, List<double[]> history, List<Read> reads) {
    PageExplanation why;
    try {
      why = PageExplanation.of(store, plan, url, PageStory.PAYERS, Clock.systemUTC());
    } catch (UserError unknown) {
      return Optional.empty();
    }
    return Optional.of(PageStory.of(why, reads, history, links(why.url())));
  }

  private List<Neighbour> links(String url) {
    List<Neighbour> links = new ArrayList<>();
    for (int child : pages.row(slot(url))) {
      if (links.size() < NEIGHBOURS) {
        links.add(new Neighbour(store.url(child), ledger.importance(child)));
      }
    }
    links.sort(Comparator.comparingDouble(Neighbour::importance).reversed());
    return links;
  }

  private int slot(String url) {
    return PageExplanation.find(store, CanonicalUrl.ofCanonical(url));
  }
}
