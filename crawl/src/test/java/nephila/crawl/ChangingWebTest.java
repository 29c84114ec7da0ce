package nephila.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import nephila.archive.Archives;
import nephila.store.CrawlStore;
import nephila.store.StoreCheck;
import nephila.url.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangingWebTest {
  private static final String A = "http://127.0.0.1:81";
  private static final int PAGES = 40;

  @TempDir Path dir;

  /// A front page to forty pages, of which the first ten change with the edition.
  private static void edition(FakeWeb web, int edition) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < PAGES; i++) {
      all.add("/p" + i);
      if (i < 10 || edition == 1) {
        web.page(A + "/p" + i, "/", "/p" + (i + edition) % PAGES);
      }
    }
    all.add("/edition" + edition);
    web.page(A + "/edition" + edition, "/");
    web.page(A + "/", all.toArray(String[]::new));
  }

  private CrawlStatus round(FakeWeb web, int round, long pages) throws Exception {
    Instant at = Instant.parse("2030-01-01T00:00:00Z").plus(Duration.ofDays(round));
    web.clock(() -> at);
    Plan plan =
        Plan.builder()
            .seeds(A + "/")
            .scope(Scope.Kind.ANY)
            .delay(Duration.ZERO)
            .refresh(round == 0 ? 0 : 0.9)
            .continuous(round > 0)
            .minAge(Duration.ofHours(1))
            .maxPages(pages)
            .build();
    var world = new Crawl.World(Clock.fixed(at, ZoneOffset.UTC), new Random(1), web);
    try (Crawl crawl = Crawl.open(dir, plan, world)) {
      return crawl.run(CrawlListener.SILENT);
    }
  }

  @Test
  void aTenthOfThePagesAsBudgetFollowsWhatChanges() throws Exception {
    FakeWeb web = new FakeWeb();
    edition(web, 1);
    long budget = PAGES + 2;
    round(web, 0, budget);
    for (int round = 1; round <= 12; round++) {
      edition(web, 1 + round);
      budget += PAGES / 10 + 1;
      CrawlStatus end = round(web, round, budget);
      assertEquals(budget, end.fetched(), "round " + round);
    }
    long[] kinds = new long[2];
    Archives.pages(dir, page -> kinds[page.revisit() ? 1 : 0]++);
    assertTrue(kinds[1] > 0, "identical payloads become revisits");
    try (CrawlStore store = CrawlStore.look(dir)) {
      assertEquals(List.of(), StoreCheck.of(store).faults());
      int front = store.pages().find(store.host(A), nephila.store.UrlHash.of(A + "/"));
      assertTrue(store.pages().reads(front) > 4, "the front page is read often");
      int quiet = store.pages().find(store.host(A), nephila.store.UrlHash.of(A + "/p30"));
      assertTrue(store.pages().reads(quiet) < store.pages().reads(front));
      int found = 0;
      for (int edition = 2; edition <= 13; edition++) {
        String url = A + "/edition" + edition;
        found += store.pages().find(store.host(A), nephila.store.UrlHash.of(url)) >= 0 ? 1 : 0;
      }
      assertTrue(found >= 6, found + " of 12 new pages were found");
    }
  }
}
