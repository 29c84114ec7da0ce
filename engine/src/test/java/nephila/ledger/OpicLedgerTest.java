package nephila.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import nephila.ledger.OpicLedger.Settings;
import nephila.ledger.window.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpicLedgerTest {
  private static final List<String> WINDOWS =
      List.of(
          "all",
          "fixed:4",
          "improved:4:3",
          "variable:6",
          "interpolation:4",
          "growing:4",
          "adaptive",
          "class:2,fixed:4,variable:4");

  private static OpicLedger start(Settings settings, int pages) {
    OpicLedger ledger = new OpicLedger(settings);
    IntStream.range(0, pages).forEach(ledger::discovered);
    return ledger;
  }

  /// Reads the richest page again and again.
  private static void greedily(OpicLedger ledger, RandomWeb web, int reads) {
    for (int read = 0; read < reads; read++) {
      int best = 0;
      for (int page = 1; page < web.pages(); page++) {
        best = ledger.cash(page) > ledger.cash(best) ? page : best;
      }
      ledger.read(best, web.row(best));
    }
  }

  @Test
  void theFirstReadsAreThoseOfThePaper() {
    OpicLedger ledger = start(Settings.plain(), 2);
    ledger.read(0, 1);
    double passed = OpicLedger.CREDIT * 0.85;
    double spread = OpicLedger.CREDIT * 0.15 / 2;
    assertEquals(OpicLedger.CREDIT + passed + spread, ledger.cash(1), 3);
    assertEquals(spread, ledger.cash(0), 3);
    assertEquals(0.5, ledger.turnover(), 1e-9);
    assertEquals(2, ledger.errorFactor(), 1e-9);
    double history = OpicLedger.CREDIT + spread;
    assertEquals(history / (3.0 * OpicLedger.CREDIT), ledger.importance(0), 1e-9);
  }

  @Test
  void itConvergesToTheOffLineRankWithinItsBound() {
    RandomWeb web = new RandomWeb(RandomWeb.anySeed(), 150);
    double[] rank = web.rank(0.85);
    for (boolean corrected : new boolean[] {false, true}) {
      Settings plain = Settings.plain();
      OpicLedger ledger = start(corrected ? Settings.corrected(new Window.All()) : plain, 150);
      for (int round = 0; round < 20; round++) {
        greedily(ledger, web, 300);
        double error = RandomWeb.distance(rank, ledger);
        assertTrue(error <= ledger.errorBound(), error + " above " + ledger.errorBound());
      }
      double error = RandomWeb.distance(rank, ledger);
      assertTrue(error < (corrected ? 0.01 : 0.03), "error " + error);
      ledger.audit();
    }
  }

  @Test
  void theBoundHoldsWhilePagesAreDiscoveredAndFavoured() {
    RandomWeb web = new RandomWeb(RandomWeb.anySeed(), 40);
    double[] rank = web.rank(0.85);
    for (boolean favours : new boolean[] {false, true}) {
      Settings settings = Settings.corrected(new Window.All()).withPurse(favours ? 0.5 : 0);
      OpicLedger ledger = start(settings, 40 - 1);
      for (int read = 0; read < 8_000; read++) {
        int page = read % (read < 4_000 ? 39 : 40);
        ledger.read(page, web.row(page));
        ledger.favour(page / 2, Long.MAX_VALUE);
        double error = RandomWeb.distance(rank, ledger);
        assertTrue(
            read < 4_000 || !ledger.known(39) || error <= ledger.errorBound(),
            read + ": " + error + " above " + ledger.errorBound());
      }
    }
  }

  @Test
  void theSmallEdgeConvergesToo() {
    RandomWeb web = new RandomWeb(RandomWeb.anySeed(), 100);
    OpicLedger ledger = start(Settings.corrected(new Window.All()).withSmallEdge(), 100);
    greedily(ledger, web, 6_000);
    double before = ledger.importance(0);
    greedily(ledger, web, 6_000);
    assertEquals(before, ledger.importance(0), before * 0.02);
    ledger.audit();
  }

  @Test
  void everyUnitIsAccountedForWhateverHappens() {
    long seed = RandomWeb.anySeed();
    for (String window : WINDOWS) {
      RandomWeb web = new RandomWeb(seed, 60);
      OpicLedger ledger =
          start(Settings.corrected(Window.parse(window)).withPurse(0.1).withDefaultHistory(), 10);
      for (int step = 0; step < 4_000; step++) {
        int page = web.random.nextInt(web.pages());
        switch (web.random.nextInt(12)) {
          case 0 -> web.change(page);
          case 1 -> ledger.gone(page);
          case 2 -> ledger.discovered(page);
          case 3 -> ledger.favour(page, web.random.nextLong(OpicLedger.CREDIT));
          case 4 -> ledger.virtualShare(web.random.nextDouble(0.05, 0.5));
          default -> ledger.read(page, web.row(page));
        }
        ledger.audit();
        double importance = ledger.importance(page);
        assertTrue(importance >= 0 && importance < 1e9, window + ": " + importance);
      }
    }
  }

  @Test
  void everyWindowTracksAnImportanceThatStays() {
    RandomWeb web = new RandomWeb(RandomWeb.anySeed(), 120);
    double[] rank = web.rank(0.85);
    for (String window : WINDOWS) {
      OpicLedger ledger = start(Settings.corrected(Window.parse(window)), 120);
      greedily(ledger, web, 2_400);
      double error = RandomWeb.distance(rank, ledger);
      assertTrue(error < 0.35, window + ": " + error);
      assertTrue(ledger.measuresPerPage() < 60, window + ": " + ledger.measuresPerPage());
    }
  }

  @Test
  void aWindowThatHoldsEverythingSaysWhatAllHistorySays() {
    RandomWeb web = new RandomWeb(RandomWeb.anySeed(), 70);
    for (String window : List.of("fixed:1000", "improved:1000:3", "variable:10000")) {
      for (boolean corrected : new boolean[] {false, true}) {
        Settings settings = corrected ? Settings.corrected(new Window.All()) : Settings.plain();
        OpicLedger all = start(settings, 70);
        OpicLedger windowed = start(settings.withWindow(Window.parse(window)), 70);
        greedily(all, web, 200);
        greedily(windowed, web, 200);
        for (int page = 0; page < 70; page++) {
          assertEquals(all.importance(page), windowed.importance(page), 1e-12, window);
        }
      }
    }
  }

  @Test
  void estimatesAddUpToAboutOneWhateverTheWindowForgets() {
    for (String window : List.of("fixed:0.5", "fixed:1", "fixed:3", "improved:1:3", "variable:2")) {
      OpicLedger ledger = start(Settings.plain().withWindow(Window.parse(window)), 100);
      for (int read = 0; read < 1_250; read++) {
        ledger.read(read % 100);
      }
      double sum = IntStream.range(0, 100).mapToDouble(ledger::importance).sum();
      assertEquals(1, sum, 0.03, window);
    }
  }

  @Test
  void aPageReadVeryOftenIsNotOverratedByAWindow() {
    int[] leaves = IntStream.range(1, 100).toArray();
    for (String window : List.of("fixed:4", "improved:4:3", "class:1,fixed:4,variable:4")) {
      OpicLedger ledger = start(Settings.plain().withWindow(Window.parse(window)), 100);
      for (int turn = 0; turn < 4_000; turn++) {
        ledger.read(0, leaves);
        ledger.read(1 + turn % 99, 0);
        if (turn >= 1_000 && turn % 100 == 0) {
          double sum = IntStream.range(0, 100).mapToDouble(ledger::importance).sum();
          assertEquals(1, sum, 0.1, window + " after turn " + turn);
        }
      }
    }
  }

  @Test
  void theClockMayWrapAround() {
    RandomWeb web = new RandomWeb(RandomWeb.anySeed(), 80);
    for (String window : WINDOWS) {
      Settings settings = Settings.corrected(Window.parse(window));
      OpicLedger early = start(settings, 80);
      OpicLedger wrapping =
          start(settings.withStartClock(Long.MAX_VALUE - 100 * OpicLedger.CREDIT), 80);
      greedily(early, web, 500);
      greedily(wrapping, web, 500);
      for (int page = 0; page < 80; page++) {
        assertEquals(early.importance(page), wrapping.importance(page), 1e-12, window);
      }
    }
  }

  @Test
  void aLargerSmallEdgePaysTheVirtualPageAtLeastItsShare() {
    OpicLedger ledger = start(Settings.plain().withSmallEdge(), 4);
    ledger.read(0, 1, 2, 3);
    assertEquals(5 * OpicLedger.CREDIT / 4.0, ledger.cash(1) - ledger.commonCash(), 5);
    ledger.virtualShare(0.7);
    long before = ledger.cash(2) - ledger.commonCash();
    long cash = ledger.cash(1);
    ledger.read(1, 2, 3);
    assertEquals(0.15 * cash, ledger.cash(2) - ledger.commonCash() - before, 5);
    ledger.audit();
  }

  /// As if so much more had been paid before, page by page in proportion to importance.
  private static OpicLedger aged(OpicLedger ledger, long laps) {
    long units = laps << 62; // wraps, as the clock does
    PageTable pages = PageTable.ofRowlessLedger();
    for (int page = 0; page < ledger.pages(); page++) {
      pages.claim(page);
      double paid = ledger.importance(page) * laps * 0x1p62;
      pages.put(
          page,
          ledger.table().received(page),
          ledger.table().paid(page) + (long) paid,
          (short) ledger.table().flags(page));
    }
    long[] state = ledger.state();
    state[4] += units;
    state[17] += laps;
    long[] history = ledger.history().saved(ledger.pages());
    if (ledger.settings().window() instanceof Window.Interpolation) {
      for (int page = 0; page < ledger.pages(); page++) {
        history[3 * page + 1] += units;
      }
    }
    OpicLedger aged = OpicLedger.restored(pages, ledger.settings(), state);
    aged.restore(state, ledger.readCounts().clone(), history);
    return aged;
  }

  @ParameterizedTest
  @ValueSource(strings = {"all", "interpolation:4", "growing:4"})
  void importanceHoldsHoweverOftenTheClockWentRound(String window) {
    RandomWeb web = new RandomWeb(RandomWeb.anySeed(), 80);
    OpicLedger young = start(Settings.plain().withWindow(Window.parse(window)), 80);
    greedily(young, web, 3000);
    for (long laps : new long[] {1, 2, 3, 4, 5}) {
      OpicLedger old = aged(young, laps);
      double[] before = new double[80];
      for (int page = 0; page < 80; page++) {
        before[page] = old.importance(page);
        assertEquals(young.importance(page), before[page], 1e-6, laps + " laps");
      }
      assertEquals(laps * 0x1p62 / young.issued(), old.turnover(), 1e-3 * old.turnover());
      greedily(old, web, 100);
      for (int page = 0; page < 80; page++) {
        assertEquals(before[page], old.importance(page), 0.01, laps + " laps, then");
      }
      old.audit();
    }
  }

  @Test
  void readingFrequencyIsImportanceUnderGreedy() {
    RandomWeb web = new RandomWeb(RandomWeb.anySeed(), 60);
    OpicLedger ledger = start(Settings.plain(), 60);
    greedily(ledger, web, 30_000);
    double[] rank = web.rank(0.85);
    double distance = 0;
    for (int page = 0; page < 60; page++) {
      distance += Math.abs(rank[page] - ledger.readingFrequency(page));
    }
    assertTrue(distance < 0.35, "distance " + distance);
  }

  @Test
  void aFavouredPageIsPaidByTheVirtualPage() {
    OpicLedger ledger = start(Settings.plain().withPurse(0.5), 3);
    ledger.read(0, 1);
    long before = ledger.cash(2);
    long paid = ledger.favour(2, Long.MAX_VALUE);
    assertTrue(paid > 0.07 * OpicLedger.CREDIT && paid < 0.08 * OpicLedger.CREDIT, "paid " + paid);
    assertEquals(before + paid, ledger.cash(2));
    assertEquals(0, ledger.favour(2, 1));
    ledger.audit();
  }

  @Test
  void aPageGoneLeavesItsCashToTheVirtualPage() {
    OpicLedger ledger = start(Settings.plain(), 3);
    ledger.gone(1);
    assertEquals(0, ledger.cash(1));
    assertEquals(OpicLedger.CREDIT * 3 / 2, ledger.cash(0));
    ledger.read(0, 1, 2);
    ledger.audit();
    assertEquals(0, ledger.cash(1));
    assertEquals(0, ledger.importance(1));
  }

  @Test
  void strangeRowsAreWelcome() {
    OpicLedger ledger = start(Settings.plain(), 3);
    ledger.read(0, 0, 0, 0);
    ledger.read(1, 2, 1, 2);
    ledger.read(2);
    ledger.read(0, IntStream.range(0, 100_000).toArray());
    ledger.audit();
    assertEquals(100_000, ledger.knownPages());
    assertThrows(IllegalArgumentException.class, () -> ledger.read(0, -3, 1));
    assertThrows(IllegalArgumentException.class, () -> ledger.discovered(-1));
    ledger.audit();
  }

  @Test
  void aWindowThatCannotBeIsRefused() {
    for (String window :
        List.of("adaptive:9:1", "fixed", "fixed:0", "variable:1.5", "class:2,all,variable:3")) {
      assertThrows(nephila.UserError.class, () -> Window.parse(window), window);
    }
    assertEquals(new Window.Adaptive(2, 2), Window.parse("adaptive:2:2"));
  }
}
