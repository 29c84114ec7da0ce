package nephila.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.IntToDoubleFunction;
import nephila.UserError;
import nephila.config.CrawlConfig;
import nephila.frontier.order.ClockPriority;
import nephila.ledger.ExactLedger;
import nephila.ledger.Ledger;
import nephila.ledger.OpicLedger;
import nephila.ledger.PageTable;
import nephila.store.CrawlStore;
import nephila.store.StoreCheck;
import nephila.url.CanonicalUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The papers' selections in the real crawler, beside a few lines each that do the same on a ledger
/// in memory.
class SelectionCrawlTest {
  private static final int PAGES = 200;
  private static final int FEW = 100;
  private static final int READS = 5 * PAGES;

  @TempDir Path dir;

  private final SteeredCrawl web = new SteeredCrawl(PAGES, false);

  /// A ledger of pages in the order of discovery, and what was read of them.
  private final class Reference {
    private final Ledger ledger;
    private final List<Integer> pages = new ArrayList<>(List.of(0));
    private final int[] slots = new int[PAGES];
    private final int[] reads = new int[PAGES];
    private final List<Integer> order = new ArrayList<>();

    Reference(String importance) {
      ledger =
          importance.equals("exact")
              ? new ExactLedger()
              : new OpicLedger(
                  OpicLedger.Settings.plain().withWindow(nephila.ledger.LedgerChoice.USUAL_WINDOW));
      Arrays.fill(slots, PageTable.NO_PAGE);
      slots[0] = 0;
      ledger.discovered(0);
    }

    void read(int slot) {
      int page = pages.get(slot);
      order.add(page);
      reads[slot]++;
      int[] row = new int[web.links[page].length];
      for (int k = 0; k < row.length; k++) {
        int to = web.links[page][k];
        if (slots[to] == PageTable.NO_PAGE) {
          slots[to] = pages.size();
          pages.add(to);
          ledger.discovered(slots[to]);
        }
        row[k] = slots[to];
      }
      ledger.read(slot, row);
    }

    /// Reads these pages, each of which has the largest number when its turn comes, but for
    /// `slack`.
    void follows(List<Integer> crawled, IntToDoubleFunction number, double slack) {
      for (int page : crawled) {
        double most = 0;
        for (int slot = 0; slot < pages.size(); slot++) {
          most = Math.max(most, number.applyAsDouble(slot));
        }
        double its = number.applyAsDouble(slots[page]);
        assertTrue(
            its >= most - slack, "read " + order.size() + ": " + its + " is less than " + most);
        read(slots[page]);
      }
    }
  }

  private List<Integer> crawl(String importance, String select) throws Exception {
    CrawlConfig plan = SteeredCrawl.plan(importance, select).with("budget", (long) READS);
    web.run(dir, plan);
    check();
    return web.order();
  }

  /// Every unit is accounted for.
  private void check() throws Exception {
    try (CrawlStore store = CrawlStore.look(dir)) {
      assertEquals(List.of(), StoreCheck.of(store).faults());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"exact", "opic"})
  void greedyReadsThePageWithMostCashReadOrNot(String importance) throws Exception {
    Reference reference = new Reference(importance);
    reference.follows(crawl(importance, "greedy"), reference.ledger::cash, 0);
    try (CrawlStore store = CrawlStore.look(dir)) {
      for (int slot = 0; slot < store.pages().size() && importance.equals("opic"); slot++) {
        String url = CanonicalUrl.ofCanonical(store.url(slot)).text();
        int its = reference.slots[SteeredCrawl.page(url)];
        assertEquals(reference.ledger.cash(its), store.ledger().cash(slot), url);
        assertEquals(reference.ledger.importance(its), store.ledger().importance(slot), 1e-12, url);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"exact", "opic", "opic-corrected"})
  void cycleReadsThePageThatWaitedLongest(String importance) throws Exception {
    Deque<Integer> queue = new ArrayDeque<>(List.of(0));
    boolean[] known = new boolean[PAGES];
    known[0] = true;
    List<Integer> wanted = new ArrayList<>();
    while (wanted.size() < READS) {
      int page = queue.remove();
      wanted.add(page);
      for (int to : web.links[page]) {
        if (!known[to]) {
          known[to] = true;
          queue.add(to);
        }
      }
      queue.add(page);
    }
    assertEquals(wanted, crawl(importance, "cycle"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"exact", "opic"})
  void theClockReadsWhereItsHandStops(String importance) throws Exception {
    Reference reference = new Reference(importance);
    IntSupplier clock = ClockPriority.hand(reference.ledger);
    while (reference.order.size() < READS) {
      reference.read(clock.getAsInt());
    }
    assertEquals(reference.order, crawl(importance, "clock"));
  }

  /// No page of this web changes. What the virtual page pays all is counted in sixteenths of a
  /// credit.
  @ParameterizedTest
  @ValueSource(strings = {"exact", "opic"})
  void xylemeReadsCashTimesChange(String importance) throws Exception {
    Reference reference = new Reference(importance);
    reference.follows(
        crawl(importance, "xyleme"),
        slot -> reference.ledger.cash(slot) / (1.0 + reference.reads[slot]),
        importance.equals("exact") ? 1e-6 : OpicLedger.CREDIT / 16);
  }

  @ParameterizedTest
  @ValueSource(strings = {"exact", "opic"})
  void randomReadsAnyPageAsOftenAsAnother(String importance) throws Exception {
    crawl(importance, "random");
    int from = web.order().size();
    web.run(dir, SteeredCrawl.plan(importance, "random").with("budget", 50L * PAGES));
    check();
    double chi = 0;
    for (int reads : web.reads(from)) {
      chi += (reads - 50.0) * (reads - 50.0) / 50;
    }
    // Of 199 degrees of freedom: mean 199, deviation 20
    assertTrue(chi > 120 && chi < 280, "chi square " + chi);
  }

  @ParameterizedTest
  @CsvSource({"exact, greedy", "opic, greedy", "opic, cycle", "opic, clock", "opic, xyleme"})
  void aCrawlInTwoRunsReadsOn(String importance, String select) throws Exception {
    CrawlConfig plan = SteeredCrawl.plan(importance, select).with("budget", (long) READS / 2);
    web.run(dir, plan);
    web.run(dir, plan);
    check();
    assertEquals(READS, web.order().size());
  }

  @ParameterizedTest
  @CsvSource({
    "greedy, 20%",
    "greedy, 0.5",
    "greedy, 0.8",
    "cycle, 0.2",
    "cycle, 80%",
    "random, 0.5",
    "clock, 0.2",
    "clock, 0.8",
    "xyleme, 0.5",
    "cash, 0.2",
    "cash, 0.8"
  })
  void twoLanesHoldTheShareOfFirstReadsExactly(String select, String share) throws Exception {
    CrawlConfig plan =
        SteeredCrawl.plan("opic", select).with("discovery-share", share).with("max-pages", 120L);
    web.run(dir, plan);
    double wanted = 1 - plan.refreshShare();
    boolean[] read = new boolean[PAGES];
    int first = 0;
    for (int k = 0; k < 120; k++) {
      first += read[web.order().get(k)] ? 0 : 1;
      read[web.order().get(k)] = true;
      assertEquals(wanted * (k + 1), first, 1.001, "first reads among " + (k + 1));
    }
  }

  @Test
  void aCrawlInOneLaneEndsWhenNoPageIsUnread() throws Exception {
    web.run(dir, SteeredCrawl.plan("opic", "greedy"));
    check();
    int reads = web.order().size();
    assertTrue(reads > PAGES && reads < 50 * PAGES, "reads " + reads);
  }

  @Test
  void pagesYoungerThanTheMinAgeAreNotReadAgain() throws Exception {
    CrawlConfig plan = SteeredCrawl.plan("opic", "greedy").with("min-age", "300s");
    web.run(dir, plan.with("budget", (long) READS));
    int[] last = new int[PAGES];
    Arrays.fill(last, -1000);
    for (int k = 0; k < web.order().size(); k++) {
      int page = web.order().get(k);
      assertTrue(k - last[page] >= 300, "page " + page);
      last[page] = k;
    }
  }

  /// Reads proportional to a power of importance, whether all pages change at every read or none.
  @ParameterizedTest
  @CsvSource({"1, true, 1", "0.5, true, 0.5", "1, false, 1", "0.5, false, 0.5"})
  void readsAreProportionalToThePowerOfImportance(double power, boolean changes, double wanted)
      throws Exception {
    SteeredCrawl changing = new SteeredCrawl(FEW, changes);
    CrawlConfig plan = SteeredCrawl.plan("exact", "exact").with("refresh-power", power);
    changing.run(dir, plan);
    // The rate of change is learned in the first run.
    CrawlConfig again = plan.with("refresh", 1).with("budget", 60L * FEW);
    changing.run(dir, again);
    int from = changing.order().size();
    double[] importance = new double[FEW];
    changing.run(
        dir,
        again,
        crawl -> {
          for (int slot = 0; slot < FEW; slot++) {
            int page = SteeredCrawl.page(crawl.store().url(slot));
            importance[page] = crawl.store().ledger().importance(slot);
          }
        });
    double slope = slope(importance, changing.reads(from));
    System.out.printf("refresh power %s: slope %.3f%n", power, slope);
    assertEquals(wanted, slope, 0.1);
  }

  /// Of the logarithm of reads on that of importance.
  private static double slope(double[] importance, int[] reads) {
    double x = 0;
    double y = 0;
    double xx = 0;
    double xy = 0;
    for (int page = 0; page < FEW; page++) {
      double log = Math.log(importance[page]);
      double its = Math.log(Math.max(reads[page], 0.5));
      x += log;
      y += its;
      xx += log * log;
      xy += log * its;
    }
    return (FEW * xy - x * y) / (FEW * xx - x * x);
  }

  @Test
  void discoveryAndRefreshAreOneShareSaidTwoWays() {
    CrawlConfig plan = SteeredCrawl.plan("exact", "exact").with("discovery-share", "80%");
    assertEquals(0.2, plan.refreshShare(), 1e-12);
    assertEquals(0.2, plan.with("refresh", 0.2).refreshShare(), 1e-12);
    assertEquals("", plan.with("refresh", 0.3).discoveryShare(), "the last word holds");
    assertEquals(0, plan.with("refresh", 0.3).with("discovery-share", "0.6").refresh());
    assertEquals(
        "refresh 0.5 and discovery-share 0.8: together they must be 1; leave one of them out",
        refused(java.util.Map.of("refresh", "0.5", "discovery-share", "0.8")));
    assertEquals(
        "discovery-share '1.2': it must be between 0 and 1, like 0.8 or 80%",
        refused(java.util.Map.of("discovery-share", "1.2")));
    assertEquals(
        "refresh-power 3: it must be between 0 and 2",
        refused(java.util.Map.of("refresh-power", "3")));
  }

  private static String refused(java.util.Map<String, ?> values) {
    CrawlConfig plan = SteeredCrawl.plan("exact", "exact");
    return assertThrows(
            UserError.class, () -> nephila.config.Settings.apply(plan, values, "test").checked())
        .getMessage();
  }
}
