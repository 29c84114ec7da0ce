package nephila.cluster.fetch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import nephila.archive.Archive;
import nephila.archive.warc.Notes;
import nephila.cluster.wire.FetchOrder;
import nephila.cluster.wire.OrderResult;
import nephila.crawl.ConditionalRequest;
import nephila.crawl.PageReader;
import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.politeness.Allowance;
import nephila.politeness.HostPace;
import nephila.politeness.RobotsAnswer;
import nephila.process.ExchangeRules;
import nephila.process.HostProcessor;
import nephila.process.PageFindings;
import nephila.process.Probe;
import nephila.process.RobotsFetch;
import nephila.process.Statuses;
import nephila.store.record.ReadFacts;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Carries out orders: waits until the host is due, asks for one page after the other at the host's
/// pace, keeps what came in the archive, reads the links. Thread-safe; a virtual thread an order.
public final class OrderRunner {
  /// A result larger than this is sent, and the rest of the order left for the next.
  private static final int ENOUGH_BYTES = 1 << 20;

  /// A host that wants to be left alone for longer ends the order.
  private static final long PATIENCE_MILLIS = 3000;

  private final Fetcher fetcher;
  private final PageReader reader;
  private final @Nullable Archive archive;
  private final HostProcessor hosts;
  private final Clock clock;
  private final Pause pause;
  private final Semaphore workers;
  private final boolean conditional;
  private final @Nullable PageRequisites requisites;
  private volatile @Nullable StatusRule statusRule;

  /// The status of a page, where it is more than its answer's and than what the reader of links
  /// sees.
  @FunctionalInterface
  public interface StatusRule {
    int status(CanonicalUrl url, Exchange exchange, nephila.links.@Nullable SoftNotFound missing);
  }

  /// Waits until a moment by the clock, in milliseconds since 1970.
  public interface Pause {
    void until(long millis) throws InterruptedException;

    static Pause by(Clock clock) {
      return until -> {
        for (long left = until - clock.millis(); left > 0; left = until - clock.millis()) {
          Thread.sleep(Math.min(left, 1000));
        }
      };
    }
  }

  /// @param conditional whether a page may be answered with 304, without its links
  public OrderRunner(
      Fetcher fetcher,
      PageReader reader,
      @Nullable Archive archive,
      HostProcessor hosts,
      Clock clock,
      Pause pause,
      int workers,
      boolean conditional) {
    this(fetcher, reader, archive, hosts, clock, pause, workers, conditional, null);
  }

  /// @param requisites fetches what pages are shown with; null where that is not wanted
  public OrderRunner(
      Fetcher fetcher,
      PageReader reader,
      @Nullable Archive archive,
      HostProcessor hosts,
      Clock clock,
      Pause pause,
      int workers,
      boolean conditional,
      @Nullable PageRequisites requisites) {
    this.requisites = requisites;
    this.conditional = conditional;
    this.pause = pause;
    this.fetcher = fetcher;
    this.reader = reader;
    this.archive = archive;
    this.hosts = hosts;
    this.clock = clock;
    this.workers = new Semaphore(workers);
  }

  /// Has the status of pages told by a rule of its own.
  public OrderRunner judging(StatusRule rule) {
    statusRule = rule;
    return this;
  }

  /// Carries out an order; null when it was not begun.
  ///
  /// @param notBeforeMillis the host may have been asked by another fetcher until then: it is due
  ///   its usual delay later
  /// @param mayAsk whether this process may still ask: asked before every request
  public @Nullable OrderResult run(FetchOrder order, long notBeforeMillis, BooleanSupplier mayAsk)
      throws InterruptedException {
    HostPace pace = pace(order, notBeforeMillis);
    pause.until(pace.nextAtMillis());
    workers.acquire();
    try {
      if (!mayAsk.getAsBoolean() || clock.millis() > order.untilMillis()) {
        return null;
      }
      return switch (order.kind()) {
        case ROBOTS -> robots(order, pace);
        case PROBE -> probe(order, pace);
        case PAGES -> pages(order, pace, mayAsk);
      };
    } finally {
      workers.release();
    }
  }

  private HostPace pace(FetchOrder order, long notBeforeMillis) {
    return notBeforeMillis > 0
        ? hosts.askedElsewhere(order.pace(), Instant.ofEpochMilli(notBeforeMillis))
        : order.pace();
  }

  /// The result of an order for pages of which none was asked for.
  OrderResult giveBack(FetchOrder order, long notBeforeMillis) {
    HostProcessor.Step as =
        new HostProcessor.Step(pace(order, notBeforeMillis), order.allowance(), false);
    List<OrderResult.Visit> untried =
        order.pages().stream().map(page -> OrderResult.Visit.untried(page.key())).toList();
    return result(order, as, 0, null, null, untried);
  }

  private OrderResult robots(FetchOrder order, HostPace pace) {
    CanonicalUrl url = CanonicalUrl.ofCanonical(order.origin() + "/robots.txt");
    RobotsFetch.Reply reply = RobotsFetch.ask(fetcher, url);
    keep(reply.exchange(), errand("ROBOTS"));
    HostProcessor.Step after = step(order, reply.exchange(), pace, order.allowance());
    if (requisites != null) {
      requisites.robots(order.origin(), reply, after);
    }
    RobotsAnswer answer = after.ours() ? null : reply.answer();
    return result(order, after, Statuses.of(reply.exchange()), answer, null, List.of());
  }

  private OrderResult probe(FetchOrder order, HostPace pace) {
    CanonicalUrl url = Probe.url(order.origin(), ThreadLocalRandom.current().nextLong());
    Exchange exchange = fetcher.fetch(FetchRequest.get(url.text()));
    keep(exchange, errand("PROBE"));
    PageFindings found = reader.read(url, true, null, exchange);
    HostProcessor.Step after = step(order, exchange, pace, order.allowance());
    return result(order, after, Statuses.of(exchange), null, found.probe(), List.of());
  }

  private static Notes errand(String kind) {
    return Notes.NONE.via(null, "P").more(Map.of(Notes.ERRAND, kind));
  }

  /// The host after an exchange that ended just now.
  private HostProcessor.Step step(
      FetchOrder order, Exchange exchange, HostPace before, Allowance allowance) {
    return hosts.after(
        exchange,
        ExchangeRules.bytes(exchange),
        order.origin(),
        before,
        allowance,
        clock.instant());
  }

  private OrderResult result(
      FetchOrder order,
      HostProcessor.Step after,
      int status,
      @Nullable RobotsAnswer robots,
      nephila.links.@Nullable SoftNotFound missing,
      List<OrderResult.Visit> visits) {
    return new OrderResult(
        order.kind(),
        order.origin(),
        order.number(),
        clock.millis(),
        after.pace(),
        after.allowance(),
        after.ours(),
        status,
        robots,
        missing,
        visits);
  }

  private OrderResult pages(FetchOrder order, HostPace begin, BooleanSupplier mayAsk)
      throws InterruptedException {
    Session session = new Session(order, begin, mayAsk);
    List<OrderResult.Visit> visits = new ArrayList<>();
    long until = clock.millis() + FetchOrder.REQUISITE_MILLIS;
    int status = 0;
    long bytes = 0;
    for (FetchOrder.Page page : order.pages()) {
      boolean patient = session.after.pace().nextAtMillis() - clock.millis() <= PATIENCE_MILLIS;
      if (bytes > ENOUGH_BYTES || !patient || clock.millis() > until || !mayAsk.getAsBoolean()) {
        break;
      }
      pause.until(session.after.pace().nextAtMillis());
      if (!mayAsk.getAsBoolean()) {
        break;
      }
      CanonicalUrl url = CanonicalUrl.ofCanonical(page.url());
      String via = page.via().isEmpty() ? null : page.via();
      ReadFacts previous = conditional ? page.previous() : null;
      Exchange exchange = fetcher.fetch(ConditionalRequest.of(page.url(), via, previous));
      session.entered(exchange);
      status = Statuses.of(exchange);
      if (session.after.ours()) {
        break;
      }
      PageFindings found =
          reader
              .read(url, false, page.depth() == 0 ? null : order.missing(), exchange)
              .named(page.sitemap());
      OrderResult.Visit visit = visit(order, page, found, exchange);
      if (visit.outcome() == OrderResult.Outcome.READ
          && requisites != null
          && !requisites.fetch(page.url(), order.origin(), found, until, session)) {
        break; // the page is ordered again, and what is not there yet is fetched then
      }
      visits.add(visit);
      for (CanonicalUrl link : visit.links()) {
        bytes += link.text().length();
      }
      if (visit.outcome() == OrderResult.Outcome.AGAIN) {
        break;
      }
    }
    for (FetchOrder.Page page : order.pages().subList(visits.size(), order.pages().size())) {
      visits.add(OrderResult.Visit.untried(page.key()));
    }
    return result(order, session.after, status, null, null, visits);
  }

  /// The host while an order for pages is carried out.
  private final class Session implements PageRequisites.Asking {
    private final FetchOrder order;
    private final BooleanSupplier mayAsk;
    private HostProcessor.Step after;

    Session(FetchOrder order, HostPace begin, BooleanSupplier mayAsk) {
      this.order = order;
      this.mayAsk = mayAsk;
      this.after = new HostProcessor.Step(begin, order.allowance(), false);
    }

    void entered(Exchange exchange) {
      after = step(order, exchange, after.pace(), after.allowance());
    }

    @Override
    public @Nullable Exchange ask(FetchRequest request) throws InterruptedException {
      if (!mayAskWhenDue()) {
        return null;
      }
      Exchange exchange = fetcher.fetch(request);
      entered(exchange);
      return after.ours() ? null : exchange;
    }

    @Override
    public RobotsFetch.@Nullable Reply askRobots() throws InterruptedException {
      if (!mayAskWhenDue()) {
        return null;
      }
      CanonicalUrl url = CanonicalUrl.ofCanonical(order.origin() + "/robots.txt");
      RobotsFetch.Reply reply = RobotsFetch.ask(fetcher, url);
      keep(reply.exchange(), errand("ROBOTS"));
      entered(reply.exchange());
      return after.ours() ? null : reply;
    }

    /// Waits until the host is due; others work meanwhile.
    private boolean mayAskWhenDue() throws InterruptedException {
      workers.release();
      try {
        pause.until(after.pace().nextAtMillis());
      } finally {
        workers.acquireUninterruptibly();
      }
      return mayAsk.getAsBoolean();
    }

    @Override
    public HostProcessor.Step after() {
      return after;
    }

    @Override
    public void pace(HostPace now) {
      after = new HostProcessor.Step(now, after.allowance(), after.ours());
    }
  }

  private OrderResult.Visit visit(
      FetchOrder order, FetchOrder.Page page, PageFindings found, Exchange exchange) {
    keep(
        exchange,
        Notes.NONE
            .via(page.via().isEmpty() ? null : page.via(), page.seed() ? "" : "L")
            .importance(page.importance())
            .previous(ConditionalRequest.earlier(page.url(), page.previous())));
    ReadFacts.Reason first = page.seed() ? ReadFacts.Reason.SEED : ReadFacts.Reason.DISCOVERY;
    ReadFacts.Reason reason = page.previous() == null ? first : ReadFacts.Reason.REFRESH;
    StatusRule rule = statusRule;
    int status =
        rule == null
            ? ExchangeRules.status(exchange, found)
            : rule.status(CanonicalUrl.ofCanonical(page.url()), exchange, order.missing());
    ReadFacts facts = ExchangeRules.facts(exchange, status, found, reason, page.worth(), 0);
    OrderResult.Outcome outcome =
        ExchangeRules.mayPass(exchange) ? OrderResult.Outcome.AGAIN : OrderResult.Outcome.READ;
    return new OrderResult.Visit(
        page.key(), outcome, facts, exchange.responseBytes().length, found.urls(), found.anchors());
  }

  private void keep(Exchange exchange, Notes notes) {
    if (archive != null) {
      try {
        archive.append(archive.prepare(exchange, notes));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
