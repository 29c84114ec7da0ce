package nephila.web;

import java.time.Clock;
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
import nephila.crawl.Explanation;
import nephila.crawl.PageRanking;
import nephila.ledger.ExactLedger;
import nephila.ledger.PageTable;
import nephila.process.Statuses;
import nephila.store.CrawlStore;
import nephila.store.PageIndex;
import nephila.url.CanonicalUrl;
import nephila.web.CrawlView.Errors;
import nephila.web.CrawlView.Flow;
import nephila.web.CrawlView.Flows;
import nephila.web.CrawlView.Host;
import nephila.web.CrawlView.Hosts;
import nephila.web.CrawlView.Neighbour;
import nephila.web.CrawlView.Page;
import nephila.web.CrawlView.PageStory;
import nephila.web.CrawlView.Pages;
import nephila.web.CrawlView.Read;
import nephila.web.CrawlView.Site;
import nephila.web.CrawlView.Trouble;

/// The page's questions to the store of a crawl, asked on the thread that owns it. Each looks at
/// every known page once: milliseconds for a hundred thousand pages.
final class StoreQuestions {
  private static final int NEIGHBOURS = 100;

  private final CrawlStore store;
  private final PageTable pages;
  private final PageIndex index;
  private final ExactLedger ledger;
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
    IntPredicate wanted = slot -> hosts[index.host(slot)] && (!unread || ranking.waits(slot));
    int[] best = ranking.best(offset + limit, wanted, key);
    List<Page> found = new ArrayList<>();
    for (int i = offset; i < best.length; i++) {
      found.add(page(best[i], i + 1, before));
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

  private Page page(int slot, long rank, Map<String, Integer> before) {
    String url = store.url(slot);
    boolean read = pages.isRead(slot);
    return new Page(
        rank,
        url,
        ledger.importance(slot),
        (double) ranking.cash(slot) / ledger.credit(),
        pages.reads(slot),
        Statuses.words(pages.status(slot)),
        read ? Instant.ofEpochSecond(pages.lastReadSeconds(slot)).toString() : null,
        before.getOrDefault(url, (int) rank) - (int) rank);
  }

  /// All sites, most important first.
  List<Site> sites(Map<String, Integer> before) {
    List<Site> sites = new ArrayList<>();
    for (PageRanking.Site site : ranking.sites(Integer.MAX_VALUE)) {
      int place = sites.size() + 1;
      int move = before.getOrDefault(site.name(), place) - place;
      sites.add(new Site(site.name(), site.importance(), site.pages(), site.read(), move));
    }
    return sites;
  }

  /// What the most important sites pay each other, as shares of all that is paid along links.
  Flows flows(int limit) {
    List<Site> sites = sites(Map.of()).stream().limit(limit).toList();
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
      long share = ledger.paidPerLink(slot);
      for (int child : pages.row(slot)) {
        int to = placeOfHost[index.host(child)];
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
      waiting[index.host(slot)] += !pages.isRead(slot) && !pages.isDropped(slot) ? 1 : 0;
    }
    List<Host> hosts = new ArrayList<>();
    for (int host = 0; host < waiting.length; host++) {
      if (waiting[host] > 0) {
        long wait = store.hostFacts(host).pace().nextAtMillis() - nowMillis;
        String note = wait > 2000 ? "its turn in " + wait / 1000 + " s" : "";
        hosts.add(new Host(store.origin(host).replaceFirst("^https?://", ""), waiting[host], note));
      }
    }
    hosts.sort(Comparator.comparingLong(Host::waiting).reversed().thenComparing(Host::host));
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
    for (int slot : ranking.best(limit, this::failed, pages::lastReadSeconds)) {
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
    Explanation why;
    try {
      why = Explanation.of(store, plan, url, PageStory.PAYERS, Clock.systemUTC());
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
    return Explanation.find(store, CanonicalUrl.ofCanonical(url));
  }
}
