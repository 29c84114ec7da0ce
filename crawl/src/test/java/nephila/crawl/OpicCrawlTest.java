package nephila.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import nephila.UserError;
import nephila.config.CrawlConfig;
import nephila.rank.PageRank;
import nephila.store.CrawlStore;
import nephila.store.LinkRowWalk;
import nephila.store.StoreCheck;
import nephila.url.Scope;
import nephila.view.CrawlStatus;
import nephila.view.OpicTotals;
import nephila.view.PageExplanation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Crawls whose importance is the papers' OPIC.
class OpicCrawlTest {
  private static final int PAGES = 300;

  @TempDir Path dir;

  private static String url(int page) {
    return "http://127.0.0." + (1 + page % 5) + ":81/" + page;
  }

  /// Every page points to a later one and to some of the first.
  private static FakeWeb web() {
    Random random = new Random(3);
    FakeWeb web = new FakeWeb();
    for (int page = 0; page < PAGES; page++) {
      String[] links = new String[1 + random.nextInt(8)];
      links[0] = url((page + 1) % PAGES);
      for (int i = 1; i < links.length; i++) {
        links[i] = url((int) (PAGES * Math.pow(random.nextDouble(), 3)));
      }
      if (page % 2 == 0) {
        web.page(url(page), links);
      } else {
        web.tagged(url(page), "same", links);
      }
    }
    return web;
  }

  private static CrawlConfig plan(String importance, String window) {
    return CrawlConfig.of(url(0))
        .with("importance", importance)
        .with("window", window)
        .with("scope", Scope.Kind.ANY)
        .with("delay", Duration.ZERO)
        .with("min-age", Duration.ZERO)
        .with("workers", 1)
        .checked();
  }

  /// Reads every page once, and then `rounds` times as many pages again.
  private CrawlStatus crawl(FakeWeb web, CrawlConfig plan, int rounds) throws Exception {
    CrawlStatus end = null;
    for (int round = 0; round <= rounds; round++) {
      Instant at = Instant.parse("2030-01-01T00:00:00Z").plus(Duration.ofHours(round));
      web.clock(() -> at);
      CrawlConfig run =
          round == 0 ? plan : plan.with("refresh", 1).with("budget", (long) PAGES).checked();
      var world = new Crawl.World(Clock.fixed(at, ZoneOffset.UTC), new Random(1), web);
      try (Crawl crawl = Crawl.open(dir, run, world)) {
        end = crawl.run(CrawlListener.SILENT);
      }
    }
    return java.util.Objects.requireNonNull(end);
  }

  private static double error(CrawlStore store) {
    double[] rank = PageRank.solve(CrawlGraph.of(store)).values();
    double sum = 0;
    for (int slot = 0; slot < rank.length; slot++) {
      sum += store.ledger().importance(slot);
    }
    double distance = 0;
    for (int slot = 0; slot < rank.length; slot++) {
      distance += Math.abs(store.ledger().importance(slot) / sum - rank[slot]);
    }
    return distance;
  }

  /// Half of the re-reads are answered with 304: the page pays along its stored row then.
  @ParameterizedTest
  @CsvSource({
    "opic, all, 0.10",
    "opic-corrected, all, 0.06",
    "opic, '', 0.12",
    "opic, interpolation:4, 0.12",
    "opic, interpolation:4h, 0.12",
    "opic-corrected, variable:4, 0.12"
  })
  void importanceComesNearToTheRankByReadingAgain(String importance, String window, double most)
      throws Exception {
    CrawlStatus end = crawl(web(), plan(importance, window), 9);
    assertEquals(10L * PAGES, end.fetched());
    OpicTotals opic = end.opic();
    assertNotNull(opic);
    assertEquals(importance, opic.algorithm());
    assertTrue(opic.turnover() > 5, opic.toString());
    assertEquals(window.endsWith("h"), opic.windowTurns() != null, opic.toString());
    try (CrawlStore store = CrawlStore.look(dir)) {
      assertEquals(List.of(), StoreCheck.of(store).faults());
      assertEquals(PAGES, store.readPages());
      double error = error(store);
      System.out.printf("%s %s: %.3f%n", importance, window, error);
      assertTrue(error < most, importance + " " + window + ": " + error);
    }
  }

  @Test
  void aCrawlKeepsItsImportanceAndRefusesAnother() throws Exception {
    CrawlConfig opic = plan("opic", "variable:4");
    crawl(web(), opic, 0);
    assertTrue(Files.readString(dir.resolve("plan.yaml")).contains("window: 'variable:4'"));
    var world = new Crawl.World(Clock.systemUTC(), new Random(1), web());
    UserError other =
        assertThrows(UserError.class, () -> Crawl.open(dir, plan("exact", ""), world));
    assertEquals(
        dir
            + " was begun with importance opic, not exact; leave --importance out or use another"
            + " dir",
        other.getMessage());
    assertThrows(UserError.class, () -> Crawl.open(dir, plan("opic", ""), world));
    try (Crawl crawl = Crawl.open(dir, opic, world)) {
      assertNotNull(crawl.status().opic());
    }
    try (CrawlStore store = CrawlStore.look(dir)) {
      List<String> why = PageExplanation.of(store, opic, url(0), 2, Clock.systemUTC()).lines();
      assertTrue(
          why.get(3).matches("  opic, window variable:4, error factor 1/G .*: C .*, H .*; .*"),
          why.toString());
    }
  }

  @Test
  void aRebuiltCrawlHasTheSameCash() throws Exception {
    CrawlConfig plan = plan("opic", "growing:4");
    crawl(web(), plan, 2);
    OpicTotals before;
    try (CrawlStore store = CrawlStore.look(dir)) {
      before = OpicTotals.of(store);
    }
    var world = new Crawl.World(Clock.systemUTC(), new Random(1), web());
    Rebuild.Result result = Rebuild.of(dir, plan, world);
    assertEquals(before, result.opic());
    try (CrawlStore store = CrawlStore.look(dir)) {
      assertEquals(List.of(), StoreCheck.of(store).faults());
    }
  }

  @Test
  void aCrawlThatKeepsNoLinksPaysAsOneThatDoesAndShowsNone() throws Exception {
    CrawlConfig keep = plan("opic", "all");
    crawl(web(), keep, 9);
    Map<String, Double> importance = new HashMap<>();
    try (CrawlStore store = CrawlStore.look(dir)) {
      assertTrue(error(store) < 0.1);
      assertTrue(store.ledger().links() > PAGES);
      for (int slot = 0; slot < PAGES; slot++) {
        importance.put(store.url(slot), store.ledger().importance(slot));
      }
    }
    CrawlConfig forget = keep.with("links", "forget").checked();
    KillPoints.delete(dir);
    FakeWeb web = web();
    CrawlStatus end = crawl(web, forget, 9);
    assertEquals(0, end.answers().getOrDefault("304", 0L), "no conditional requests");
    try (CrawlStore store = CrawlStore.look(dir)) {
      assertEquals(List.of(), StoreCheck.of(store).faults());
      assertEquals(0, store.ledger().links());
      LinkRowWalk.over(store, row -> assertEquals(0, row.links()));
      double distance = 0;
      for (int slot = 0; slot < PAGES; slot++) {
        distance += Math.abs(importance.get(store.url(slot)) - store.ledger().importance(slot));
      }
      assertTrue(distance < 0.01, "distance " + distance);
      UserError refused = assertThrows(UserError.class, () -> CrawlGraph.of(store));
      assertEquals(
          "this crawl kept no links (--links forget); the archive has them: nephila links DIR",
          refused.getMessage());
      List<String> why = PageExplanation.of(store, forget, url(0), 2, Clock.systemUTC()).lines();
      assertTrue(
          why.contains("  links were not kept; the archive has them: nephila links DIR"),
          why.toString());
    }
    var world = new Crawl.World(Clock.systemUTC(), new Random(1), web());
    assertEquals(
        dir + " was begun with links forget, not keep; leave --links out or use another dir",
        assertThrows(UserError.class, () -> Crawl.open(dir, keep, world)).getMessage());
  }

  @Test
  void theExactLedgerHasNoTotalsOfOpic() throws Exception {
    assertNull(crawl(web(), plan("exact", ""), 0).opic());
  }

  @Test
  void aWindowNeedsOpicAndASize() {
    assertEquals(
        "window growing:4: the exact ledger has none; leave it out, or say --importance opic",
        assertThrows(UserError.class, () -> plan("exact", "growing:4")).getMessage());
    assertEquals(
        "window size 0 is not between 0 and a million",
        assertThrows(UserError.class, () -> plan("opic", "fixed:0")).getMessage());
    assertEquals(
        "window of 0 measures is not between 1 and 10,000",
        assertThrows(UserError.class, () -> plan("opic", "variable:0")).getMessage());
  }
}
