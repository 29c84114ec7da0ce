package nephila.crawl;

import java.time.Instant;
import java.util.random.RandomGenerator;
import nephila.frontier.Frontier;
import nephila.frontier.HostQueue;
import nephila.process.HostProcessor;
import nephila.process.HostState;
import nephila.process.Probe;
import nephila.process.UrlFilter;
import nephila.store.CrawlStore;
import nephila.store.record.ReadFacts;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Chooses the next fetch: the page that the frontier names, its host's robots.txt before it, now
/// and then a probe. A page that the rules have come to forbid is settled on the way. Owned by the
/// thread of the crawl loop.
final class VisitChooser {
  private final CrawlStore store;
  private final Frontier<HostState> frontier;
  private final StoreUpdater updater;
  private final HostProcessor hosts;
  private final UrlFilter filter;
  private final RandomGenerator random;

  VisitChooser(CrawlLoop.Parts parts, RandomGenerator random) {
    this.store = parts.store();
    this.frontier = parts.frontier().frontier();
    this.updater = parts.updater();
    this.hosts = parts.hosts();
    this.filter = parts.filter();
    this.random = random;
  }

  /// The next task, null when no host is due.
  @Nullable FetchTask choose(long now) {
    Instant instant = Instant.ofEpochMilli(now);
    while (true) {
      HostQueue<HostState> queue = frontier.next(now);
      if (queue == null) {
        return null;
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
