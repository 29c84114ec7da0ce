package nephila.crawl;

import java.util.function.IntPredicate;
import nephila.config.CrawlConfig;
import nephila.config.SelectionOrder;
import nephila.frontier.Focus;
import nephila.frontier.Frontier;
import nephila.frontier.Lanes;
import nephila.frontier.Limits;
import nephila.frontier.OrderedLane;
import nephila.frontier.PagePriority;
import nephila.frontier.RefreshLane;
import nephila.frontier.RereadLane;
import nephila.frontier.growth.ExpectedWorthModel;
import nephila.frontier.order.CashPriority;
import nephila.frontier.order.ClockPriority;
import nephila.frontier.order.CyclePriority;
import nephila.frontier.order.DiscoveryPriority;
import nephila.frontier.order.ExpectedPriority;
import nephila.frontier.order.GreedyPriority;
import nephila.frontier.order.RandomPriority;
import nephila.frontier.order.RefreshPriority;
import nephila.frontier.order.XylemePriority;
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
/// @param first the order of first reads
/// @param urgency the order of re-reads where it is another
public record CrawlFrontier(
    Frontier<HostState> frontier,
    HostStates hosts,
    @Nullable ExpectedWorthModel model,
    PagePriority first,
    RefreshPriority urgency) {

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
          case RANDOM -> random(store, plan);
          case GREEDY -> new GreedyPriority(store.ledger(), focus);
          case CYCLE -> new CyclePriority();
          case CLOCK -> new ClockPriority(pages, store.ledger());
          case XYLEME -> new XylemePriority(pages, store.ledger(), focus);
        };
    return of(store, first, focus, model, limits(plan.connections(), plan), plan);
  }

  private static RandomPriority random(CrawlStore store, CrawlConfig plan) {
    RandomPriority random = new RandomPriority(store.index()::hash, store.pages()::isRead);
    random.together(plan.isOneLane());
    return random;
  }

  private static PagePriority cash(StoredLedger ledger, Focus focus) {
    return ledger instanceof OpicLedger
        ? new GreedyPriority(ledger, focus)
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
    RefreshPriority urgency = new RefreshPriority(pages, store.ledger(), focus);
    RereadLane again =
        plan.order().ordersAll()
            ? new OrderedLane(
                pages, first, store.index()::host, plan.minAge().toSeconds(), mayBeRead(pages))
            : refreshLane(pages, urgency, plan);
    Frontier<HostState> frontier =
        new Frontier<>(
            pages,
            store.index()::host,
            hosts,
            new Lanes(first, again),
            store.frontierPages(),
            limits);
    store.evictionOrder(frontier);
    store.ledger().whenWorthChanges(frontier::changed);
    if (plan.order().ordersAll() && first.followsCash()) {
      store.ledger().tellOfReadPages();
    }
    if (first instanceof ClockPriority clock) {
      clock.whenItStops(slot -> frontier.changed(slot, true));
    }
    return new CrawlFrontier(frontier, hosts, model, first, urgency);
  }

  /// The lanes of a frontier whose first reads go by `first`, and whose re-reads go by worth,
  /// change and age.
  public static Lanes lanes(
      PageTable pages, StoredLedger ledger, PagePriority first, Focus focus, CrawlConfig plan) {
    RefreshPriority urgency = new RefreshPriority(pages, ledger, focus);
    urgency.power(plan.refreshPower());
    return new Lanes(first, refreshLane(pages, urgency, plan));
  }

  private static RefreshLane refreshLane(
      PageTable pages, RefreshPriority urgency, CrawlConfig plan) {
    return new RefreshLane(pages, urgency, plan.minAge().toSeconds(), mayBeRead(pages));
  }

  private static IntPredicate mayBeRead(PageTable pages) {
    return slot -> pages.status(slot) != Statuses.FORBIDDEN_BY_ROBOTS;
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
    urgency.power(plan.refreshPower());
    if (first instanceof RandomPriority random) {
      random.together(plan.isOneLane());
    }
    if (plan.isOneLane()) {
      frontier.rereadsInOneLane(fillsUp(plan));
    } else {
      frontier.rereads(plan.refreshShare(), plan.workers(), fillsUp(plan));
    }
  }

  /// Whether pages are read again when none is left to be read for the first time: in a run that is
  /// to spend something (`--budget`, `--max-time`), that re-reads alone (`--refresh 1`), or that
  /// goes on for ever.
  boolean fillsUp(CrawlConfig plan) {
    double share = plan.refreshShare();
    boolean spends = plan.budget() > 0 || plan.maxTime().isPositive() || share >= 1;
    return plan.continuous() || ((share > 0 || plan.isOneLane()) && spends);
  }
}
