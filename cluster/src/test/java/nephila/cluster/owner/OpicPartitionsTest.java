package nephila.cluster.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import nephila.cluster.ClusterSettings;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.wire.CrawlDirective;
import nephila.cluster.wire.FetchOrder;
import nephila.cluster.wire.OrderResult;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.StoredRead;
import nephila.config.CrawlConfig;
import nephila.ledger.OpicLedger;
import nephila.ledger.window.Window;
import nephila.rank.PageRank;
import nephila.store.record.StoredPage;
import nephila.url.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// OPIC on partitions that lose their memory, get results twice and torn, and hear of each other
/// late.
class OpicPartitionsTest {
  private static final int PAGES = 120;
  private static final int READS = 10 * PAGES;

  @TempDir Path dir;

  private final long seed = Long.getLong("nephila.seed", 1);
  private final Random random = new Random(seed);
  private final FakeWeb web = new FakeWeb(random, 9, PAGES);

  private static CrawlConfig plan(String importance, String window) {
    return CrawlConfig.of("http://s0.test/p0")
        .with("scope", Scope.Kind.ANY)
        .with("delay", Duration.ZERO)
        .with("agent", "test")
        .with("contact", "me@example.org")
        .with("importance", importance)
        .with("window", window);
  }

  private static CrawlConfig rereading(CrawlConfig plan) {
    return plan.with("refresh", 0.9).with("continuous", true).with("min-age", Duration.ZERO);
  }

  private String told() {
    return "replay with -Dnephila.seed=" + seed;
  }

  @ParameterizedTest
  @ValueSource(ints = {15, 100_000})
  void noUnitIsLostOrDoubledWhateverDiesAndIsRepeated(int room) {
    System.setProperty("nephila.cluster.accounts", String.valueOf(room));
    CrawlConfig plan = plan("opic", "growing:4").checked();
    ClusterSettings settings = new ClusterSettings(plan, 4, List.of("s0.test", "s4.test"));
    try (Partitions crawl = new Partitions(plan, settings, dir)) {
      web.failures = 1;
      crawl.seed(web.pages.getFirst());
      crawl(crawl, Long.MAX_VALUE);
      crawl.settle();
      assertEquals(PAGES, crawl.all().get(Sum.READ), told());
      assertTrue(crawl.all().get(Sum.REPEATS) > 0, told());
      proveCash(crawl);
    } finally {
      System.clearProperty("nephila.cluster.accounts");
    }
  }

  @Test
  void importanceComesAsNearToTheRankAsOnOneMachine() {
    for (String window : new String[] {"all", "growing:4", "variable:8"}) {
      Path own = dir.resolve(window.replace(':', '-'));
      CrawlConfig plan = rereading(plan("opic-corrected", window)).checked();
      try (Partitions crawl = new Partitions(plan, 4, own)) {
        crawl.seed(web.pages.getFirst());
        crawl(crawl, READS);
        crawl.settle();
        proveCash(crawl);
        double error = error(crawl, plan);
        double single = single(plan, window);
        assertTrue(error < 2 * single + 0.01, window + ": " + error + " > " + single);
      }
    }
  }

  @Test
  void linksNeedNotBeKept() {
    CrawlConfig plan = rereading(plan("opic-corrected", "all").with("links", "forget")).checked();
    try (Partitions crawl = new Partitions(plan, 3, dir)) {
      crawl.seed(web.pages.getFirst());
      crawl(crawl, READS);
      crawl.settle();
      proveCash(crawl);
      for (PageKey page : crawl.accounts().keySet()) {
        StoredRead read = crawl.reading(page);
        assertEquals(0, read.row().length, told());
      }
      double error = error(crawl, plan);
      assertTrue(error < 2 * single(plan, "forget") + 0.01, error + "");
    }
  }

  /// Answers orders until so many pages were fetched or none is ordered, some twice and torn, while
  /// partitions die.
  private void crawl(Partitions crawl, long most) {
    crawl.directive = CrawlDirective.RUN;
    for (int quiet = 0; quiet < 40 && !enough(crawl.all(), most); ) {
      crawl.tick();
      crawl.carry();
      List<FetchOrder> orders = crawl.orders();
      quiet = orders.isEmpty() ? quiet + 1 : 0;
      for (FetchOrder order : orders) {
        OrderResult result = web.answer(order);
        byte[] message = result.message();
        if (random.nextInt(8) == 0) {
          crawl.result(
              order.partition(), java.util.Arrays.copyOf(message, random.nextInt(message.length)));
        }
        crawl.result(order.partition(), message);
        if (random.nextInt(8) == 0) {
          crawl.result(order.partition(), message);
        }
      }
      if (random.nextInt(4) == 0) {
        crawl.restart(random.nextInt(crawl.count()));
      }
      for (int i = 0; i < crawl.count(); i++) {
        assertEquals(0, crawl.books(i).imbalance(), told());
      }
      PartitionTotals all = crawl.all();
      assertEquals(
          all.get(Sum.ENTERED),
          all.get(Sum.POOL) + all.get(Sum.LEVEL) * all.get(Sum.SHARERS),
          told());
    }
  }

  private static boolean enough(PartitionTotals all, long most) {
    return all.get(Sum.FETCHED) >= most && all.get(Sum.READ) == PAGES;
  }

  /// C1, C2: the cash of pages and of the virtual page is what was issued.
  private void proveCash(Partitions crawl) {
    PartitionTotals all = crawl.all();
    assertEquals(0, all.inTransit(), told());
    assertTrue(all.virtualPageIsStill(), told());
    long level = all.get(Sum.LEVEL);
    long held = all.get(Sum.POOL);
    for (StoredPage page : crawl.accounts().values()) {
      assertTrue(page.received() + level >= 0, told());
      held += page.received() + level;
    }
    assertEquals(PAGES, all.get(Sum.SHARERS), told());
    assertEquals(OpicLedger.CREDIT * PAGES, all.get(Sum.PAID), told());
    assertEquals(OpicLedger.CREDIT * PAGES, held, told());
  }

  /// The L1 error of importance as a partition tells it, normalised.
  private double error(Partitions crawl, CrawlConfig plan) {
    double[] found = new double[PAGES];
    Map<PageKey, StoredPage> accounts = crawl.accounts();
    OpicLedger ledger = whole(plan, crawl.all());
    for (int i = 0; i < PAGES; i++) {
      PageKey key = PageKey.of(web.pages.get(i));
      StoredPage page = accounts.get(key);
      found[i] = ledger.importance(page.received(), page.paid(), crawl.past(key));
    }
    return distance(found);
  }

  /// A ledger that has what all partitions have together.
  private static OpicLedger whole(CrawlConfig plan, PartitionTotals all) {
    OpicLedger ledger =
        new OpicLedger(
            OpicLedger.Settings.corrected(Window.parse(plan.window())).withVirtualShare(0.15));
    ledger.adopt(
        all.opic(),
        new nephila.ledger.VirtualPageOwner(
            all.get(Sum.POOL), all.get(Sum.SHARERS), all.get(Sum.LEVEL)),
        all.get(Sum.PURSE),
        0);
    return ledger;
  }

  private double distance(double[] found) {
    double[] truth = PageRank.solve(web.graph()).values();
    double sum = 0;
    for (double one : found) {
      sum += one;
    }
    double distance = 0;
    for (int i = 0; i < truth.length; i++) {
      distance += Math.abs(found[i] / sum - truth[i]);
    }
    return distance;
  }

  /// The error of one partition, which has the virtual page to itself, after as many reads.
  private double single(CrawlConfig plan, String name) {
    try (Partitions crawl =
        new Partitions(plan, 1, dir.resolve("single-" + name.replace(':', '-')))) {
      crawl.seed(web.pages.getFirst());
      crawl(crawl, READS);
      crawl.settle();
      return error(crawl, plan);
    }
  }
}
