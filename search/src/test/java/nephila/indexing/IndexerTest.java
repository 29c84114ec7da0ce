package nephila.indexing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import nephila.Progress;
import nephila.archive.ArchivedPage;
import nephila.archive.Archives;
import nephila.archive.CaptureLookup;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.search.SearchOptions;
import nephila.search.SearchQuery;
import nephila.search.SearchResult;
import nephila.store.CrawlStore;
import nephila.testweb.LittleWeb;
import nephila.url.Scope;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexerTest {
  @TempDir Path dir;

  @BeforeEach
  void crawlALittle() throws IOException {
    crawl(60);
  }

  private void crawl(int pages) throws IOException {
    try (LittleWeb served = LittleWeb.open(7, LittleWeb.Options.quick(Clock.systemUTC()))) {
      CrawlConfig plan =
          CrawlConfig.of(served.front())
              .with("allow-network", served.networks())
              .with("scope", Scope.Kind.ANY)
              .with("delay", Duration.ZERO)
              .with("max-pages", pages);
      try (Crawl crawl = Crawl.open(dir, plan)) {
        crawl.run(CrawlListener.SILENT);
      }
    }
  }

  private static List<SearchResult> search(Indexer indexer, String typed) throws IOException {
    return indexer.index().search(SearchQuery.parse(typed), SearchOptions.first(50)).results();
  }

  @Test
  void whatTheArchiveHasIsFoundAndIsTakenInOnce() throws IOException {
    int first;
    try (Indexer indexer = Indexer.open(dir, Progress.SILENT)) {
      indexer.follow();
      indexer.finish();
      first = indexer.index().pages();
      assertTrue(first > 20, first + " pages");
      SearchResult front = search(indexer, "").getFirst();
      assertTrue(search(indexer, "\"" + front.title() + "\"").size() > 0, front.title());
    }
    try (Indexer again = Indexer.open(dir, Progress.SILENT)) {
      again.follow();
      assertEquals(0, again.pages());
      assertEquals(first, again.index().pages());
    }
  }

  @Test
  void pagesThatSayNotFoundAreNotWanted() throws IOException {
    PageReading reading = new PageReading();
    List<ArchivedPage> wanted = new ArrayList<>();
    Archives.pages(dir, page -> wanted.addAll(isWanted(reading, page) ? List.of(page) : List.of()));
    assertTrue(wanted.size() > 20, wanted.size() + " pages");
    ArchivedPage page = wanted.getFirst();
    ArchivedPage missing =
        new ArchivedPage(
            page.url(),
            page.date(),
            page.status(),
            page.mime(),
            page.exchange(),
            page.revisit(),
            true,
            page.file(),
            page.offset());
    assertFalse(isWanted(reading, missing));
    assertNull(reading.links(missing), "its last good copy is not forgotten");
  }

  private static boolean isWanted(PageReading reading, ArchivedPage page) {
    PageReading.Page read = reading.links(page);
    return read != null && read.wanted();
  }

  @Test
  void anotherFoldersArchiveGivesTheSamePages() throws IOException {
    Path elsewhere = dir.resolve("elsewhere");
    try (Indexer own = Indexer.open(dir, Progress.SILENT);
        Indexer other = Indexer.open(elsewhere, Progress.SILENT)) {
      own.follow();
      other.add(dir);
      own.finish();
      other.finish();
      assertEquals(own.index().pages(), other.index().pages());
      assertEquals(List.of(dir.toAbsolutePath().normalize()), Indexer.sources(elsewhere));
    }
  }

  @Test
  void importanceComesFromTheStoreAndFromACommunityRun() throws IOException {
    try (Indexer indexer = Indexer.open(dir, Progress.SILENT);
        CrawlStore store = CrawlStore.look(dir)) {
      indexer.follow();
      indexer.finish();
      List<SearchResult> alike = search(indexer, "");
      assertTrue(alike.stream().allMatch(result -> result.importance() == 1));
      indexer.index().importance(Importances.of(dir).now(store));
      List<SearchResult> ranked = search(indexer, "");
      assertTrue(ranked.getFirst().importance() > 5 * ranked.getLast().importance());
      String last = ranked.getLast().url();
      Files.writeString(
          dir.resolve("global.tsv"),
          last + "\t0.1\t0.9\n" + ranked.getFirst().url() + "\t0.1\t0.0001\n");
      indexer.index().importance(Importances.of(dir).now(store));
      assertTrue(
          search(indexer, "").stream()
              .anyMatch(result -> result.url().equals(last) && result.importance() > 1.9));
    }
  }

  @Test
  void ofACommunityOnlyMembersAreFound() throws IOException {
    List<SearchResult> all;
    try (Indexer indexer = Indexer.open(dir, Progress.SILENT)) {
      indexer.follow();
      indexer.finish();
      all = search(indexer, "");
    }
    String member = all.getFirst().url();
    String other = all.get(1).url();
    writeMembers(member);
    try (Indexer indexer = Indexer.open(dir, Progress.SILENT)) {
      indexer.follow();
      indexer.finish();
      assertEquals(List.of(member), search(indexer, "").stream().map(SearchResult::url).toList());
    }
    writeMembers(other);
    try (Indexer indexer = Indexer.open(dir, Progress.SILENT)) {
      indexer.follow();
      indexer.finish();
      assertEquals(List.of(other), search(indexer, "").stream().map(SearchResult::url).toList());
    }
  }

  private void writeMembers(String url) throws IOException {
    Files.writeString(
        dir.resolve("community.tsv"),
        "# url\trole\trelevance\tnote\n" + url + "\tmember\t\t\nhttp://x.test/\trejected\t0.1\t\n");
  }

  @Test
  void everyPageFoundHasItsArchivedCopy() throws IOException {
    try (Indexer indexer = Indexer.open(dir, Progress.SILENT)) {
      indexer.follow();
      CaptureLookup copies = new CaptureLookup(dir);
      for (SearchResult result : search(indexer, "")) {
        var copy = copies.newest(result.url()).orElseThrow(() -> new AssertionError(result.url()));
        assertEquals(200, copy.status(), result.url());
        assertTrue(copy.exchange() != null && copy.exchange().content().length() > 0);
      }
      assertTrue(copies.newest("http://nowhere.test/").isEmpty());
      assertTrue(copies.at("../plan.yaml", 0).isEmpty());
      assertTrue(copies.at("/etc/passwd", 0).isEmpty());
    }
  }

  @Test
  void aFollowedCrawlIsSearchableAtItsEnd() throws IOException {
    try (Following following = Following.begin(dir, () -> nephila.search.Importance.EQUAL)) {
      assertTrue(following.finish() > 20);
      assertTrue(following.index().pages() > 20);
    }
  }
}
