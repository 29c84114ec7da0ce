package nephila.cluster.owner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import nephila.cluster.wire.ClusterDiscovery;
import nephila.cluster.wire.CrawlDirective;
import nephila.cluster.wire.FetchOrder;
import nephila.cluster.wire.OrderResult;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.Payment;
import nephila.config.CrawlConfig;
import nephila.config.SelectionOrder;
import nephila.frontier.FrontierContract;
import nephila.frontier.FrontierLaw;
import nephila.frontier.FrontierSubject;
import nephila.ledger.ExactLedger;
import nephila.politeness.HostPace;
import nephila.store.record.ReadFacts;
import nephila.url.CanonicalUrl;
import nephila.url.Scope;
import org.junit.jupiter.api.io.TempDir;

/// The frontier of one partition of a cluster: what its owner orders.
class PartitionFrontierContractTest extends FrontierContract {
  @TempDir static Path folder;

  @Override
  protected List<Candidate> candidates() {
    Set<FrontierLaw> again =
        EnumSet.of(
            FrontierLaw.AGAIN, FrontierLaw.AGE, FrontierLaw.PUT_OFF, FrontierLaw.IMPORTANT_AGAIN);
    return List.of(
        new Candidate("partition", terms -> new Subject(folder(), terms, 0))
            .without("a host has one order at a time", FrontierLaw.TWO_CONNECTIONS)
            .without("a page is judged when it becomes known", FrontierLaw.REMOVED)
            .without("re-reads have a share here", again.toArray(FrontierLaw[]::new)),
        new Candidate("partition that reads again", terms -> new Subject(folder(), terms, 1))
            .without(
                "tried without re-reads",
                EnumSet.complementOf(EnumSet.copyOf(again)).toArray(FrontierLaw[]::new)));
  }

  private static Path folder() throws IOException {
    return Files.createTempDirectory(folder, "p");
  }

  /// An order a page; an order that comes before its host is due is held until then, as a fetcher
  /// does.
  private static final class Subject implements FrontierSubject {
    private final Partitions crawl;
    private final long credit;
    private final List<FetchOrder> held = new ArrayList<>();
    private final Map<String, FetchOrder> out = new HashMap<>();

    Subject(Path dir, Terms terms, double refresh) {
      if (terms.memoryPages() > 0) {
        System.setProperty("nephila.cluster.accounts", String.valueOf(terms.memoryPages()));
      }
      CrawlConfig plan =
          CrawlConfig.of("http://h0.test/")
              .with("scope", Scope.Kind.ANY)
              .with("select", terms.hostsTakeTurns() ? SelectionOrder.EXACT : SelectionOrder.CASH)
              .with("refresh", refresh)
              .with("min-age", Duration.ofSeconds(terms.minAgeSeconds()))
              .with("robots", false)
              .with("delay", Duration.ofMinutes(1));
      crawl = new Partitions(plan, 1, dir);
      credit = ExactLedger.crawlCredit(plan.damping());
    }

    @Override
    public void discover(String url, int credits, long nowMillis) {
      send(url, credits - 1, ClusterDiscovery.seed(url));
    }

    @Override
    public void pay(String url, int credits, long nowMillis) {
      send(url, credits, null);
    }

    private void send(String url, int credits, ClusterDiscovery known) {
      PageKey key = PageKey.of(CanonicalUrl.ofCanonical(url));
      crawl.pay(0, Payment.message(0, List.of(new Payment(key, credits * credit, known))));
    }

    @Override
    public String take(long nowMillis) {
      crawl.pass(Duration.ofMillis(Math.max(0, nowMillis - begin() - crawl.now())));
      return take();
    }

    /// The partitions have a clock of their own, of which the contract's is so much ahead.
    private long begin() {
      return 1_800_000_000_000L - Partitions.BEGIN.toEpochMilli();
    }

    private String take() {
      crawl.directive = new CrawlDirective(true, false, 1, 0);
      crawl.tick();
      boolean answered = false;
      for (FetchOrder order : crawl.orders()) {
        if (order.kind() == FetchOrder.Kind.PAGES) {
          held.add(order);
        } else {
          answer(order, order.pace(), List.of());
          answered = true;
        }
      }
      if (answered && held.isEmpty()) {
        return take();
      }
      for (FetchOrder order : held) {
        if (order.pace().nextAtMillis() <= crawl.now()) {
          held.remove(order);
          String url = order.pages().getFirst().url();
          out.put(url, order);
          return url;
        }
      }
      return null;
    }

    private void answer(FetchOrder order, HostPace pace, List<OrderResult.Visit> visits) {
      OrderResult result =
          new OrderResult(
              order.kind(),
              order.origin(),
              order.number(),
              crawl.now(),
              pace,
              order.allowance(),
              false,
              200,
              null,
              null,
              visits);
      crawl.result(0, result.message());
    }

    @Override
    public String takeAgain(long nowMillis) {
      return take(nowMillis);
    }

    @Override
    public void read(String url, long nowMillis, long hostDueMillis) {
      ended(url, OrderResult.Outcome.READ, hostDueMillis);
    }

    @Override
    public void failed(String url, long nowMillis, long hostDueMillis) {
      ended(url, OrderResult.Outcome.UNTRIED, hostDueMillis);
    }

    private void ended(String url, OrderResult.Outcome outcome, long hostDueMillis) {
      FetchOrder order = out.remove(url);
      PageKey key = order.pages().getFirst().key();
      long now = crawl.now();
      ReadFacts facts =
          outcome == OrderResult.Outcome.UNTRIED
              ? null
              : new ReadFacts(
                  now, 200, "", 0, "", 0, "", "", ReadFacts.Reason.DISCOVERY, 0, 0, now);
      HostPace pace = new HostPace(0, 0, 0, hostDueMillis - begin());
      answer(order, pace, List.of(new OrderResult.Visit(key, outcome, facts, 0, List.of())));
    }

    @Override
    public long lapseMillis() {
      return 300_000;
    }

    @Override
    public void close() {
      System.clearProperty("nephila.cluster.accounts");
      crawl.close();
    }
  }
}
