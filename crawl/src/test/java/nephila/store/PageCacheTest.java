package nephila.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
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
import org.junit.jupiter.params.provider.CsvSource;

/// A store with room for a thousand pages that knows many more.
class PageCacheTest {
  private static final double DAMPING = 0.85;
  private static final long LITTLE = 1;
  private static final int PAGES = 6000;

  @TempDir Path dir;

  /// The exact ledger, without and with weights of links, and with a preference in the dirs.
  ///
  /// @param links `forget` where rows are found again in what was remembered of the reads
  private static LedgerChoice exact(
      double internal, double dynamic, boolean prefers, LinkRetention links, Path... dirs)
      throws IOException {
    LedgerChoice forgets =
        new LedgerChoice(ImportanceAlgorithm.EXACT, DAMPING, new Window.All(), links);
    return forgets
        .withWeights(exact(internal, dynamic, prefers, dirs).weights())
        .withPreference(prefers);
  }

  private static LedgerChoice exact(double internal, double dynamic, boolean prefers, Path... dirs)
      throws IOException {
    for (Path each : dirs) {
      Files.createDirectories(each);
      String lines = "host=host4.site4.test\t0\nsite=site4.test\t3\nurl~page[0-9]*7\t1\n";
      Files.writeString(each.resolve(CrawlStore.PREFERENCE_FILE), lines);
    }
    return LedgerChoice.exact(DAMPING)
        .withWeights(new LinkWeights(internal, dynamic))
        .withPreference(prefers);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, false, KEEP",
    "0.1, 0.5, false, KEEP",
    "1, 1, true, KEEP",
    "1, 1, false, FORGET",
    "0.1, 0.5, true, FORGET"
  })
  void booksStayExactWhilePagesComeAndGoAndTheStoreIsClosedAndOpened(
      double internal, double dynamic, boolean prefers, LinkRetention links) throws Exception {
    LedgerChoice choice = exact(internal, dynamic, prefers, links, dir);
    RememberedRows archive = new RememberedRows();
    long seed = Long.getLong("nephila.seed", 1);
    Random random = new Random(seed);
    Set<Integer> read = new HashSet<>();
    for (int run = 0; run < 4; run++) {
      try (CrawlStore store = archive.of(CrawlStore.open(dir, choice, LITTLE))) {
        someReads(archive, store, random, 400, read, true);
        store.commit(Map.of());
        assertFalse(store.isWhole(), "seed " + seed);
        assertTrue(store.pages().inUse() <= 1000, store.pages().inUse() + " seed " + seed);
        someReads(
            archive,
            store,
            random,
            20,
            new HashSet<>(read),
            false); // lost: closed without a commit
      }
      StoreCheck.Result whole;
      try (CrawlStore store = archive.of(CrawlStore.look(dir))) {
        whole = StoreCheck.of(store);
        assertEquals(List.of(), whole.faults(), "seed " + seed);
        assertEquals(read.size(), store.readPages(), "seed " + seed);
      }
      try (CrawlStore store = archive.of(CrawlStore.look(dir, LITTLE))) {
        assertFalse(store.isWhole(), "seed " + seed);
        assertEquals(whole, StoreCheck.of(store), "seed " + seed);
      }
    }
  }

  /// What pages paid along rows that are lost stays in the books and in the error bound.
  @Test
  void whatWasPaidAlongRowsThatAreLostIsCounted() throws Exception {
    long seed = Long.getLong("nephila.seed", 1);
    RememberedRows archive = new RememberedRows();
    LedgerChoice choice = exact(1, 1, false, LinkRetention.FORGET, dir);
    double bound;
    try (CrawlStore store = archive.of(CrawlStore.open(dir, choice, LITTLE))) {
      Random random = new Random(seed);
      someReads(archive, store, random, 300, new HashSet<>(), true);
      archive.lose(150);
      for (int i = 0; i < 3000; i++) {
        step(archive, store, random, i);
      }
      store.commit(Map.of());
      assertTrue(store.abandonedShare() > 0, "seed " + seed);
      bound = store.ledger().errorBound();
    }
    for (long memory : new long[] {LITTLE, Long.MAX_VALUE}) {
      try (CrawlStore store = archive.of(CrawlStore.look(dir, memory))) {
        StoreCheck.Result found = StoreCheck.of(store);
        assertEquals(store.abandonedShare(), found.abandoned(), "seed " + seed);
        assertTrue(
            found.faults().stream().allMatch(fault -> fault.startsWith("L5 http")),
            found.faults().toString());
        assertTrue(store.ledger().errorBound() <= bound + 1e-9, "seed " + seed);
      }
      try (CrawlStore store = CrawlStore.look(dir, memory)) { // the sums alone
        assertEquals(List.of(), StoreCheck.of(store).faults(), "seed " + seed);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "0.1, 0.5"})
  void rowsAreTheSameInMemoryAndOnDisk(double internal, double dynamic) throws Exception {
    long seed = Long.getLong("nephila.seed", 1);
    try (CrawlStore store = CrawlStore.open(dir, exact(internal, dynamic, false), LITTLE)) {
      someReads(new RememberedRows(), store, new Random(seed), 600, new HashSet<>(), true);
      store.commit(Map.of());
    }
    try (CrawlStore whole = CrawlStore.look(dir);
        CrawlStore part = CrawlStore.look(dir, LITTLE)) {
      assertFalse(part.isWhole(), "seed " + seed);
      assertEquals(rows(whole), rows(part), "seed " + seed);
    }
  }

  private static Set<String> rows(CrawlStore store) {
    Set<String> rows = new HashSet<>();
    LinkRowWalk.over(
        store,
        row -> {
          Set<String> links = new java.util.TreeSet<>();
          for (int k = 0; k < row.links(); k++) {
            links.add(row.host(k) + " " + row.hash(k) + " " + row.share(k));
          }
          rows.add(row.host() + " " + row.hash() + " " + links);
        });
    return rows;
  }

  private static void someReads(
      RememberedRows archive,
      CrawlStore store,
      Random random,
      int count,
      Set<Integer> read,
      boolean commits) {
    for (int i = 0; i < count; i++) {
      int number = random.nextInt(PAGES);
      int slot = page(store, number, PageTable.NO_PAGE);
      store.resolve(slot);
      assertEquals(read.contains(number), store.pages().isRead(slot));
      int[] row = new int[random.nextInt(12)];
      for (int k = 0; k < row.length; k++) {
        row[k] = page(store, (int) (PAGES * Math.pow(random.nextDouble(), 3)), slot);
      }
      int[] distinct = Arrays.stream(row).distinct().toArray();
      archive.read(store, slot, CrawlStoreTest.facts(i), distinct, false);
      read.add(number);
      if (random.nextInt(12) == 0) {
        int gone = random.nextInt(PAGES);
        store.gone(page(store, gone, PageTable.NO_PAGE), CrawlStoreTest.facts(i));
        read.add(gone);
      }
      store.ledger().push(random.nextInt(100));
      if (random.nextInt(10) == 0) {
        store.cache().sweep(random.nextInt(3000));
      }
      if (commits && random.nextInt(20) == 0) {
        store.commit(Map.of());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, false, KEEP",
    "0.1, 0.5, false, KEEP",
    "0, 0.5, false, KEEP",
    "1, 1, true, KEEP",
    "0.2, 0.5, true, KEEP",
    "1, 1, false, FORGET",
    "0.2, 0.5, true, FORGET"
  })
  void aStoreWhosePagesComeAndGoHasTheBooksOfAWholeOneToTheUnit(
      double internal, double dynamic, boolean prefers, LinkRetention links) throws Exception {
    RememberedRows wholes = new RememberedRows();
    RememberedRows parts = new RememberedRows();
    long seed = Long.getLong("nephila.seed", 1);
    Path wholeDir = dir.resolve("whole");
    Path partDir = dir.resolve("part");
    LedgerChoice choice = exact(internal, dynamic, prefers, links, wholeDir, partDir);
    int steps = 0;
    long gone = 0;
    for (int run = 0; run < 3; run++) {
      try (CrawlStore whole = wholes.of(CrawlStore.open(wholeDir, choice, Long.MAX_VALUE));
          CrawlStore part = parts.of(CrawlStore.open(partDir, choice, LITTLE))) {
        Random random = new Random(seed + run);
        Random evictions = new Random(seed);
        whole.exact().payOnlyWhenRead(); // in which order pages are pushed is another matter
        part.exact().payOnlyWhenRead();
        for (int i = 0; i < 500; i++) {
          long script = random.nextLong();
          step(wholes, whole, new Random(script), steps);
          step(parts, part, new Random(script), steps++);
          if (evictions.nextInt(12) == 0) {
            part.commit(Map.of());
          }
          if (evictions.nextInt(10) == 0) {
            part.cache().sweep(evictions.nextInt(3000));
          }
        }
        whole.commit(Map.of());
        part.commit(Map.of());
        if (prefers) { // every page is looked at, and joins
          part.cache().sweep(1_000_000);
          part.cache().sweep(1_000_000);
          part.commit(Map.of());
        }
        assertFalse(part.isWhole(), "seed " + seed);
        gone = whole.gonePages();
        assertEquals(gone, part.gonePages(), "seed " + seed);
        assertEquals(whole.readPages(), part.readPages(), "seed " + seed);
        assertEquals(everyPage(whole), everyPage(part), "seed " + seed);
        assertEquals(whole.exact().evaporated(), part.exact().evaporated(), "seed " + seed);
        part.cache().sweep(1_000_000);
        part.cache().sweep(1_000_000);
        assertEquals(livingReceived(whole), livingReceived(part), "seed " + seed);
        assertEquals(List.of(), StoreCheck.of(whole).faults(), "seed " + seed);
      }
      try (CrawlStore part = parts.of(CrawlStore.look(partDir, LITTLE))) {
        assertEquals(List.of(), StoreCheck.of(part).faults(), "seed " + seed);
        assertEquals(gone, part.gonePages(), "seed " + seed);
      }
      try (CrawlStore part = parts.of(CrawlStore.look(partDir))) {
        assertEquals(0, part.abandonedShare());
        assertEquals(List.of(), StoreCheck.of(part).faults(), "seed " + seed);
        assertEquals(gone, part.gonePages(), "seed " + seed);
      }
    }
    assertTrue(gone > 20, gone + " pages are gone, seed " + seed);
  }

  /// What the ledger counts as received by pages that are not gone, in units.
  private static long livingReceived(CrawlStore store) {
    double credits = (double) store.ledger().credit() * (store.knownPages() - store.gonePages());
    return Math.round(store.ledger().worthSum() - credits);
  }

  /// A page is read, vanishes, or was asked for and is as it was.
  private static void step(RememberedRows archive, CrawlStore store, Random random, int i) {
    int slot = page(store, (int) (PAGES * Math.pow(random.nextDouble(), 2)), PageTable.NO_PAGE);
    store.resolve(slot);
    int chance = random.nextInt(10);
    if (chance == 0) {
      store.gone(slot, CrawlStoreTest.facts(i));
    } else if (chance < 4 && store.pages().isRead(slot)) {
      store.unchanged(slot, CrawlStoreTest.facts(i));
    } else {
      int[] row = new int[random.nextInt(12)];
      for (int k = 0; k < row.length; k++) {
        row[k] = page(store, (int) (PAGES * Math.pow(random.nextDouble(), 3)), slot);
      }
      int[] distinct = Arrays.stream(row).distinct().toArray();
      archive.read(store, slot, CrawlStoreTest.facts(i), distinct, false);
    }
  }

  private static Set<String> everyPage(CrawlStore store) {
    Set<String> pages = new java.util.TreeSet<>();
    store.everyPage(
        page ->
            pages.add(
                "%d/%x %d %d %d %b %b %b"
                    .formatted(
                        page.group(),
                        page.hash(),
                        page.received(),
                        page.cash(page.received()),
                        page.reads(),
                        page.isRead(),
                        page.isDropped(),
                        page.isGone())));
    return pages;
  }

  private static int page(CrawlStore store, int number, int via) {
    String origin = origin(number);
    String path = path(number);
    int slot = store.know(store.host(origin), UrlHash.of(origin + path), path, number % 5, via);
    store.pages().heapPlace(slot, 0); // as if it were queued: nobody has it in hands
    return slot;
  }

  @Test
  void whatWasPaidBlindlyIsThereWhenThePageIsLookedUp() throws Exception {
    long credit;
    try (CrawlStore store = CrawlStore.open(dir, DAMPING, LITTLE)) {
      credit = store.ledger().credit();
      fill(store);
      int payer = page(store, 1, PageTable.NO_PAGE);
      int child = page(store, 9_999_999, payer);
      store.read(payer, CrawlStoreTest.facts(1), new int[] {child}, false);
      store.commit(Map.of());
      fill(store);
      assertEquals(PageTable.NO_PAGE, find(store, 9_999_999), "it has left");
      int other = page(store, 2, PageTable.NO_PAGE);
      int again = page(store, 9_999_999, other);
      store.read(other, CrawlStoreTest.facts(2), new int[] {again}, false);
      assertTrue(store.ledger().worth(again) < 2 * credit);
      store.resolve(again);
      assertTrue(store.ledger().worth(again) > 2.6 * credit);
      assertFalse(store.pages().isRead(again));
      assertEquals(9_999_999 % 5, store.discovery(again).depth());
    }
  }

  /// Thirteen hosts in five sites.
  private static String origin(int number) {
    return "http://host" + number % 13 + ".site" + number % 13 % 5 + ".test";
  }

  private static String path(int number) {
    return "/page" + number + (number % 4 == 1 ? "?query" : "");
  }

  private static int find(CrawlStore store, int number) {
    return store
        .index()
        .find(store.host(origin(number)), UrlHash.of(origin(number) + path(number)));
  }

  /// Makes so many pages known that those from before leave.
  private void fill(CrawlStore store) {
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 1200; k++) {
        store.drop(page(store, 100_000 + k + 1200 * i, PageTable.NO_PAGE));
      }
      store.commit(Map.of());
    }
  }

  @Test
  void refusedPagesStayRefusedAndTheNearestDiscoveryStands() throws Exception {
    try (CrawlStore store = CrawlStore.open(dir, DAMPING, LITTLE)) {
      fill(store);
      int host = store.host("http://h.test");
      long hash = UrlHash.of("http://h.test/x");
      store.drop(store.know(host, hash, "/x", 3, PageTable.NO_PAGE));
      store.commit(Map.of());
      fill(store);
      int slot = store.find(host, hash);
      assertTrue(store.pages().isDropped(slot));
      fill(store);
      long other = UrlHash.of("http://h.test/y");
      store.drop(store.know(host, other, "/y", 7, PageTable.NO_PAGE));
      store.commit(Map.of());
      fill(store);
      assertEquals(7, store.discovery(store.find(host, other)).depth());
    }
  }

  @Test
  void aCrawlOpenedWithLessMemoryKeepsItsSums() throws Exception {
    double worth;
    try (CrawlStore store = CrawlStore.open(dir, DAMPING)) {
      someReads(new RememberedRows(), store, new Random(4), 500, new HashSet<>(), true);
      store.commit(Map.of());
      worth = store.ledger().worthSum();
      assertTrue(store.isWhole());
    }
    try (CrawlStore store = CrawlStore.open(dir, DAMPING, LITTLE)) {
      assertFalse(store.isWhole());
      assertEquals(1, store.ledger().worthSum() / worth, 0.01);
      assertTrue(store.ledger().errorBound() > 0);
    }
  }

  @Test
  void aUnitTooManyIsFoundOnDisk() throws Exception {
    try (CrawlStore store = CrawlStore.open(dir, DAMPING, LITTLE)) {
      fill(store);
      int slot = page(store, 1, PageTable.NO_PAGE);
      store.resolve(slot);
      store.pages().received(slot, store.pages().received(slot) + 1);
      store.commit(Map.of());
    }
    try (CrawlStore store = CrawlStore.look(dir, LITTLE)) {
      List<String> faults = StoreCheck.of(store).faults();
      assertEquals(1, faults.size(), faults.toString());
      assertTrue(faults.getFirst().contains("received 1 units, its in-links paid 0"));
    }
  }

  @Test
  void theCountOfKnownPagesIsRightToAPercent() {
    DistinctPageSketch count = new DistinctPageSketch();
    Random random = new Random(3);
    for (int i = 1; i <= 1_000_000; i++) {
      long hash = random.nextLong();
      count.add(i % 100, hash);
      count.add(i % 100, hash);
      if (i == 100 || i == 10_000 || i == 300_000 || i == 1_000_000) {
        assertEquals(i, count.estimate(), i * 0.015);
      }
    }
    assertEquals(count.estimate(), DistinctPageSketch.parse(count.text()).estimate());
  }
}
