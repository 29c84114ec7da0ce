package nephila.crawl;

import nephila.config.CrawlConfig;
import nephila.config.SelectionOrder;
import nephila.frontier.Focus;
import nephila.frontier.Frontier;
import nephila.frontier.Limits;
import nephila.frontier.PagePriority;
import nephila.frontier.growth.ExpectedWorthModel;
import nephila.ledger.PageTable;
import nephila.process.HostState;
import nephila.process.UrlFilter;
import nephila.store.CrawlStore;
import nephila.store.FrontierPages;
import org.jspecify.annotations.Nullable;

/// The frontier of a crawl as its plan wants it: which order, which limits, what is read again.
///
/// @param model what it learns of how pages grow, null where pages do not go by what is expected
public record CrawlFrontier(
    Frontier<HostState> frontier,
    HostStates hosts,
    @Nullable ExpectedWorthModel model,
    ReadingOrder order) {

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
    ReadingOrder order = ReadingOrder.of(pages(store, focus, model), plan);
    return of(store, order, model, limits(plan.connections(), plan), plan);
  }

  private static ReadingOrder.Pages pages(
      CrawlStore store, Focus focus, @Nullable ExpectedWorthModel model) {
    return new ReadingOrder.Pages(
        store.pages(),
        store.ledger(),
        focus,
        store.index()::hash,
        store.index()::host,
        slot -> slot,
        model);
  }

  /// The same with another order of first reads.
  static CrawlFrontier of(
      CrawlStore store,
      PagePriority first,
      Focus focus,
      @Nullable ExpectedWorthModel model,
      Limits limits,
      CrawlConfig plan) {
    ReadingOrder order = ReadingOrder.of(pages(store, focus, model), first, plan);
    return of(store, order, model, limits, plan);
  }

  private static CrawlFrontier of(
      CrawlStore store,
      ReadingOrder order,
      @Nullable ExpectedWorthModel model,
      Limits limits,
      CrawlConfig plan) {
    HostStates hosts = new HostStates(store);
    Frontier<HostState> frontier =
        new Frontier<>(
            store.pages(),
            store.index()::host,
            hosts,
            order.lanes(),
            store.frontierPages(),
            limits);
    store.evictionOrder(frontier);
    store.ledger().whenWorthChanges(frontier::changed);
    order.hear(store.ledger(), frontier, plan);
    return new CrawlFrontier(frontier, hosts, model, order);
  }

  /// What a host and a site may have.
  public static Limits limits(int connectionsPerHost, CrawlConfig plan) {
    long pagesPerSite =
        plan.maxPages() == 0
            ? Long.MAX_VALUE
            : Math.max(1, (long) (plan.maxPages() * plan.hostShare()));
    return new Limits(connectionsPerHost, pagesPerSite);
  }

  /// Re-reads are as the plan has them from now on.
  void rereads(CrawlConfig plan) {
    order.rereads(frontier, plan, plan.workers());
  }
}
