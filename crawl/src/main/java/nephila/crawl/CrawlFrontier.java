package nephila.crawl;

import nephila.config.CrawlConfig;
import nephila.config.SelectionOrder;
import nephila.frontier.CashPriority;
import nephila.frontier.DiscoveryPriority;
import nephila.frontier.ExpectedPriority;
import nephila.frontier.Focus;
import nephila.frontier.Frontier;
import nephila.frontier.GreedyPriority;
import nephila.frontier.Lanes;
import nephila.frontier.Limits;
import nephila.frontier.PagePriority;
import nephila.frontier.RandomPriority;
import nephila.frontier.RefreshLane;
import nephila.frontier.RefreshPriority;
import nephila.frontier.growth.ExpectedWorthModel;
import nephila.ledger.OpicLedger;
import nephila.ledger.PageTable;
import nephila.ledger.StoredLedger;
import nephila.process.HostState;
import nephila.process.Statuses;
import nephila.process.UrlFilter;
import nephila.store.CrawlStore;
import nephila.store.FrontierPages;
import org.jspecify.annotations.Nullable;

/// The frontier of a crawl as its plan wants it: which order, which limits, what is read again.
///
/// @param model what it learns of how pages grow, null where pages do not go by what is expected
public record CrawlFrontier(
    Frontier<HostState> frontier, HostStates hosts, @Nullable ExpectedWorthModel model) {

  /// A frontier over the pages of the store, which has none of them yet.
  static CrawlFrontier of(CrawlStore store, UrlFilter filter, CrawlConfig plan) {
    PageTable pages = store.pages();
    Focus focus = (slot, credits) -> filter.apply(pages.focus(slot), credits);
    FrontierPages known = store.frontierPages();
    ExpectedWorthModel model = null;
    if (plan.order() == SelectionOrder.EXACT) {
      model = new ExpectedWorthModel(pages, store.exact(), known);
      store.note("growth").ifPresent(model::resume);
    }
    PagePriority first =
        switch (plan.order()) {
          case EXACT -> new ExpectedPriority(java.util.Objects.requireNonNull(model), focus);
          case CASH -> cash(store.ledger(), focus);
          case BFS -> new DiscoveryPriority();
          case RANDOM -> new RandomPriority(store.index()::hash);
        };
    return of(store, first, focus, model, limits(plan.connections(), plan), plan);
  }

  private static PagePriority cash(StoredLedger ledger, Focus focus) {
    return ledger instanceof OpicLedger opic
        ? new GreedyPriority(opic, focus)
        : new CashPriority(ledger, focus, false);
  }

  /// The same with another order of first reads.
  static CrawlFrontier of(
      CrawlStore store,
      PagePriority first,
      Focus focus,
      @Nullable ExpectedWorthModel model,
      Limits limits,
      CrawlConfig plan) {
    PageTable pages = store.pages();
    HostStates hosts = new HostStates(store);
    Frontier<HostState> frontier =
        new Frontier<>(
            pages,
            store.index()::host,
            hosts,
            lanes(pages, store.ledger(), first, focus, plan),
            store.frontierPages(),
            limits);
    store.evictionOrder(frontier);
    store.ledger().whenWorthChanges(frontier::changed);
    return new CrawlFrontier(frontier, hosts, model);
  }

  /// The lanes of a frontier whose first reads go by `first`.
  public static Lanes lanes(
      PageTable pages, StoredLedger ledger, PagePriority first, Focus focus, CrawlConfig plan) {
    return new Lanes(
        first,
        new RefreshLane(
            pages,
            new RefreshPriority(pages, ledger, focus),
            plan.minAge().toSeconds(),
            slot -> pages.status(slot) != Statuses.FORBIDDEN_BY_ROBOTS));
  }

  /// What a host and a site may have.
  public static Limits limits(int connectionsPerHost, CrawlConfig plan) {
    long pagesPerSite =
        plan.maxPages() == 0
            ? Long.MAX_VALUE
            : Math.max(1, (long) (plan.maxPages() * plan.hostShare()));
    return new Limits(connectionsPerHost, pagesPerSite);
  }

  /// The share of re-reads is the plan's from now on.
  void rereads(CrawlConfig plan) {
    frontier.rereads(plan.refreshShare(), plan.workers(), fillsUp(plan));
  }

  /// Whether pages are read again when none is left to be read for the first time: in a run that is
  /// to spend something (`--budget`, `--max-time`), that re-reads alone (`--refresh 1`), or that
  /// goes on for ever.
  boolean fillsUp(CrawlConfig plan) {
    double share = plan.refreshShare();
    boolean spends = plan.budget() > 0 || plan.maxTime().isPositive() || share >= 1;
    return plan.continuous() || (share > 0 && spends);
  }
}
