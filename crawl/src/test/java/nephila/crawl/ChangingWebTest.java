package nephila.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import nephila.config.CrawlConfig;
import nephila.fetch.FetchRequest;
import nephila.store.CrawlStore;
import nephila.store.StoreCheck;
import nephila.store.record.ReadFacts;
import nephila.url.Scope;
import nephila.view.CrawlStatus;
import nephila.view.Freshness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcRevisit;

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
        String[] links = {"/", "/p" + (i + edition) % PAGES};
        if (i % 2 == 0) {
          web.tagged(A + "/p" + i, "e" + edition, links);
        } else {
          web.page(A + "/p" + i, links);
        }
      }
    }
    all.add("/edition" + edition);
    web.page(A + "/edition" + edition, "/");
    web.page(A + "/", all.toArray(String[]::new));
  }

  private CrawlStatus round(FakeWeb web, int round, long pages) throws Exception {
    Instant at = Instant.parse("2030-01-01T00:00:00Z").plus(Duration.ofDays(round));
    web.clock(() -> at);
    CrawlConfig plan =
        CrawlConfig.of(A + "/")
            .with("scope", Scope.Kind.ANY)
            .with("delay", Duration.ZERO)
            .with("refresh", round == 0 ? 0 : 0.9)
            .with("continuous", round > 0)
            .with("min-age", Duration.ofHours(1))
            .with("max-pages", pages);
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
    Map<String, Integer> profiles = new TreeMap<>();
    try (WarcReader reader = new WarcReader(warc())) {
      for (WarcRecord record : reader) {
        if (record instanceof WarcRevisit revisit) {
          profiles.merge(revisit.profile().getPath(), 1, Integer::sum);
        }
      }
    }
    assertEquals(
        Set.of(
            "/warc/1.1/revisit/identical-payload-digest", "/warc/1.1/revisit/server-not-modified"),
        profiles.keySet());
    try (CrawlStore store = CrawlStore.look(dir)) {
      assertEquals(List.of(), StoreCheck.of(store).faults());
      int front = store.index().find(store.host(A), nephila.store.record.UrlHash.of(A + "/"));
      assertTrue(store.pages().reads(front) > 4, "the front page is read often");
      int quiet = store.index().find(store.host(A), nephila.store.record.UrlHash.of(A + "/p30"));
      assertTrue(store.pages().reads(quiet) < store.pages().reads(front));
      int found = 0;
      for (int edition = 2; edition <= 13; edition++) {
        String url = A + "/edition" + edition;
        found +=
            store.index().find(store.host(A), nephila.store.record.UrlHash.of(url)) >= 0 ? 1 : 0;
      }
      assertTrue(found >= 6, found + " of 12 new pages were found");
    }
  }

  @Test
  void whatRobotsForbidsByNowIsNotReadAgain() throws Exception {
    FakeWeb web = new FakeWeb();
    edition(web, 1);
    round(web, 0, PAGES + 2);
    int before = web.askedPages().size();
    web.answer(A + "/robots.txt", 200, "", "User-agent: *\nDisallow: /p1\n");
    round(web, 3, PAGES + 2 + 25);
    List<String> again = web.askedPages().subList(before, web.askedPages().size());
    assertEquals(25, again.size());
    assertEquals(List.of(), again.stream().filter(url -> url.startsWith(A + "/p1")).toList());
    assertTrue(again.contains(A + "/p2"), again.toString());
  }

  private Path warc() throws Exception {
    try (Stream<Path> files = Files.list(dir.resolve("archive"))) {
      return files.findFirst().orElseThrow();
    }
  }

  @Test
  void theReportExpectsWhatIsTrue() throws Exception {
    FakeWeb web = new FakeWeb();
    edition(web, 1);
    long budget = PAGES + 2;
    assertEquals(0, round(web, 0, budget).freshness().rereads());
    CrawlStatus end = null;
    int editions = 20;
    for (int round = 1; round <= editions; round++) {
      edition(web, 1 + round);
      budget += PAGES / 4;
      end = round(web, round, budget);
    }
    Freshness told = Objects.requireNonNull(end).freshness();
    assertTrue(told.rereads() > 100 && told.changed() > 20, told.toString());
    double truth = truth(web);
    assertEquals(truth, told.upToDate(), 0.2, told.toString());
    List<Freshness.Band> bands = told.bands();
    assertTrue(bands.getFirst().reads() > bands.getLast().reads(), told.toString());
    assertTrue(bands.getFirst().meanAgeSeconds() < bands.getLast().meanAgeSeconds());
  }

  /// A crawl that has read all its pages, with what is asked of it now.
  private CrawlStatus more(FakeWeb web, int day, CrawlConfig plan) throws Exception {
    Instant at = Instant.parse("2030-01-01T00:00:00Z").plus(Duration.ofDays(day));
    web.clock(() -> at);
    CrawlConfig asked =
        plan.with("scope", Scope.Kind.ANY).with("delay", Duration.ZERO).with("archive", false);
    var world = new Crawl.World(Clock.fixed(at, ZoneOffset.UTC), new Random(1), web);
    try (Crawl crawl = Crawl.open(dir, asked, world)) {
      return crawl.run(CrawlListener.SILENT);
    }
  }

  @Test
  void aFinishedCrawlThatIsToReReadSpendsItsBudget() throws Exception {
    FakeWeb web = new FakeWeb();
    edition(web, 1);
    more(web, 0, CrawlConfig.of(A + "/"));
    for (double share : new double[] {1, 0.2}) {
      int before = web.askedPages().size();
      CrawlStatus end =
          more(
              web,
              1,
              CrawlConfig.of(A + "/")
                  .with("refresh", share)
                  .with("min-age", Duration.ZERO)
                  .with("budget", 70));
      assertEquals("--budget spent", end.reason());
      assertEquals(70, web.askedPages().size() - before, "share " + share);
    }
  }

  @Test
  void aCrawlThatReReadsAloneEndsWhenNoPageIsOldEnough() throws Exception {
    FakeWeb web = new FakeWeb();
    edition(web, 1);
    more(web, 0, CrawlConfig.of(A + "/"));
    int before = web.askedPages().size();
    CrawlStatus end =
        more(
            web,
            1,
            CrawlConfig.of(A + "/").with("refresh", 1).with("min-age", Duration.ofHours(1)));
    assertEquals("nothing left to read, and no page as old as --min-age", end.reason());
    List<String> again = web.askedPages().subList(before, web.askedPages().size());
    assertEquals(PAGES + 2, again.size());
    assertEquals(PAGES + 2, Set.copyOf(again).size());
  }

  @Test
  void ofAFewReReadsNothingIsExpected() throws Exception {
    FakeWeb web = new FakeWeb();
    edition(web, 1);
    more(web, 0, CrawlConfig.of(A + "/"));
    Freshness few =
        more(web, 1, CrawlConfig.of(A + "/").with("refresh", 1).with("budget", 1)).freshness();
    assertEquals(1, few.rereads());
    assertFalse(few.isKnown());
    Freshness enough =
        more(web, 2, CrawlConfig.of(A + "/").with("refresh", 1).with("budget", 30)).freshness();
    assertEquals(31, enough.rereads());
    assertTrue(enough.isKnown());
  }

  /// The share of the read pages' importance whose copy is what the web has now.
  private double truth(FakeWeb web) throws Exception {
    double good = 0;
    double all = 0;
    try (CrawlStore store = CrawlStore.look(dir)) {
      for (int slot = 0; slot < store.pages().size(); slot++) {
        ReadFacts facts = store.lastRead(slot);
        if (facts != null) {
          var now = web.fetch(FetchRequest.get(store.url(slot)));
          boolean same = HexFormat.of().formatHex(now.payloadSha1()).equals(facts.digest());
          good += same ? store.ledger().worth(slot) : 0;
          all += store.ledger().worth(slot);
        }
      }
    }
    return good / all;
  }
}
