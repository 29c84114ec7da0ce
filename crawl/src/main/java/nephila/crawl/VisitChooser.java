package nephila.crawl;

import java.time.Instant;
import java.util.random.RandomGenerator;
import nephila.config.CrawlConfig;
import nephila.ledger.PageTable;
import nephila.process.HostProcessor;
import nephila.process.Probe;
import nephila.store.CrawlStore;
import nephila.store.ReadFacts;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Whom to visit next: a page to re-read where the plan's share of refreshes is owed one, else the
/// best unread page of a host that is due, its robots.txt before it and now and then a probe. What
/// the rules have come to forbid is settled on the way. Owned by the wheel's thread.
final class VisitChooser {
  private final CrawlStore store;
  private final Scheduler scheduler;
  private final StoreUpdater books;
  private final Refresher refresher;
  private final HostProcessor hosts;
  private final UrlFilter gate;
  private final RandomGenerator random;

  /// Re-reads that are owed for the pages read first.
  private double refreshDue;

  VisitChooser(CrawlLoop.Parts parts, RandomGenerator random) {
    this.store = parts.store();
    this.scheduler = parts.scheduler();
    this.books = parts.books();
    this.refresher = parts.refresher();
    this.hosts = parts.hosts();
    this.gate = parts.gate();
    this.random = random;
  }

  /// The next errand, null when no host is due.
  @Nullable FetchTask choose(CrawlConfig plan, long now) {
    double refresh = plan.refreshShare();
    if (refreshDue >= 1 || refresh >= 1) {
      FetchTask again = again(now);
      if (again != null) {
        refreshDue = Math.max(0, refreshDue - 1);
        return again;
      }
    }
    FetchTask visit = discovery(now);
    if (visit == null && plan.continuous()) {
      return again(now);
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
  private @Nullable FetchTask again(long now) {
    while (true) {
      int slot = refresher.take(now);
      if (slot == PageTable.NO_PAGE) {
        return null;
      }
      HostQueue host = scheduler.hostOf(slot);
      HostProcessor.Ask ask = hosts.next(host.state, Instant.ofEpochMilli(now));
      if (ask != HostProcessor.Ask.PAGE) {
        refresher.later(slot);
        FetchTask errand = errand(host, ask, now);
        if (errand != null) {
          return errand;
        }
        continue;
      }
      FetchTask visit = visit(host, slot, ReadFacts.Reason.REFRESH);
      if (hosts.allows(host.state, visit.url())) {
        return visit;
      }
    }
  }

  /// What the host is asked for before its pages; null when it is left alone instead.
  private @Nullable FetchTask errand(HostQueue host, HostProcessor.Ask ask, long now) {
    return switch (ask) {
      case ROBOTS -> FetchTask.errand(FetchTask.Kind.ROBOTS, host, host.state.robotsUrl());
      case PROBE -> {
        host.state.probing();
        CanonicalUrl url = Probe.url(host.state.origin(), random.nextLong());
        yield FetchTask.errand(FetchTask.Kind.PROBE, host, url);
      }
      default -> {
        scheduler.pace(host, host.state.leftAlone(), now);
        yield null;
      }
    };
  }

  private @Nullable FetchTask discovery(long now) {
    Instant instant = Instant.ofEpochMilli(now);
    while (true) {
      HostQueue host = scheduler.next(now);
      if (host == null) {
        return null;
      }
      HostProcessor.Ask ask = hosts.next(host.state, instant);
      if (ask != HostProcessor.Ask.PAGE) {
        FetchTask errand = errand(host, ask, now);
        if (errand != null) {
          return errand;
        }
        continue;
      }
      int slot = scheduler.take(host, now);
      FetchTask visit = visit(host, slot, ReadFacts.Reason.DISCOVERY);
      if (isRefusedNow(visit)) {
        store.drop(slot);
        continue;
      }
      if (hosts.allows(host.state, visit.url())) {
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
