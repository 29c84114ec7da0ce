package nephila.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import nephila.UserError;
import nephila.ledger.ImportanceAlgorithm;
import nephila.ledger.LedgerChoice;
import nephila.ledger.LinkRetention;
import nephila.ledger.LinkWeights;
import nephila.ledger.PageTable;
import nephila.ledger.window.Window;
import nephila.store.record.UrlHash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A store whose ledger is the papers' OPIC, with all pages in memory and with a thousand of many.
class OpicStoreTest {
  private static final long LITTLE = 1;
  private static final int PAGES = 6000;
  private static final long SEED = Long.getLong("nephila.seed", 1);

  @TempDir Path dir;

  /// @param text the window; after it may stand `corrected`, `forget`, `small-edge`, `given` for a
  ///   default history, and the weights of internal links and of those of dynamic pages, as in
  ///   `0.1/0.5`
  private static LedgerChoice opic(String text) {
    List<String> words = List.of(text.split(" "));
    LedgerChoice choice =
        new LedgerChoice(
            words.contains("corrected")
                ? ImportanceAlgorithm.OPIC_CORRECTED
                : ImportanceAlgorithm.OPIC,
            0.85,
            Window.parse(words.getFirst()),
            words.contains("forget") ? LinkRetention.FORGET : LinkRetention.KEEP,
            words.contains("small-edge"));
    choice = choice.withDefaultHistory(words.contains("given"));
    String[] weights = words.getLast().split("/");
    return weights.length == 1
        ? choice
        : choice.withWeights(
            new LinkWeights(Double.parseDouble(weights[0]), Double.parseDouble(weights[1])));
  }

  private static int page(CrawlStore store, int number, int via, boolean looks) {
    String origin = "http://host" + number % 13 + ".site" + number % 13 % 5 + ".test";
    String path = "/page" + number + (number % 4 == 1 ? "?query" : "");
    int slot = store.know(store.host(origin), UrlHash.of(origin + path), path, number % 5, via);
    store.pages().heapPlace(slot, 0); // as if it were queued: nobody has it in hands
    if (looks) {
      store.resolve(slot);
    }
    return slot;
  }

  /// A page is read, vanishes, or was asked for and is as it was.
  ///
  /// @param looks whether every page that is named is looked up at once
  private static void step(CrawlStore store, Random random, int i, boolean looks) {
    int number = (int) (PAGES * Math.pow(random.nextDouble(), 2));
    int slot = page(store, number, PageTable.NO_PAGE, true);
    int chance = random.nextInt(10);
    if (chance == 0) {
      store.gone(slot, CrawlStoreTest.facts(i));
    } else if (chance < 4 && store.pages().isRead(slot)) {
      // blindly paid pages that are gone give it to the virtual page later
      if (looks && store.choice().keepsLinks()) {
        store.ledger().loadRow(slot);
        Arrays.stream(store.pages().row(slot)).forEach(store::resolve);
      }
      store.unchanged(slot, CrawlStoreTest.facts(i));
    } else {
      int[] row = new int[random.nextInt(12)];
      for (int k = 0; k < row.length; k++) {
        row[k] = page(store, (int) (PAGES * Math.pow(random.nextDouble(), 3)), slot, looks);
      }
      int[] distinct = Arrays.stream(row).distinct().toArray();
      store.read(slot, CrawlStoreTest.facts(i), distinct, false);
    }
  }

  /// Cash, reads and importance of every page, by its key.
  private static Map<String, String> everyPage(CrawlStore store) {
    Map<String, String> pages = new TreeMap<>();
    store.everyPage(
        page ->
            pages.put(
                page.group() + "/" + Long.toHexString(page.hash()),
                "%d %d %b %b %d"
                    .formatted(
                        store.unspent(page),
                        page.reads(),
                        page.isRead(),
                        page.isGone(),
                        store.worth(page))));
    return pages;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "all",
        "improved:2:3",
        "variable:4",
        "interpolation:2",
        "growing:4",
        "adaptive",
        "all given",
        "interpolation:2 given",
        "variable:4 given"
      })
  void cashLevelAndHistorySurviveRestarts(String window) throws Exception {
    Map<String, String> before = new HashMap<>();
    Random random = new Random(SEED);
    for (int run = 0; run < 3; run++) {
      try (CrawlStore store = CrawlStore.open(dir, opic(window), Long.MAX_VALUE)) {
        assertEquals(before, everyPage(store), "seed " + SEED);
        for (int i = 0; i < 300; i++) {
          step(store, random, i, true);
        }
        assertEquals(List.of(), StoreCheck.of(store).faults(), "seed " + SEED);
        store.commit(Map.of());
        before = everyPage(store);
        step(store, random, 0, true); // lost: closed without a commit
      }
    }
    try (CrawlStore store = CrawlStore.look(dir)) {
      assertEquals(before, everyPage(store), "seed " + SEED);
      assertEquals(List.of(), StoreCheck.of(store).faults(), "seed " + SEED);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "all",
        "fixed:2",
        "improved:2:3",
        "variable:4",
        "interpolation:2",
        "growing:4",
        "adaptive",
        "class:2,improved:2:3,variable:3",
        "interpolation:40s",
        "fixed:40s",
        "all corrected",
        "fixed:2 corrected",
        "improved:2:3 corrected",
        "variable:8 corrected",
        "interpolation:2 corrected",
        "growing:4 corrected",
        "adaptive corrected",
        "growing:4 forget",
        "interpolation:2 forget",
        "variable:8 forget",
        "improved:2:3 corrected forget",
        "all small-edge",
        "growing:4 forget small-edge",
        "all given",
        "variable:4 given",
        "growing:4 given",
        "interpolation:40s corrected given",
        "all 0.1/0.5"
      })
  void aStoreWhosePagesComeAndGoHasTheCashOfAWholeOneToTheUnit(String window) throws Exception {
    Path wholeDir = dir.resolve("whole");
    Path partDir = dir.resolve("part");
    for (int run = 0; run < 3; run++) {
      try (CrawlStore whole = CrawlStore.open(wholeDir, opic(window), Long.MAX_VALUE);
          CrawlStore part = CrawlStore.open(partDir, opic(window), LITTLE)) {
        Random random = new Random(SEED + run);
        Random evictions = new Random(SEED);
        for (int i = 0; i < 500; i++) {
          long script = random.nextLong();
          step(whole, new Random(script), i, true);
          step(part, new Random(script), i, true);
          if (i % 10 == 9) {
            long now = 500_000L * (500 * run + i);
            whole.ledger().time(now);
            part.ledger().time(now);
          }
          if (evictions.nextInt(12) == 0) {
            part.commit(Map.of());
          }
          if (evictions.nextInt(10) == 0) {
            part.cache().sweep(evictions.nextInt(3000));
          }
        }
        whole.commit(Map.of());
        part.commit(Map.of());
        assertFalse(part.isWhole(), "seed " + SEED);
        assertEquals(whole.gonePages(), part.gonePages(), "seed " + SEED);
        assertEquals(everyPage(whole), everyPage(part), "seed " + SEED);
        assertEquals(List.of(), StoreCheck.of(whole).faults(), "seed " + SEED);
      }
      for (long memory : new long[] {LITTLE, Long.MAX_VALUE}) {
        try (CrawlStore part = CrawlStore.look(partDir, memory);
            CrawlStore whole = CrawlStore.look(wholeDir)) {
          assertEquals(List.of(), StoreCheck.of(part).faults(), "seed " + SEED);
          assertEquals(everyPage(whole), everyPage(part), "seed " + SEED);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "all",
        "growing:4",
        "growing:4 0/0.5",
        "variable:8 forget",
        "all given",
        "interpolation:40s corrected"
      })
  void noUnitIsLostWherePagesArePaidBlindly(String window) throws Exception {
    Random random = new Random(SEED);
    for (int run = 0; run < 4; run++) {
      try (CrawlStore store = CrawlStore.open(dir, opic(window), LITTLE)) {
        for (int i = 0; i < 600; i++) {
          step(store, random, i, false);
          if (random.nextInt(10) == 0) {
            store.cache().sweep(random.nextInt(3000));
          }
          if (random.nextInt(20) == 0) {
            store.commit(Map.of());
            assertTrue(store.pages().inUse() <= 1000, store.pages().inUse() + " seed " + SEED);
          }
        }
        store.commit(Map.of());
        assertFalse(store.isWhole(), "seed " + SEED);
        for (int i = 0; i < 20; i++) {
          step(store, random, i, false); // lost, with what a sweep found: closed without a commit
          store.cache().sweep(1000);
        }
      }
      for (long memory : new long[] {LITTLE, Long.MAX_VALUE}) {
        try (CrawlStore store = CrawlStore.look(dir, memory)) {
          assertEquals(List.of(), StoreCheck.of(store).faults(), memory + " seed " + SEED);
        }
      }
    }
  }

  @Test
  void aUnitTooManyIsFoundInMemoryAndOnDisk() throws Exception {
    try (CrawlStore store = CrawlStore.open(dir, opic("all"), LITTLE)) {
      for (int i = 0; i < 600; i++) {
        step(store, new Random(SEED + i), i, false);
        if (i % 50 == 49) {
          store.commit(Map.of());
        }
      }
      int slot = page(store, 1, PageTable.NO_PAGE, true);
      store.read(slot, CrawlStoreTest.facts(1), new int[0], false);
      store.pages().received(slot, store.pages().received(slot) + 1);
      store.commit(Map.of());
    }
    for (long memory : new long[] {LITTLE, Long.MAX_VALUE}) {
      try (CrawlStore store = CrawlStore.look(dir, memory)) {
        List<String> faults = StoreCheck.of(store).faults();
        assertEquals(1, faults.size(), faults.toString());
        assertTrue(faults.getFirst().startsWith("C1 "), faults.toString());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"all", "variable:4", "interpolation:2", "growing:4"})
  void aNewPageStartsWithTheImportanceOfRecentOnes(String window) throws Exception {
    try (CrawlStore plain = CrawlStore.open(dir.resolve("plain"), opic(window), Long.MAX_VALUE);
        CrawlStore given =
            CrawlStore.open(dir.resolve("given"), opic(window + " given"), Long.MAX_VALUE)) {
      double[] worth = new double[2];
      for (CrawlStore store : List.of(plain, given)) {
        Random random = new Random(SEED);
        for (int i = 0; i < 600; i++) {
          step(store, random, i, true);
        }
        int slot = page(store, PAGES + 1, PageTable.NO_PAGE, true);
        worth[store == plain ? 0 : 1] = store.ledger().importance(slot) * store.knownPages();
      }
      assertTrue(worth[1] > worth[0] + 0.05, Arrays.toString(worth) + " seed " + SEED);
      assertTrue(worth[1] < 10, Arrays.toString(worth) + " seed " + SEED);
    }
  }

  @Test
  void aStoreKeepsTheLedgerThatItWasBegunWith() throws Exception {
    try (CrawlStore store = CrawlStore.open(dir, opic("growing:4"), Long.MAX_VALUE)) {
      step(store, new Random(SEED), 0, true);
      store.commit(Map.of());
    }
    UserError exact = assertThrows(UserError.class, () -> CrawlStore.open(dir, 0.85));
    assertEquals(
        dir
            + " was begun with importance opic, not exact; leave --importance out or use another"
            + " dir",
        exact.getMessage());
    UserError window =
        assertThrows(
            UserError.class, () -> CrawlStore.open(dir, opic("all"), Long.MAX_VALUE).close());
    assertEquals(
        dir + " was begun with window growing:4, not all; leave --window out or use another dir",
        window.getMessage());
    try (CrawlStore store = CrawlStore.look(dir)) {
      assertEquals(opic("growing:4"), store.choice());
    }
  }
}
