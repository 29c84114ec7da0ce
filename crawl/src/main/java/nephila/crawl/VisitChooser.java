package nephila.crawl;

import java.time.Instant;
import java.util.random.RandomGenerator;
import nephila.config.CrawlConfig;
import nephila.ledger.PageTable;
import nephila.store.CrawlStore;
import nephila.store.ReadFacts;
import org.jspecify.annotations.Nullable;

/// Whom to visit next: a page to re-read where the plan's share of refreshes is owed one, else the
/// best unread page of a host that is due, its robots.txt before it and now and then a probe. What
/// the rules have come to forbid is settled on the way. Owned by the wheel's thread.
final class VisitChooser {
  /// A host is asked for an address that cannot exist after this many of its pages.
  private static final int READS_BEFORE_PROBE = 10;

  private final CrawlStore store;
  private final Scheduler scheduler;
  private final ResultProcessor books;
  private final Refresher refresher;
  private final UrlFilter gate;
  private final RandomGenerator random;

  /// Re-reads that are owed for the pages read first.
  private double refreshDue;

  VisitChooser(CrawlLoop.Parts parts, RandomGenerator random) {
    this.store = parts.store();
    this.scheduler = parts.scheduler();
    this.books = parts.books();
    this.refresher = parts.refresher();
    this.gate = parts.gate();
    this.random = random;
  }

  /// The next errand, null when no host is due.
  @Nullable FetchTask choose(CrawlConfig plan, long now) {
    double refresh = plan.refreshShare();
    if (refreshDue >= 1 || refresh >= 1) {
      FetchTask again = again(plan, now);
      if (again != null) {
        refreshDue = Math.max(0, refreshDue - 1);
        return again;
      }
    }
    FetchTask visit = discovery(plan, now);
    if (visit == null && plan.continuous()) {
      return again(plan, now);
    }
    if (visit != null && visit.kind() == FetchTask.Kind.PAGE && refresh < 1) {
      refreshDue = Math.min(refreshDue + refresh / (1 - refresh), plan.workers());
    }
    return visit;
  }

  /// The moment when the next host that must wait is due; `Long.MAX_VALUE` when there is none.
  long dueMillis(long now) {
    return Math.min(scheduler.nextDueMillis(), refresher.nextDueMillis(now));
  }

  /// A page to re-read, its host's robots.txt first where that is not known any more. Pages that
  /// robots.txt has come to forbid stay as they are and are not asked for again in this run.
  private @Nullable FetchTask again(CrawlConfig plan, long now) {
    while (true) {
      int slot = refresher.take(now);
      if (slot == PageTable.NO_PAGE) {
        return null;
      }
      HostQueue host = scheduler.hostOf(slot);
      if (plan.robots() && host.state.needsRobots(Instant.ofEpochMilli(now))) {
        refresher.later(slot);
        return FetchTask.errand(FetchTask.Kind.ROBOTS, host, host.state.robotsUrl());
      }
      if (plan.robots() && host.state.isShut(gate.productToken())) {
        refresher.later(slot);
        scheduler.pace(host, host.state.leftAlone(), now);
        continue;
      }
      FetchTask visit = visit(host, slot, ReadFacts.Reason.REFRESH);
      if (!plan.robots() || host.state.rules(gate.productToken()).allows(visit.url())) {
        return visit;
      }
    }
  }

  private @Nullable FetchTask discovery(CrawlConfig plan, long now) {
    Instant instant = Instant.ofEpochMilli(now);
    while (true) {
      HostQueue host = scheduler.next(now);
      if (host == null) {
        return null;
      }
      if (plan.robots() && (host.state.needsRobots(instant) || host.state.unanswered() > 0)) {
        return FetchTask.errand(FetchTask.Kind.ROBOTS, host, host.state.robotsUrl());
      }
      if (plan.robots() && host.state.isShut(gate.productToken())) {
        scheduler.pace(host, host.state.leftAlone(), now);
        continue;
      }
      if (!host.state.isProbed() && host.state.reads() >= READS_BEFORE_PROBE) {
        host.state.probing();
        return FetchTask.errand(
            FetchTask.Kind.PROBE, host, host.state.impossibleUrl(random.nextLong()));
      }
      int slot = scheduler.take(host, now);
      FetchTask visit = visit(host, slot, ReadFacts.Reason.DISCOVERY);
      if (isRefusedNow(visit)) {
        store.drop(slot);
        continue;
      }
      if (!plan.robots() || host.state.rules(gate.productToken()).allows(visit.url())) {
        return visit;
      }
      books.forbidden(slot, instant, visit.worth());
    }
  }

  /// Pages that were on disk when the rules changed are judged when their turn comes.
  private boolean isRefusedNow(FetchTask visit) {
    return !store.isWhole()
        && visit.reason() != ReadFacts.Reason.SEED
        && !gate.refusal(visit.url(), visit.depth(), false).isEmpty();
  }

  private FetchTask visit(HostQueue host, int slot, ReadFacts.Reason reason) {
    return FetchTask.page(store, host, slot, reason, scheduler.dueHosts());
  }
}
