package nephila.crawl;

import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import nephila.config.CrawlConfig;
import nephila.frontier.Focus;
import nephila.frontier.Frontier;
import nephila.frontier.Lanes;
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
import nephila.process.Statuses;
import org.jspecify.annotations.Nullable;

/// The order in which a crawl reads pages, as its plan wants it: on one machine, and in each
/// partition of a cluster.
///
/// @param first the order of first reads
/// @param urgency the order of re-reads where it is another
/// @param again the pages to be read again
public record ReadingOrder(PagePriority first, RefreshPriority urgency, RereadLane again) {

  /// The pages of a store that are ordered.
  ///
  /// @param hash a number of a page that is the same in every run
  /// @param hostOf the number of a page's host
  /// @param discovered the turn in which a page became known
  /// @param model what is learned of how pages grow, null where nothing is
  public record Pages(
      PageTable pages,
      StoredLedger ledger,
      Focus focus,
      IntToLongFunction hash,
      IntUnaryOperator hostOf,
      IntToLongFunction discovered,
      @Nullable ExpectedWorthModel model) {}

  public static ReadingOrder of(Pages known, CrawlConfig plan) {
    return of(known, first(known, plan), plan);
  }

  /// The same with another order of first reads.
  static ReadingOrder of(Pages known, PagePriority first, CrawlConfig plan) {
    PageTable pages = known.pages;
    RefreshPriority urgency = new RefreshPriority(pages, known.ledger, known.focus);
    long minAge = plan.minAge().toSeconds();
    RereadLane again =
        plan.order().ordersAll()
            ? new OrderedLane(pages, first, known.hostOf, minAge, mayBeRead(pages))
            : new RefreshLane(pages, urgency, minAge, mayBeRead(pages));
    return new ReadingOrder(first, urgency, again);
  }

  private static PagePriority first(Pages known, CrawlConfig plan) {
    StoredLedger ledger = known.ledger;
    return switch (plan.order()) {
      case EXACT ->
          known.model == null
              ? new CashPriority(ledger, known.focus, true)
              : new ExpectedPriority(known.model, known.focus);
      case CASH ->
          ledger instanceof OpicLedger
              ? new GreedyPriority(ledger, known.focus)
              : new CashPriority(ledger, known.focus, false);
      case BFS -> new DiscoveryPriority(known.discovered);
      case RANDOM -> random(known, plan);
      case GREEDY -> new GreedyPriority(ledger, known.focus);
      case CYCLE -> new CyclePriority();
      case CLOCK -> new ClockPriority(known.pages, ledger);
      case XYLEME -> new XylemePriority(known.pages, ledger, known.focus);
    };
  }

  private static RandomPriority random(Pages known, CrawlConfig plan) {
    RandomPriority random = new RandomPriority(known.hash, known.pages::isRead);
    random.together(plan.isOneLane());
    return random;
  }

  private static IntPredicate mayBeRead(PageTable pages) {
    return slot -> pages.status(slot) != Statuses.FORBIDDEN_BY_ROBOTS;
  }

  public Lanes lanes() {
    return new Lanes(first, again);
  }

  /// The frontier, which was made with [#lanes], hears of payments to the pages of the ledger that
  /// the order follows, and of what the order finds by itself.
  public void hear(StoredLedger ledger, Frontier<?> frontier, CrawlConfig plan) {
    if (plan.order().ordersAll() && first.followsCash()) {
      ledger.tellOfReadPages();
    }
    if (first instanceof ClockPriority clock) {
      clock.whenItStops(slot -> frontier.changed(slot, true));
    }
  }

  /// Re-reads are as the plan has them from now on.
  ///
  /// @param mostOwed re-reads owed beyond this number are forgotten
  public void rereads(Frontier<?> frontier, CrawlConfig plan, int mostOwed) {
    urgency.power(plan.refreshPower());
    if (first instanceof RandomPriority random) {
      random.together(plan.isOneLane());
    }
    if (plan.isOneLane()) {
      frontier.rereadsInOneLane(fillsUp(plan));
    } else {
      frontier.rereads(plan.refreshShare(), mostOwed, fillsUp(plan));
    }
  }

  /// Whether pages are read again when none is left to be read for the first time: in a run that is
  /// to spend something (`--budget`, `--max-time`), that re-reads alone (`--refresh 1`), or that
  /// goes on for ever.
  public static boolean fillsUp(CrawlConfig plan) {
    double share = plan.refreshShare();
    boolean spends = plan.budget() > 0 || plan.maxTime().isPositive() || share >= 1;
    return plan.continuous() || ((share > 0 || plan.isOneLane()) && spends);
  }
}
