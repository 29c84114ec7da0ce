package nephila.crawl;

import java.time.Instant;
import java.util.random.RandomGenerator;
import nephila.frontier.Frontier;
import nephila.frontier.HostQueue;
import nephila.ledger.PageTable;
import nephila.process.HostProcessor;
import nephila.process.HostState;
import nephila.process.Probe;
import nephila.process.UrlFilter;
import nephila.store.CrawlStore;
import nephila.store.record.AwaitedRequisite;
import nephila.store.record.ReadFacts;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Chooses the next fetch: what a page just read is shown with, else the page that the frontier
/// names, their host's robots.txt before them, now and then a probe. A page that the rules have
/// come to forbid is settled on the way. Owned by the thread of the crawl loop.
final class VisitChooser {
  /// How long a host's pages wait when too much of what they are shown with is awaited.
  private static final long BEHIND_MILLIS = 500;

  private final CrawlStore store;
  private final Frontier<HostState> frontier;
  private final StoreUpdater updater;
  private final HostProcessor hosts;
  private final UrlFilter filter;
  private final RequisiteUpdater requisites;
  private final RandomGenerator random;

  VisitChooser(CrawlLoop.Parts parts, RandomGenerator random) {
    this.store = parts.store();
    this.frontier = parts.frontier().frontier();
    this.updater = parts.updater();
    this.hosts = parts.hosts();
    this.filter = parts.filter();
    this.requisites = parts.updater().requisites();
    this.random = random;
  }

  /// The next task, null when no host is due.
  ///
  /// @param pages whether pages may be read, and not requisites alone
  @Nullable FetchTask choose(long now, boolean pages) {
    FetchTask requisite = requisite(now, pages);
    return requisite != null || !pages ? requisite : page(now);
  }

  private @Nullable FetchTask requisite(long now, boolean pages) {
    for (HostQueue<HostState> queue = requisites.next(now);
        queue != null;
        queue = requisites.next(now)) {
      HostProcessor.Ask ask = hosts.next(queue.host(), Instant.ofEpochMilli(now));
      if (ask == HostProcessor.Ask.ROBOTS || ask == HostProcessor.Ask.NOTHING) {
        FetchTask task = before(queue, ask, now);
        requisites.clockChanged(queue, now);
        if (task != null) {
          return task;
        }
        continue;
      }
      AwaitedRequisite next = requisites.take(queue);
      if (next != null) {
        int slot = pages ? requisites.asPage(next) : PageTable.NO_PAGE;
        return slot == PageTable.NO_PAGE
            ? FetchTask.requisite(queue, next)
            : asPage(queue, next, slot, now);
      }
    }
    return null;
  }

  /// What a page is shown with is a page that waits: it is read as that, now.
  private FetchTask asPage(
      HostQueue<HostState> queue, AwaitedRequisite requisite, int slot, long now) {
    frontier.remove(slot, now);
    frontier.resume(slot);
    requisites.readAsPage(requisite);
    return FetchTask.page(store, queue, slot, ReadFacts.Reason.DISCOVERY, frontier.dueHosts());
  }

  private @Nullable FetchTask page(long now) {
    Instant instant = Instant.ofEpochMilli(now);
    while (true) {
      HostQueue<HostState> queue = frontier.next(now);
      if (queue == null) {
        return null;
      }
      if (requisites.isBehind(queue.number())) {
        queue.host().pace(queue.host().pace().nextAt(now + BEHIND_MILLIS));
        frontier.clockChanged(queue, now);
        requisites.clockChanged(queue, now);
        continue;
      }
      HostProcessor.Ask ask = hosts.next(queue.host(), instant);
      FetchTask task =
          ask != HostProcessor.Ask.PAGE
              ? before(queue, ask, now)
              : queue.isAgain() ? again(queue, now) : first(queue, now);
      if (task != null) {
        return task;
      }
    }
  }

  /// The fetch that comes before the host's pages; null when the host is left alone instead.
  private @Nullable FetchTask before(HostQueue<HostState> queue, HostProcessor.Ask ask, long now) {
    HostState host = queue.host();
    return switch (ask) {
      case ROBOTS -> FetchTask.other(FetchTask.Kind.ROBOTS, queue, host.robotsUrl());
      case PROBE -> {
        host.probing();
        CanonicalUrl url = Probe.url(host.origin(), random.nextLong());
        yield FetchTask.other(FetchTask.Kind.PROBE, queue, url);
      }
      default -> {
        host.pace(host.leftAlone());
        frontier.clockChanged(queue, now);
        yield null;
      }
    };
  }

  /// The page to be read again; null when robots.txt has come to forbid it: it stays as it is and
  /// is not asked for again in this run.
  private @Nullable FetchTask again(HostQueue<HostState> queue, long now) {
    FetchTask task = task(queue, ReadFacts.Reason.REFRESH, now);
    if (!hosts.allows(queue.host(), task.url())) {
      frontier.release(task.slot());
      return null;
    }
    return task;
  }

  /// The page to be read for the first time; null when it is settled without a request.
  private @Nullable FetchTask first(HostQueue<HostState> queue, long now) {
    FetchTask task = task(queue, ReadFacts.Reason.DISCOVERY, now);
    if (isRefusedNow(task)) {
      frontier.release(task.slot());
      store.drop(task.slot());
      return null;
    }
    if (!hosts.allows(queue.host(), task.url())) {
      updater.forbidden(task.slot(), Instant.ofEpochMilli(now), task.worth());
      return null;
    }
    return task;
  }

  /// Pages that were on disk when the rules changed are judged when their turn comes.
  private boolean isRefusedNow(FetchTask task) {
    return !store.isWhole()
        && task.reason() != ReadFacts.Reason.SEED
        && !filter.refusal(task.url(), task.depth(), false).isEmpty();
  }

  private FetchTask task(HostQueue<HostState> queue, ReadFacts.Reason reason, long now) {
    int slot = frontier.take(queue, now);
    return FetchTask.page(store, queue, slot, reason, frontier.dueHosts());
  }
}
