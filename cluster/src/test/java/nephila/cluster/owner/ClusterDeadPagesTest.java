package nephila.cluster.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import nephila.cluster.ClusterSettings;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.wire.CrawlDirective;
import nephila.cluster.wire.FetchOrder;
import nephila.cluster.wire.OrderResult;
import nephila.cluster.wire.PageKey;
import nephila.config.CrawlConfig;
import nephila.ledger.ExactLedger;
import nephila.store.record.ReadFacts;
import nephila.store.record.StoredPage;
import nephila.url.CanonicalUrl;
import nephila.url.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Sites of which a fifth of the pages vanish while a cluster reads them again and again: what the
/// dead cost. Workers lose their memory now and then.
class ClusterDeadPagesTest {
  private static final int PAGES = 250;
  private static final int DEAD = 50;

  @TempDir Path dir;

  private final long seed = Long.getLong("nephila.seed", 1);
  private final Random random = new Random(seed);
  private final FakeWeb web = new FakeWeb(random, 9, PAGES);
  private final Set<String> dead = new HashSet<>();
  private final Map<String, Integer> asked = new HashMap<>();
  private final List<ReadFacts> previous = new ArrayList<>();

  private static CrawlConfig plan() {
    return CrawlConfig.of("http://s0.test/p0")
        .with("scope", Scope.Kind.ANY)
        .with("delay", Duration.ZERO)
        .with("min-age", Duration.ofHours(1))
        .with("refresh", 1.0)
        .with("agent", "test")
        .with("contact", "me@example.org")
        .checked();
  }

  /// A day, in which as many pages are asked for as there are.
  private void day(Partitions crawl) {
    int left = PAGES;
    for (int quiet = 0; left > 0 && quiet < 20; quiet++) {
      crawl.directive = new CrawlDirective(true, false, left, 0);
      crawl.tick();
      crawl.carry();
      for (FetchOrder order : crawl.orders()) {
        quiet = 0;
        left -= order.pages().size();
        crawl.result(order.partition(), answer(crawl, order).message());
      }
      crawl.carry();
      crawl.pass(Duration.ofSeconds(1));
    }
    crawl.restart(random.nextInt(crawl.count()));
    crawl.pass(Duration.ofDays(1));
  }

  private OrderResult answer(Partitions crawl, FetchOrder order) {
    if (order.kind() != FetchOrder.Kind.PAGES) {
      return web.answer(order);
    }
    List<OrderResult.Visit> visits = new ArrayList<>();
    for (FetchOrder.Page page : order.pages()) {
      asked.merge(page.url(), 1, Integer::sum);
      if (page.previous() != null) {
        previous.add(page.previous());
      }
      boolean gone = dead.contains(page.url());
      CanonicalUrl url = CanonicalUrl.ofCanonical(page.url());
      ReadFacts facts =
          new ReadFacts(
              crawl.now(),
              gone ? 404 : 200,
              "text/html",
              100,
              gone ? "" : "01",
              0,
              "an etag",
              "",
              ReadFacts.Reason.REFRESH,
              0,
              0,
              crawl.now());
      List<CanonicalUrl> links = gone ? List.of() : web.read(page.key(), url, 1).links();
      visits.add(new OrderResult.Visit(page.key(), OrderResult.Outcome.READ, facts, 100, links));
    }
    return FakeWeb.result(order, visits);
  }

  @ParameterizedTest
  @CsvSource({"20, exact", "100000, exact", "20, opic", "100000, opic-corrected"})
  void theDeadAreAskedSeldomAndAreWorthNothing(int room, String importance) {
    System.setProperty("nephila.cluster.accounts", String.valueOf(room));
    CrawlConfig plan = plan().with("importance", importance);
    try (Partitions crawl = new Partitions(plan, 3, dir)) {
      crawl.seed(web.pages.getFirst());
      day(crawl);
      assertEquals(PAGES, crawl.all().get(Sum.READ), told());
      while (dead.size() < DEAD) {
        dead.add(web.pages.get(1 + random.nextInt(PAGES - 1)).text());
      }
      asked.clear();
      for (int day = 0; day < 13; day++) {
        day(crawl);
      }
      double dying = requests() / DEAD;
      double living =
          asked.entrySet().stream()
                  .filter(entry -> !dead.contains(entry.getKey()))
                  .mapToInt(Map.Entry::getValue)
                  .sum()
              / (double) (PAGES - DEAD);
      assertTrue(living > 5, living + " reads of a living page; " + told());
      assertTrue(
          dying <= living / 3,
          "a dead page was asked " + dying + " times, a living " + living + "; " + told());
      assertTrue(previous.stream().anyMatch(facts -> facts.etag().equals("an etag")), told());
      asked.clear();
      for (int day = 0; day < 13; day++) {
        day(crawl);
      }
      assertTrue(requests() <= 13 * PAGES / 50 + crawl.count(), requests() + "; " + told());
      crawl.settle();
      assertEquals(0, crawl.all().imbalance(), told());
      assertEquals(0, crawl.all().inTransit(), told());
      if (plan.importance().isOpic()) {
        proveCash(crawl);
      }
      if (room < PAGES) {
        return; // what is not in memory comes back by sweeps, some of it late
      }
      assertEquals(DEAD, crawl.all().get(Sum.GONE), told());
      if (plan.importance().isOpic()) {
        return;
      }
      double credit = ExactLedger.crawlCredit(0.85);
      double worth = 0;
      double found = 0;
      for (Map.Entry<PageKey, StoredPage> page : crawl.accounts().entrySet()) {
        worth += page.getValue().worth((long) credit);
      }
      for (String url : dead) {
        StoredPage page = crawl.accounts().get(PageKey.of(CanonicalUrl.ofCanonical(url)));
        found += page.worth((long) credit) / worth;
      }
      assertEquals(worth, crawl.all().worth(credit), 1, told());
      assertTrue(found <= 0.01, found + "; " + told());
    } finally {
      System.clearProperty("nephila.cluster.accounts");
    }
  }

  /// The living and the virtual page hold all cash, what pages that are gone brought in included.
  private void proveCash(Partitions crawl) {
    PartitionTotals all = crawl.all();
    long held = all.get(Sum.POOL);
    for (StoredPage page : crawl.accounts().values()) {
      held += page.isGone() ? 0 : page.received() + all.get(Sum.LEVEL);
    }
    assertTrue(all.virtualPageIsStill(), told());
    assertEquals(all.get(Sum.PAID), held, told());
    assertEquals(all.get(Sum.KNOWN) - all.get(Sum.GONE), all.get(Sum.SHARERS), told());
  }

  private double requests() {
    return asked.entrySet().stream()
        .filter(entry -> dead.contains(entry.getKey()))
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  @Test
  void aSplitSiteIsNotReadAgain() {
    org.junit.jupiter.api.Assertions.assertThrows(
        nephila.UserError.class, () -> new ClusterSettings(plan(), 3, List.of("s0.test")));
  }

  private String told() {
    return "replay with -Dnephila.seed=" + seed;
  }
}
