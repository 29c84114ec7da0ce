package nephila.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import nephila.Progress;
import nephila.archive.ArchiveCheck;
import nephila.archive.ArchivedPage;
import nephila.archive.Archives;
import nephila.archive.warc.ArchivePosition;
import nephila.config.CrawlConfig;
import nephila.store.CrawlStore;
import nephila.view.CrawlStatus;
import nephila.view.RequisiteCounts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequisiteCrawlTest {
  private static final String A = "http://127.0.0.1:81";
  private static final String B = "http://127.0.0.2:81";
  private static final String CSS = "Content-Type: text/css\r\n";
  private static final String PNG = "Content-Type: image/png\r\n";
  private static final String HTML = "Content-Type: text/html\r\n";

  @TempDir Path dir;

  private static CrawlConfig plan() {
    return CrawlConfig.of(A + "/").with("requisites", true).with("delay", Duration.ZERO);
  }

  private CrawlStatus crawl(CrawlConfig plan, FakeWeb web) throws Exception {
    Crawl.World world = new Crawl.World(Clock.systemUTC(), new Random(1), web);
    try (Crawl crawl = Crawl.open(dir, plan, world)) {
      return crawl.run(CrawlListener.SILENT);
    }
  }

  private static FakeWeb site() {
    return new FakeWeb()
        .answer(
            A + "/",
            200,
            HTML,
            "<link rel=stylesheet href=/s.css><img src=/a.png><a href=/two>two</a>"
                + "<iframe src=/frame></iframe><iframe src='"
                + B
                + "/widget'></iframe>")
        .answer(A + "/two", 200, HTML, "<link rel=stylesheet href=/s.css><img src=/gone.png>")
        .answer(A + "/frame", 200, HTML, "<img src=/f.png>")
        .answer(B + "/widget", 200, HTML, "<img src=w.png><a href=/never>no</a>")
        .answer(A + "/s.css", 200, CSS, "@import 't.css'; p{background:url(" + B + "/b.png)}")
        .answer(A + "/t.css", 200, CSS, "@import 's.css'; p{background:url(moved.png)}")
        .answer(A + "/moved.png", 302, "Location: /m.png\r\n", "")
        .answer(A + "/m.png", 200, PNG, "m")
        .answer(A + "/a.png", 200, PNG, "a")
        .answer(A + "/f.png", 200, PNG, "f")
        .answer(B + "/b.png", 200, PNG, "b")
        .answer(B + "/w.png", 200, PNG, "w");
  }

  private static final Set<String> ALL =
      Set.of(
          A + "/",
          A + "/two",
          A + "/frame",
          A + "/s.css",
          A + "/t.css",
          A + "/moved.png",
          A + "/m.png",
          A + "/a.png",
          A + "/f.png",
          A + "/gone.png",
          B + "/widget",
          B + "/w.png",
          B + "/b.png");

  private static RequisiteCounts counts(CrawlStatus end) {
    return Objects.requireNonNull(end.requisites());
  }

  private List<String> faults() throws Exception {
    try (CrawlStore store = CrawlStore.look(dir)) {
      List<String> faults = new ArrayList<>(archiveFaults(store));
      faults.addAll(nephila.store.StoreCheck.of(store).faults());
      return faults;
    }
  }

  private List<String> archiveFaults(CrawlStore store) throws Exception {
    RequisiteCheck check = new RequisiteCheck(store);
    ArchivePosition committed = ArchivePosition.parse(store.note("archive").orElseThrow());
    List<String> faults =
        new ArrayList<>(ArchiveCheck.of(dir, committed, Progress.SILENT, check::archived).faults());
    faults.addAll(check.result(true).faults());
    return faults;
  }

  @Test
  void whatPagesAreShownWithIsFetchedOnceWhereverItIs() throws Exception {
    FakeWeb web = site();
    CrawlStatus end = crawl(plan(), web);
    assertEquals(ALL, new HashSet<>(web.askedPages()));
    assertEquals(ALL.size(), web.askedPages().size(), web.askedPages().toString());
    assertEquals(3, end.read(), "pages: a frame in scope is one");
    assertEquals(10, counts(end).settled());
    assertEquals(0, counts(end).awaited());
    assertEquals(List.of(), faults());
    crawl(plan(), web);
    assertEquals(ALL.size(), web.askedPages().size(), "a finished crawl asks for nothing again");
  }

  @Test
  void theyComeRightAfterTheirPage() throws Exception {
    FakeWeb web = site();
    crawl(plan().with("workers", 1), web);
    List<String> order = web.askedPages();
    assertTrue(order.indexOf(A + "/a.png") < order.indexOf(A + "/two"), order.toString());
    assertTrue(order.indexOf(A + "/m.png") < order.indexOf(A + "/two"), order.toString());
  }

  @Test
  void withoutTheOptionNothingIsAskedForThem() throws Exception {
    FakeWeb web = site();
    CrawlStatus end = crawl(plan().with("requisites", false), web);
    assertEquals(Set.of(A + "/", A + "/two", A + "/frame"), new HashSet<>(web.askedPages()));
    assertNull(end.requisites());
  }

  @Test
  void aLimitOfPagesLetsTheirRequisitesIn() throws Exception {
    FakeWeb web = site();
    CrawlStatus end = crawl(plan().with("max-pages", 1), web);
    assertEquals("--max-pages reached", end.reason());
    assertEquals(1, end.fetched());
    Set<String> expected = new HashSet<>(ALL);
    expected.removeAll(Set.of(A + "/two", A + "/gone.png"));
    assertEquals(expected, new HashSet<>(web.askedPages()));
    CrawlStatus after = crawl(plan(), web);
    assertEquals(0, counts(after).awaited());
    assertTrue(web.askedPages().containsAll(ALL));
    assertEquals(List.of(), faults());
  }

  @Test
  void theLimitsOfAPageAreKeptAndTold() throws Exception {
    FakeWeb web = site();
    CrawlStatus end = crawl(plan().with("max-requisites", 3), web);
    assertTrue(counts(end).leftOut() > 0);
    assertTrue(counts(end).pagesOver() > 0);
    assertEquals(0, counts(end).awaited());
    FakeWeb endless = new FakeWeb().answer(A + "/", 200, HTML, "<link rel=stylesheet href=/0.css>");
    for (int i = 0; i < 100; i++) {
      endless.answer(A + "/" + i + ".css", 200, CSS, "@import '" + (i + 1) + ".css';");
    }
    dir = dir.resolve("chain");
    CrawlStatus chain = crawl(plan().with("max-requisites", 20), endless);
    assertEquals(20, counts(chain).settled());
    assertEquals(1, counts(chain).leftOut());
    assertEquals(List.of(), faults());
  }

  @Test
  void afterSoManyBytesNoMoreIsFetchedForThePage() throws Exception {
    StringBuilder page = new StringBuilder();
    FakeWeb web = new FakeWeb();
    for (int i = 0; i < 10; i++) {
      page.append("<img src=/").append(i).append(".png>");
      web.answer(A + "/" + i + ".png", 200, PNG, "x".repeat(1000));
    }
    web.answer(A + "/", 200, HTML, page.toString());
    CrawlStatus end = crawl(plan().with("max-requisite-bytes", 3000).with("workers", 1), web);
    assertEquals(3, counts(end).settled());
    assertEquals(7, counts(end).leftOut());
    assertEquals(0, counts(end).awaited());
    assertEquals(List.of(), faults());
  }

  @Test
  void robotsAndExcludePatternsAreObeyed() throws Exception {
    FakeWeb web = site();
    web.answer(
        B + "/robots.txt", 200, "Content-Type: text/plain\r\n", "User-agent: *\nDisallow: /b");
    CrawlStatus end = crawl(plan().with("exclude", List.of("f[.]png$")), web);
    Set<String> expected = new HashSet<>(ALL);
    expected.removeAll(Set.of(B + "/b.png", A + "/f.png"));
    assertEquals(expected, new HashSet<>(web.askedPages()));
    assertEquals(1, counts(end).answers().get("forbidden by robots.txt"));
  }

  @Test
  void theyAreNoPagesToReadersOfTheArchive() throws Exception {
    crawl(plan(), site());
    List<String> pages = new ArrayList<>();
    Archives.pages(dir, (ArchivedPage page) -> pages.add(page.url()));
    assertTrue(pages.containsAll(Set.of(A + "/", A + "/two", A + "/frame")), pages.toString());
    assertTrue(pages.stream().noneMatch(url -> url.endsWith(".png") || url.endsWith("widget")));
    String log = Files.readString(dir.resolve("crawl.log"));
    assertTrue(log.contains(A + "/a.png E " + A + "/ image/png"), log);
  }

  /// The state is thrown away behind every request: what the archive has is not asked for again.
  @Test
  void aRebuiltStateKnowsThemAll() throws Exception {
    FakeWeb web = site();
    crawl(plan(), web);
    Rebuild.of(dir, plan(), new Crawl.World(Clock.systemUTC(), new Random(2), web));
    assertEquals(List.of(), faults());
    CrawlStatus end = crawl(plan(), web);
    assertEquals(ALL.size(), web.askedPages().size());
    assertNotNull(end.requisites());
  }

  @Test
  @Tag("nightly")
  void whatFailedAndMayPassIsAskedAgainAndThenSettled() throws Exception {
    FakeWeb web =
        new FakeWeb()
            .answer(A + "/", 200, HTML, "<img src=/busy.png>")
            .answer(A + "/busy.png", 503, "", "");
    CrawlStatus end = crawl(plan().with("workers", 1), web);
    assertEquals(3, web.askedPages().stream().filter(url -> url.endsWith("busy.png")).count());
    assertEquals(0, counts(end).awaited());
    assertEquals(List.of(), faults());
  }
}
