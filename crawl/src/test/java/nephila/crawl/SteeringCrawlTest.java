package nephila.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import nephila.UserError;
import nephila.config.CrawlConfig;
import nephila.config.Settings;
import nephila.rank.PageRank;
import nephila.rank.RankOptions;
import nephila.store.CrawlStore;
import nephila.store.StoreCheck;
import nephila.view.CrawlStatus;
import nephila.view.OpicTotals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The papers' ways of moving cash: discovery against refresh, and extra for pages in focus.
class SteeringCrawlTest {
  private static final int PAGES = 2000;
  private static final int FEW = 300;

  @TempDir Path dir;

  private void check() throws Exception {
    try (CrawlStore store = CrawlStore.look(dir)) {
      assertEquals(List.of(), StoreCheck.of(store).faults());
    }
  }

  /// Until a quarter of the pages is read: the share of first reads.
  private double discovered(SteeredCrawl web) {
    Set<Integer> read = new HashSet<>();
    int reads = 0;
    while (reads < web.order().size() && read.size() < PAGES / 4) {
      read.add(web.order().get(reads++));
    }
    return (double) read.size() / reads;
  }

  @ParameterizedTest
  @CsvSource({"0.2, 0.2, 0.45", "0.5, 0.45, 0.6", "0.8, 0.7, 0.85"})
  void cashApproachesTheShareOfDiscovery(double share, double least, double most) throws Exception {
    SteeredCrawl web = new SteeredCrawl(PAGES, false);
    CrawlConfig plan =
        SteeredCrawl.plan("opic", "greedy")
            .with("discovery-share", String.valueOf(share))
            .with("steer", "cash")
            .with("max-pages", (long) (PAGES / 4 / share))
            .checked();
    CrawlStatus end = web.run(dir, plan);
    check();
    OpicTotals opic = java.util.Objects.requireNonNull(end.opic());
    double reached = opic.discoveryReached();
    System.out.printf("steer cash %.1f: %.3f; %s%n", share, discovered(web), opic.words());
    assertTrue(reached > least && reached < most, "reached " + reached);
    assertEquals(share, opic.discoveryWanted(), 1e-9);
    assertEquals(reached, OpicTotals.fields(opic).get("discoveryReached"));
    assertTrue(opic.favoured() > 0, "biased");
    // The rules are gone, and so is the steering; that importance was biased stays.
    CrawlStatus later =
        web.run(dir, plan.with("steer", "lanes").with("max-pages", 0).with("budget", 100));
    assertNull(later.opic().discoveryReached());
    assertTrue(later.opic().favoured() > 0);
    check();
  }

  /// Pages whose number ends with 7: by five hosts that is a tenth.
  @ParameterizedTest
  @CsvSource({
    "factor, 3, 1.2, 6, 0.7, 1.3", "factor, 50, 3, 40, 0.5, 1.3",
    "cash, 3, 1.2, 6, 1.5, 3", "cash, 50, 1.3, 12, 1.8, 5"
  })
  void focusReadsMoreByFactorAndBiasesByCash(
      String by, int factor, double least, double most, double leastWorth, double mostWorth)
      throws Exception {
    SteeredCrawl web = new SteeredCrawl(FEW, false);
    CrawlConfig plan =
        SteeredCrawl.plan("opic", "greedy")
            .with("focus", List.of("url~7$ x" + factor))
            .with("focus-by", by)
            .with("budget", 20L * FEW)
            .checked();
    double[] focused = new double[2];
    double[] truth = new double[2];
    CrawlStatus end =
        web.run(
            dir,
            plan,
            crawl -> {
              double[] rank = PageRank.solve(CrawlGraph.of(crawl.store())).values();
              for (int slot = 0; slot < rank.length; slot++) {
                boolean in = SteeredCrawl.page(crawl.store().url(slot)) % 10 == 7;
                focused[in ? 1 : 0] += crawl.store().ledger().importance(slot);
                truth[in ? 1 : 0] += rank[slot];
              }
            });
    check();
    int[] reads = web.reads(0);
    double[] mean = new double[2];
    for (int page = 0; page < FEW; page++) {
      mean[page % 10 == 7 ? 1 : 0] += reads[page] / (page % 10 == 7 ? 0.1 : 0.9) / FEW;
    }
    double more = mean[1] / mean[0];
    double worth = focused[1] / (focused[0] + focused[1]) / truth[1];
    System.out.printf(
        "focus by %s x%d: %.1f reads a page in focus, %.1f of another; importance %.2f of the"
            + " truth; %s%n",
        by, factor, mean[1], mean[0], worth, end.opic().words());
    assertTrue(more > least && more < most, "reads " + more);
    assertTrue(worth > leastWorth && worth < mostWorth, "importance " + worth);
    assertEquals(by.equals("cash"), end.opic().favoured() != null);
    assertEquals(by.equals("cash"), end.opic().words().contains("biased"));
  }

  @Test
  void allOfItCanBeChangedWhileTheCrawlRuns() throws Exception {
    SteeredCrawl web = new SteeredCrawl(FEW, false);
    CrawlConfig plan = SteeredCrawl.plan("opic", "greedy").with("budget", 10L * FEW).checked();
    int[] steps = {0};
    CrawlStatus end =
        web.run(
            dir,
            plan,
            crawl -> {},
            (crawl, read) -> {
              if (read % 100 == 0) {
                switch (steps[0]++ % 6) {
                  case 0 -> crawl.control().command("discovery-share 0.5");
                  case 1 -> crawl.control().command("steer cash");
                  case 2 -> crawl.control().command("focus url~7$ x20");
                  case 3 -> crawl.control().command("focus-by cash");
                  case 4 -> crawl.control().command("steer lanes");
                  default ->
                      crawl
                          .control()
                          .change(
                              Map.of("refresh", "0", "focus-by", "factor", "refresh-power", "1"));
                }
              }
            });
    check();
    assertEquals(10L * FEW, end.fetched());
    assertTrue(end.opic().favoured() > 0);
    UserError refused =
        assertThrows(
            UserError.class,
            () ->
                web.run(
                    dir,
                    plan.with("budget", 5),
                    crawl -> {},
                    (crawl, read) -> crawl.control().command("steer cash")));
    assertEquals(
        "steer cash: say towards which share, like --discovery-share 0.5", refused.getMessage());
  }

  /// Against the off-line rank with small edges; steering makes them larger.
  @ParameterizedTest
  @CsvSource({"lanes, 0.15", "cash, 2"})
  void aPageHasOneSmallEdgeToTheVirtualPage(String steer, double most) throws Exception {
    SteeredCrawl web = new SteeredCrawl(FEW, false);
    CrawlConfig plan =
        SteeredCrawl.plan("opic", "greedy")
            .with("small-edge", true)
            .with("window", "all")
            .with("discovery-share", steer.equals("cash") ? "0.8" : "")
            .with("steer", steer)
            .with("budget", 20L * FEW)
            .checked();
    double[] distance = new double[2];
    CrawlStatus end =
        web.run(
            dir,
            plan,
            crawl -> {
              RankOptions options = RankOptions.DEFAULTS;
              var graph = CrawlGraph.of(crawl.store());
              double[] edges =
                  PageRank.solve(graph, options.withVirtualPage(RankOptions.VirtualPage.SMALL_EDGE))
                      .values();
              double[] damped = PageRank.solve(graph).values();
              for (int slot = 0; slot < edges.length; slot++) {
                double its = crawl.store().ledger().importance(slot);
                distance[0] += Math.abs(its - edges[slot]);
                distance[1] += Math.abs(its - damped[slot]);
              }
            });
    check();
    System.out.printf(
        "small edges, %s: %.3f, %.3f from damping; %s%n",
        steer, distance[0], distance[1], end.opic().words());
    assertTrue(distance[0] < most, "distance " + distance[0]);
    assertTrue(steer.equals("cash") || distance[1] > 2 * distance[0], "from damping");
    assertTrue(end.opic().words().contains("small edges"));
    UserError other =
        assertThrows(UserError.class, () -> web.run(dir, plan.with("small-edge", false)));
    assertEquals(
        dir
            + " was begun with small-edge true, not false; leave --small-edge out or use another"
            + " dir",
        other.getMessage());
  }

  @Test
  void whatMakesNoSenseIsRefusedInALine() {
    assertEquals(
        "steer cash: the exact ledger has no cash to give away; leave it out, or say --importance"
            + " opic",
        refused("exact", "greedy", Map.of("steer", "cash", "refresh", "0.5")));
    assertEquals(
        "focus-by cash: the exact ledger has no cash to give away; leave it out, or say"
            + " --importance opic",
        refused("exact", "greedy", Map.of("focus-by", "cash")));
    assertEquals(
        "steer cash: cash must order pages that were read too; say --select greedy, xyleme or"
            + " clock",
        refused("opic", "cycle", Map.of("steer", "cash", "refresh", "0.5")));
    assertEquals(
        "steer cash: say towards which share, like --discovery-share 0.5",
        refused("opic", "greedy", Map.of("steer", "cash")));
    assertEquals(
        "small-edge: the exact ledger has damping; leave it out, or say --importance opic",
        refused("exact", "greedy", Map.of("small-edge", "true")));
    assertEquals(
        "small-edge and damping 0.9: one takes the place of the other",
        refused("opic", "greedy", Map.of("small-edge", "true", "damping", "0.9")));
    assertEquals(
        "steer 'purse': it must be lanes or cash",
        refused("opic", "greedy", Map.of("steer", "purse")));
  }

  private static String refused(String importance, String select, Map<String, ?> values) {
    CrawlConfig plan = SteeredCrawl.plan(importance, select);
    return assertThrows(UserError.class, () -> Settings.apply(plan, values, "test").checked())
        .getMessage();
  }
}
