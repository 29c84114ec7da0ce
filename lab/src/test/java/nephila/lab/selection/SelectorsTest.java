package nephila.lab.selection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import nephila.frontier.order.CashClock;
import nephila.frontier.order.CountingClock;
import nephila.ledger.Ledger;
import nephila.ledger.OpicLedger;
import nephila.ledger.RowlessLedger;
import org.junit.jupiter.api.Test;

class SelectorsTest {
  private static final int PAGES = 300;
  private static final Map<String, Function<Ledger, PageSelector>> SELECTORS =
      Map.of(
          "random", ledger -> new RandomSelector(ledger, new SplittableRandom(3)),
          "cycle", FrontierSelector::cycle,
          "greedy", FrontierSelector::greedy,
          "buckets", BucketSelector::new,
          "clock", ledger -> new CashClock(ledger)::next,
          "refresh", FrontierSelector::refresh);

  private final int[][] rows = new int[PAGES][];

  private void link(long seed) {
    System.out.println("seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    for (int page = 0; page < PAGES; page++) {
      rows[page] = new int[random.nextInt(6)];
      for (int k = 0; k < rows[page].length; k++) {
        rows[page][k] = (int) (Math.pow(random.nextDouble(), 3) * PAGES);
      }
    }
  }

  private int[] readsOf(Ledger ledger, PageSelector selector, int reads) {
    int[] count = new int[PAGES];
    for (int page = 0; page < PAGES; page++) {
      ledger.discovered(page);
    }
    for (int read = 0; read < reads; read++) {
      int page = selector.next();
      assertTrue(ledger.known(page), "page " + page);
      count[page]++;
      ledger.read(page, rows[page]);
      selector.changed(page);
      for (int target : rows[page]) {
        selector.changed(target);
      }
    }
    return count;
  }

  @Test
  void noPageStarves() {
    link(Long.getLong("nephila.seed", 1));
    SELECTORS.forEach(
        (name, make) -> {
          OpicLedger opic = new OpicLedger(OpicLedger.Settings.plain());
          everyPageAgainAndAgain("opic, " + name, opic, make.apply(opic));
          RowlessLedger exact = new RowlessLedger();
          PageSelector selector = make.apply(exact);
          boolean onlyDebts = name.equals("greedy") || name.equals("buckets");
          if (!onlyDebts) {
            everyPageAgainAndAgain("exact, " + name, exact, selector);
          }
        });
    RowlessLedger exact = new RowlessLedger();
    everyPageAgainAndAgain("counting clock", exact, new CountingClock(exact)::next);
  }

  /// Every page is read in each of five stretches of time.
  private void everyPageAgainAndAgain(String what, Ledger ledger, PageSelector selector) {
    for (int stretch = 0; stretch < 5; stretch++) {
      int[] reads = readsOf(ledger, selector, 60 * PAGES);
      for (int page = 0; page < PAGES; page++) {
        assertTrue(reads[page] > 0, what + ": page " + page + " in stretch " + stretch);
      }
    }
  }

  @Test
  void greedyReadsTheRichestPage() {
    link(7);
    OpicLedger ledger = new OpicLedger(OpicLedger.Settings.plain());
    PageSelector selector = FrontierSelector.greedy(ledger);
    readsOf(ledger, selector, 1);
    for (int read = 0; read < 3_000; read++) {
      int page = selector.next();
      long most = 0;
      for (int other = 0; other < PAGES; other++) {
        most = Math.max(most, ledger.cash(other));
      }
      assertEquals(most, ledger.cash(page));
      readsOf(ledger, selector, 1);
    }
  }

  @Test
  void bucketsReadAPageAtLeastHalfAsRichAsTheRichest() {
    link(8);
    OpicLedger ledger = new OpicLedger(OpicLedger.Settings.plain());
    BucketSelector selector = new BucketSelector(ledger);
    int poor = 0;
    for (int read = 0; read < 3_000; read++) {
      readsOf(ledger, selector, 1);
      int page = selector.next();
      long most = 0;
      for (int other = 0; other < PAGES; other++) {
        most = Math.max(most, ledger.cash(other));
      }
      poor += 2 * ledger.cash(page) < most ? 1 : 0;
    }
    assertTrue(poor < 30, poor + " of 3,000 picks were poor");
  }

  @Test
  void aPageTwiceAsImportantIsRefreshedMoreOftenByTheRoot() {
    link(9);
    RowlessLedger ledger = new RowlessLedger();
    PageSelector selector = FrontierSelector.refresh(ledger);
    readsOf(ledger, selector, 10 * PAGES);
    int[] reads = readsOf(ledger, selector, 200 * PAGES);
    for (int page = 1; page < PAGES; page++) {
      double expected = Math.sqrt(ledger.importance(page) / ledger.importance(0));
      double ratio = (double) reads[page] / reads[0];
      assertEquals(expected, ratio, 0.15 * expected + 0.02, "page " + page);
    }
  }

  @Test
  void pagesThatAreGoneAreNotRead() {
    link(10);
    SELECTORS.forEach(
        (name, make) -> {
          OpicLedger ledger = new OpicLedger(OpicLedger.Settings.plain());
          onlyTheOthersAreRead(name, ledger, make.apply(ledger));
        });
    RowlessLedger exact = new RowlessLedger();
    onlyTheOthersAreRead("counting clock", exact, new CountingClock(exact)::next);
  }

  private void onlyTheOthersAreRead(String name, Ledger ledger, PageSelector selector) {
    readsOf(ledger, selector, PAGES);
    for (int page = 0; page < PAGES; page += 2) {
      ledger.gone(page);
      selector.changed(page);
    }
    for (int read = 0; read < PAGES; read++) {
      int page = selector.next();
      assertTrue(page % 2 == 1, name + " reads " + page);
      ledger.read(page);
      selector.changed(page);
    }
  }

  @Test
  void holdingIsCashOfManyPages() {
    link(11);
    RowlessLedger ledger = new RowlessLedger();
    CountingClock clock = new CountingClock(ledger);
    readsOf(ledger, clock::next, PAGES / 2);
    ledger.gone(3);
    for (int from = 0; from + 40 <= PAGES; from += 13) {
      long threshold = ledger.cash(from + 7);
      long holding = ledger.holding(from, from + 40, threshold, threshold / 2);
      for (int k = 0; k < 40; k++) {
        int page = from + k;
        long wanted = ledger.wasRead(page) ? threshold : threshold / 2;
        boolean rich = ledger.known(page) && ledger.cash(page) >= wanted;
        assertEquals(rich, (holding >>> k & 1) == 1, "page " + page);
      }
    }
  }
}
