package nephila.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import nephila.config.CrawlConfig;
import nephila.config.SelectionOrder;
import nephila.ledger.ImportanceAlgorithm;
import nephila.ledger.LinkRetention;
import nephila.store.CrawlStore;
import nephila.store.LittleMemory;
import nephila.store.StoreCheck;
import nephila.url.Scope;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Crawls that know more pages than they have memory for.
class OutgrownTest {
  private static final int PAGES = 15_000;
  private static final int HOSTS = 40;

  @TempDir Path dir;

  @ParameterizedTest
  @CsvSource({
    "EXACT, EXACT, false",
    "EXACT, BFS, false",
    "OPIC, EXACT, false",
    "EXACT, GREEDY, false",
    "OPIC, GREEDY, false",
    "EXACT, RANDOM, false",
    "OPIC, XYLEME, false",
    "EXACT, CASH, true"
  })
  @Tag("slow")
  void everyPageIsReadOnceThroughStopsAndTheBooksAreExact(
      ImportanceAlgorithm importance, SelectionOrder select, boolean prefers) throws Exception {
    FakeWeb web = web();
    Path file = dir.resolve("preferred.tsv");
    Files.writeString(file, "host=127.0.1.3\t1\nurl~7$\t0.5\n");
    boolean outgrown = false;
    for (int budget : new int[] {500, 3000, 0}) {
      CrawlConfig plan =
          CrawlConfig.of(url(0))
              .with("scope", Scope.Kind.ANY)
              .with("delay", Duration.ZERO)
              .with("workers", 8)
              .with("memory", 1)
              .with("select", select)
              .with("importance", importance)
              .with("preference", prefers ? file.toString() : "")
              .with("budget", budget)
              .with("archive", false);
      Crawl.World world = new Crawl.World(Clock.systemUTC(), new Random(1), web);
      try (Crawl crawl = Crawl.open(dir, plan, world)) {
        crawl.run(CrawlListener.SILENT);
        outgrown |= !crawl.store().isWhole();
      }
    }
    assertEquals(true, outgrown);
    List<String> asked = web.askedPages();
    assertEquals(PAGES, new HashSet<>(asked).size());
    assertEquals(PAGES, asked.size());
    try (CrawlStore store = CrawlStore.look(dir)) {
      assertEquals(List.of(), StoreCheck.of(store).faults());
      assertEquals(PAGES, store.readPages());
      assertFalse(store.unreadPages() > 0);
    }
    assertEquals(List.of(), LittleMemory.faults(dir));
  }

  /// Read and unread pages leave the memory and come back.
  @ParameterizedTest
  @CsvSource({
    "EXACT, GREEDY, KEEP",
    "OPIC, GREEDY, KEEP",
    "OPIC, CYCLE, KEEP",
    "OPIC, CLOCK, KEEP",
    "OPIC, RANDOM, KEEP",
    "OPIC, XYLEME, KEEP",
    "OPIC, CYCLE, FORGET",
    "OPIC, GREEDY, FORGET"
  })
  @Tag("slow")
  void pagesAreReadAgainFromDiskAndTheBooksAreExact(
      ImportanceAlgorithm importance, SelectionOrder select, LinkRetention links) throws Exception {
    FakeWeb web = web();
    CrawlConfig plan =
        CrawlConfig.of(url(0))
            .with("scope", Scope.Kind.ANY)
            .with("delay", Duration.ZERO)
            .with("min-age", Duration.ZERO)
            .with("workers", 8)
            .with("memory", 1)
            .with("select", select)
            .with("importance", importance)
            .with("links", links)
            .with("budget", 20_000)
            .with("archive", false);
    Crawl.World world = new Crawl.World(Clock.systemUTC(), new Random(1), web);
    try (Crawl crawl = Crawl.open(dir, plan, world)) {
      crawl.run(CrawlListener.SILENT);
      assertFalse(crawl.store().isWhole());
    }
    List<String> asked = web.askedPages();
    int distinct = new HashSet<>(asked).size();
    System.out.printf("%s %s: %,d pages by 20,000 reads%n", importance, select, distinct);
    assertEquals(20_000, asked.size());
    assertTrue(distinct > 3000, "read " + distinct);
    try (CrawlStore store = CrawlStore.look(dir)) {
      assertEquals(List.of(), StoreCheck.of(store).faults());
    }
    assertEquals(List.of(), LittleMemory.faults(dir));
  }

  /// Every page points to some that come later and some that come earlier.
  private static FakeWeb web() {
    Random random = new Random(5);
    FakeWeb web = new FakeWeb();
    for (int page = 0; page < PAGES; page++) {
      String[] links = new String[30];
      for (int i = 0; i < links.length; i++) {
        int to = i < 20 ? page * 20 + i + 1 : random.nextInt(page + 1);
        links[i] = url(to < PAGES ? to : random.nextInt(PAGES));
      }
      web.page(url(page), links);
    }
    return web;
  }

  private static String url(int page) {
    return "http://127.0.1." + (1 + page % HOSTS) + ":81/" + page;
  }
}
