package nephila.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import nephila.UserError;
import nephila.config.CrawlConfig;
import nephila.ledger.ImportanceAlgorithm;
import nephila.store.CrawlStore;
import nephila.url.Scope;
import nephila.view.ImportanceMarks;
import nephila.view.RisingPage;
import nephila.view.RisingPages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RisingPagesTest {
  private static final String A = "http://127.0.0.1:81";
  private static final Instant BEGIN = Instant.parse("2030-01-01T00:00:00Z");
  private static final int PAGES = 30;

  @TempDir Path dir;

  /// In the second edition a third of the pages point to `/star` and one to `/new`.
  private static void edition(FakeWeb web, int edition) {
    String[] all = new String[PAGES + 1];
    for (int i = 0; i < PAGES; i++) {
      all[i] = "/p" + i;
      String more = edition == 1 || i % 3 > 0 ? "/p" + (i + 1) % PAGES : "/star";
      web.page(A + "/p" + i, "/", more, edition == 2 && i == 0 ? "/new" : "/p" + i);
    }
    all[PAGES] = "/star";
    web.page(A + "/", all).page(A + "/star", "/").page(A + "/new", "/");
  }

  private void run(FakeWeb web, Duration after, ImportanceAlgorithm importance) throws Exception {
    Instant at = BEGIN.plus(after);
    web.clock(() -> at);
    CrawlConfig plan =
        CrawlConfig.of(A + "/")
            .with("scope", Scope.Kind.ANY)
            .with("delay", Duration.ZERO)
            .with("importance", importance)
            .with("refresh", 0.5)
            .with("min-age", Duration.ofHours(1))
            .with("budget", after.isZero() ? 0 : 40);
    var world = new Crawl.World(Clock.fixed(at, ZoneOffset.UTC), new Random(1), web);
    try (Crawl crawl = Crawl.open(dir, plan.checked(), world)) {
      crawl.run(CrawlListener.SILENT);
    }
  }

  private RisingPages risen(int limit) throws Exception {
    try (CrawlStore store = CrawlStore.look(dir)) {
      store.ledger().settle(1e-6);
      return RisingPages.of(store, dir, RisingPages.WEEK, limit, false).orElseThrow();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ImportanceAlgorithm.class,
      names = {"EXACT", "OPIC"})
  void whatMorePagesPointToRisesAndWhatIsNewIsCalledSo(ImportanceAlgorithm importance)
      throws Exception {
    FakeWeb web = new FakeWeb();
    edition(web, 1);
    run(web, Duration.ZERO, importance);
    assertFalse(risen(5).pages().stream().anyMatch(RisingPage::certain), "nothing rose at once");
    edition(web, 2);
    for (int day = 1; day <= 3; day++) {
      run(web, Duration.ofDays(day), importance);
    }
    RisingPages risen = risen(50);
    assertEquals(BEGIN.toString(), risen.since(), "the oldest mark of a crawl of three days");
    Map<String, RisingPage> pages =
        risen.pages().stream().collect(Collectors.toMap(RisingPage::url, page -> page));
    RisingPage star = there(pages.get(A + "/star"));
    assertTrue(star.before() != null && star.importance() > 3 * star.before(), star.toString());
    assertEquals(star.importance() - star.before(), star.gained());
    assertTrue(importance != ImportanceAlgorithm.EXACT || star.certain(), star.toString());
    RisingPage fresh = there(pages.get(A + "/new"));
    assertNull(fresh.before());
    assertEquals(fresh.importance(), fresh.gained());
    assertEquals(star, risen.pages().getFirst());
    assertEquals(List.of(star), risen(1).pages());
  }

  private static RisingPage there(RisingPage page) {
    assertNotNull(page);
    return page;
  }

  @Test
  void ofOldMarksFewAreKept() throws Exception {
    FakeWeb web = new FakeWeb();
    edition(web, 1);
    run(web, Duration.ZERO, ImportanceAlgorithm.EXACT);
    ImportanceMarks marks = new ImportanceMarks(dir);
    try (CrawlStore store = CrawlStore.look(dir)) {
      for (int hours = 12; hours <= 24 * 117; hours += 12) {
        marks.add(store, BEGIN.plus(Duration.ofHours(hours)));
      }
      for (int half = 1; half <= 2 * 24 * 3; half++) {
        marks.add(store, BEGIN.plus(Duration.ofDays(117)).plus(Duration.ofMinutes(30L * half)));
      }
    }
    Map<String, Long> months = new TreeMap<>();
    try (Stream<Path> files = Files.list(dir.resolve("importance"))) {
      files.forEach(
          file -> months.merge(file.getFileName().toString().substring(0, 7), 1L, Long::sum));
    }
    // 120 days end on the first of May: 60 days back is the second of March.
    assertEquals(
        Map.of("2030-01", 1L, "2030-02", 1L, "2030-03", 31L, "2030-04", 29L + 48, "2030-05", 1L),
        months);
  }

  @Test
  void aDamagedMarkIsNamed() throws Exception {
    FakeWeb web = new FakeWeb();
    edition(web, 1);
    run(web, Duration.ZERO, ImportanceAlgorithm.EXACT);
    Path mark;
    try (Stream<Path> files = Files.list(dir.resolve("importance"))) {
      mark = files.findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(mark);
    for (int length : new int[] {0, 5, bytes.length / 2, bytes.length - 1}) {
      Files.write(mark, java.util.Arrays.copyOf(bytes, length));
      UserError error = assertThrows(UserError.class, () -> risen(1));
      assertTrue(error.getMessage().startsWith(mark + " cannot be read: "), error.getMessage());
    }
  }
}
