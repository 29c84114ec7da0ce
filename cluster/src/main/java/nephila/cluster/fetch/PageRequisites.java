package nephila.cluster.fetch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import nephila.archive.Archive;
import nephila.archive.warc.Notes;
import nephila.cluster.wire.FetchOrder;
import nephila.config.CrawlConfig;
import nephila.crawl.PageReader;
import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.links.Requisite;
import nephila.politeness.HostPace;
import nephila.process.ExchangeRules;
import nephila.process.HostProcessor;
import nephila.process.HostState;
import nephila.process.PageFindings;
import nephila.process.RobotsFetch;
import nephila.process.Statuses;
import nephila.process.UrlFilter;
import nephila.store.record.AwaitedRequisite;
import nephila.store.record.HostFacts;
import nephila.store.record.UrlHash;
import org.jspecify.annotations.Nullable;

/// Fetches what pages are shown with, right after their page and within its order: as long as a
/// worker has the order, nobody else asks the host. So it is what lies on the page's own host; what
/// lies elsewhere is counted and left out.
///
/// - R1 a worker asks for a requisite once ([KnownRequisites]).
/// - R2 of a page no more are fetched, and not after more bytes, than the plan says.
/// - R3 an order is not kept longer than [FetchOrder#REQUISITE_MILLIS] for them.
///
/// Of one worker. Thread-safe: an order of a host at a time.
public final class PageRequisites {
  private static final int ATTEMPTS = 3;

  /// A host that wants to be left alone for longer is not waited for.
  private static final long PATIENCE_MILLIS = 60_000;

  /// Hosts whose robots.txt is remembered.
  private static final int MOST_HOSTS = 2000;

  private final CrawlConfig plan;
  private final KnownRequisites known;
  private final PageReader reader;
  private final UrlFilter filter;
  private final HostProcessor rules;
  private final @Nullable Archive archive;
  private final Clock clock;
  private final Map<String, HostState> hosts =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, HostState> eldest) {
          return size() > MOST_HOSTS;
        }
      };

  public PageRequisites(
      CrawlConfig plan,
      KnownRequisites known,
      PageReader reader,
      UrlFilter filter,
      HostProcessor rules,
      @Nullable Archive archive,
      Clock clock) {
    this.plan = plan;
    this.known = known;
    this.reader = reader;
    this.filter = filter;
    this.rules = rules;
    this.archive = archive;
    this.clock = clock;
  }

  /// Asks the host of the order, at its pace.
  interface Asking {
    /// Null where nobody may be asked any more: this process ends, the host is another's, or the
    /// network of this machine is out of order.
    @Nullable Exchange ask(FetchRequest request) throws InterruptedException;

    /// Asks for robots.txt; null as above.
    RobotsFetch.@Nullable Reply askRobots() throws InterruptedException;

    /// The host after what was asked last.
    HostProcessor.Step after();

    void pace(HostPace now);
  }

  /// What waits for a page.
  private final class Waiting {
    final String page;
    final String origin;
    final ArrayDeque<AwaitedRequisite> queue = new ArrayDeque<>();
    final Set<Long> met = new HashSet<>();
    int count;
    long bytes;

    Waiting(String page, String origin) {
      this.page = page;
      this.origin = origin;
    }

    /// The document names these; of one that is archived, what it names in turn may not be.
    void add(String document, List<Requisite> found) {
      ArrayDeque<Requisite> named = new ArrayDeque<>(found);
      while (named.poll() instanceof Requisite each) {
        long hash = UrlHash.of(each.url().text());
        if (!met.add(hash) || !filter.mayEmbed(each.url())) {
          continue;
        }
        if (!each.url().origin().equals(origin)) {
          known.elsewhere(1);
        } else if (known.archived(hash) instanceof List<Requisite> inner) {
          named.addAll(inner);
        } else if (count >= plan.maxRequisites() || bytes >= plan.maxRequisiteBytes()) {
          known.leftOut(1);
        } else {
          count++;
          queue.add(new AwaitedRequisite(each.url(), each.kind(), document, UrlHash.of(page)));
        }
      }
    }
  }

  /// Fetches what the page is shown with.
  ///
  /// @return false where this process was kept from it: then the page is to be read again
  boolean fetch(String page, String origin, PageFindings found, long untilMillis, Asking asking)
      throws InterruptedException {
    Waiting waiting = new Waiting(page, origin);
    waiting.add(page, found.requisites());
    if (waiting.queue.isEmpty()) {
      return true;
    }
    HostState host = host(origin);
    if (rules.next(host, clock.instant()) == HostProcessor.Ask.ROBOTS) {
      RobotsFetch.Reply reply = asking.askRobots(); // the host's owner knows it, and sends it not
      if (reply == null) {
        return false;
      }
      asking.pace(robots(origin, reply, asking.after()));
      if (!reply.exchange().answered()) {
        known.leftOut(waiting.queue.size());
        return true;
      }
    }
    Map<Long, Integer> attempts = new HashMap<>();
    while (waiting.queue.poll() instanceof AwaitedRequisite next) {
      if (!rules.allows(host, next.url())) {
        continue;
      }
      boolean patient = asking.after().pace().nextAtMillis() - clock.millis() <= PATIENCE_MILLIS;
      if (!patient || clock.millis() > untilMillis || waiting.bytes >= plan.maxRequisiteBytes()) {
        known.leftOut(1 + waiting.queue.size());
        return true;
      }
      Exchange exchange = asking.ask(FetchRequest.get(next.url().text()).from(next.via()));
      if (exchange == null) {
        return false;
      }
      PageFindings its = reader.requisite(next.url(), next.kind(), exchange);
      keep(exchange, next);
      if (ExchangeRules.mayPass(exchange)
          && attempts.merge(next.hash(), 1, Integer::sum) < ATTEMPTS) {
        waiting.queue.add(next);
        continue;
      }
      known.settled(next.hash(), Statuses.of(exchange), its.requisites());
      waiting.bytes += exchange.responseBytes().length;
      waiting.add(next.url().text(), its.requisites());
    }
    return true;
  }

  private HostState host(String origin) {
    synchronized (hosts) {
      return hosts.computeIfAbsent(origin, any -> new HostState(origin, HostFacts.NEW, 0));
    }
  }

  /// The host's robots.txt was asked for by this worker; returns the host's pace.
  HostPace robots(String origin, RobotsFetch.Reply reply, HostProcessor.Step step) {
    int status = Statuses.of(reply.exchange());
    return rules.robots(host(origin), reply.answer(), step, status, clock.instant());
  }

  private void keep(Exchange exchange, AwaitedRequisite requisite) {
    if (archive == null) {
      return;
    }
    try {
      Map<String, String> more =
          Map.of(Notes.ERRAND, "REQUISITE", Notes.REQUISITE, requisite.kind().name());
      archive.append(archive.prepare(exchange, Notes.NONE.via(requisite.via(), "E").more(more)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
