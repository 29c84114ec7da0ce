package nephila.refresh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import nephila.Progress;
import nephila.UserError;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.graph.CsrGraph;
import nephila.store.CrawlStore;
import nephila.store.StoreCheck;
import nephila.view.CrawlStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OldWebsTest {
  private static final String A = "http://127.0.0.1:9/";

  @TempDir Path dir;

  private OldWeb read(Path... sources) throws IOException {
    return OldWebs.read(List.of(sources), false, Progress.SILENT);
  }

  /// A small crawl: front page to two pages, one reached through a redirect, one gone, an image.
  private Path crawl() throws IOException {
    DecayedWeb web = new DecayedWeb();
    web.page(A, "<a href=b.html>b</a><a href=old.html>c</a><a href=gone.html>d</a><a href=i.png>i");
    web.page(A + "b.html", "<title>b</title><a href=/>home</a>");
    web.answer(A + "old.html", 301, "Location: /c.html\r\n", "");
    web.page(A + "c.html", "<title>c</title><a href=b.html>b</a>");
    web.answer(A + "i.png", 200, "Content-Type: image/png\r\n", "PNG");
    Path crawled = dir.resolve("crawl");
    run(crawled, web, CrawlConfig.of(A));
    return crawled;
  }

  private static CrawlStatus run(Path into, DecayedWeb web, CrawlConfig plan) throws IOException {
    try (Crawl crawl = Crawl.open(into, plan.with("delay", Duration.ZERO).checked(), world(web))) {
      return crawl.run(CrawlListener.SILENT);
    }
  }

  private static Crawl.World world(DecayedWeb web) {
    return new Crawl.World(Clock.systemUTC(), RandomGenerator.of("L64X128MixRandom"), web);
  }

  private static void assertSmallWeb(OldWeb old) {
    assertEquals(List.of(A, A + "b.html", A + "c.html"), old.urls().stream().sorted().toList());
    assertEquals(4, old.links().links(), "a→b, a→c through the redirect, b→a, c→b");
    double sum = 0;
    for (double one : old.importance()) {
      sum += one;
    }
    assertEquals(1, sum, 1e-9);
  }

  @Test
  void aCrawlDirGivesPagesLinksAndImportance() throws IOException {
    assertSmallWeb(read(crawl()));
  }

  @Test
  void warcFilesGiveTheSame() throws IOException {
    Path warc = only(crawl().resolve("archive"), ".warc.gz");
    assertSmallWeb(read(warc));
    assertSmallWeb(read(warc, warc));
    assertSmallWeb(read(warc.getParent()));
  }

  @Test
  void anIndexFindsTheWarcFilesBesideIt() throws IOException {
    Path index = crawl().resolve("indexes/index.cdxj");
    assertSmallWeb(read(index));
    Path alone = dir.resolve("alone.cdxj");
    Files.copy(index, alone);
    OldWeb urls = read(alone);
    assertEquals(3, urls.pages());
    assertEquals(0, urls.links().links());
    assertTrue(urls.remarks().toString().contains("not beside it"), urls.remarks().toString());
  }

  @Test
  void aWaczGivesTheSame() throws IOException {
    Path warc = only(crawl().resolve("archive"), ".warc.gz");
    Path wacz = dir.resolve("old.wacz");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(wacz))) {
      zip.putNextEntry(new ZipEntry("archive/data.warc.gz"));
      Files.copy(warc, zip);
    }
    assertSmallWeb(read(wacz));
  }

  @Test
  void brokenLinesOfAnIndexAreCountedAndSaid() throws IOException {
    Path cdx = dir.resolve("old.cdx");
    Files.writeString(
        cdx,
        """
         CDX N b a m s k r M S V g
        test,a)/ 20050101000000 http://a.test/ text/html 200 X - - 10 0 f.warc.gz
        half a line
        test,a)/b 2005 http://a.test/b text/html 200 X - - 10 9 f.warc.gz
        test,a)/c notadate http://a.test/c text/html 200 X - - 10 9 f.warc.gz
        test,a)/d 2005 http://a.test/d text/html 404 X - - 10 9 f.warc.gz
        test,a)/e 2005 http://a.test/e.png image/png 200 X - - 10 9 ../../etc/f.warc.gz
        """);
    OldWeb old = read(cdx);
    assertEquals(List.of("http://a.test/", "http://a.test/b"), old.urls());
    String remarks = old.remarks().toString();
    assertTrue(remarks.contains("2 broken places"), remarks);
    assertTrue(remarks.contains("no pages even then"), remarks);
    Path all = dir.resolve("all.cdx");
    Files.copy(cdx, all);
    assertEquals(3, OldWebs.read(List.of(all), true, Progress.SILENT).pages());
  }

  @Test
  void whatIsNotThereIsSaid() {
    UserError error = assertThrows(UserError.class, () -> read(dir.resolve("nothing.cdx")));
    assertTrue(String.valueOf(error.getMessage()).contains("no such file"));
  }

  @Test
  void pagesOfATextFileAreMadeCanonical() {
    CsrGraph links = CsrGraph.of(4, new int[] {0, 1, 2, 0}, new int[] {1, 2, 3, 3});
    List<String> written =
        List.of("HTTP://a.test", "http://a.test/x", "nonsense", "http://a.test/");
    OldWeb old = OldWebs.of(written, links, List.of("before"));
    assertEquals(List.of("http://a.test/", "http://a.test/x"), old.urls());
    assertEquals(3, old.remarks().size());
  }

  @Test
  void theLivingAreReadIntoAFreshCrawlWithTheirImportance() throws IOException {
    OldWeb old = read(crawl());
    DecayedWeb now = new DecayedWeb();
    now.page(A, "<a href=b.html>b</a><a href=new.html>new</a>");
    now.page(A + "b.html", "<title>b</title><a href=/>home</a>");
    RefreshFindings findings = new RefreshFindings(old.pages());
    for (int page = 0; page < old.pages(); page++) {
      boolean gone = old.urls().get(page).endsWith("c.html");
      LivenessVerdict verdict = gone ? LivenessVerdict.NOT_FOUND : LivenessVerdict.LIVES;
      findings.enter(new PageAnswer(page, verdict, 200, "", "GET", false, PageChange.UNKNOWN));
    }
    Path fresh = dir.resolve("fresh");
    CrawlStatus end =
        new CarryOver(old, findings)
            .into(
                fresh,
                CrawlConfig.usual().with("delay", Duration.ZERO),
                CrawlListener.SILENT,
                world(now));
    assertEquals(2, end.read());
    assertEquals(List.of("GET " + A + "robots.txt"), now.asked().subList(0, 1));
    try (CrawlStore store = CrawlStore.look(fresh)) {
      List<String> known = new ArrayList<>();
      for (int slot = 0; slot < store.pages().size(); slot++) {
        known.add(store.url(slot));
      }
      assertTrue(known.contains(A + "new.html"), "links of today are known");
      assertEquals(List.of(), StoreCheck.of(store).faults());
    }
    assertTrue(Files.readString(fresh.resolve("plan.yaml")).contains("continuous: false"));
    assertThrows(
        UserError.class,
        () -> new CarryOver(old, findings).into(fresh, CrawlConfig.usual(), CrawlListener.SILENT));
  }

  @Test
  void everyLivingPageIsReadOnce() throws IOException {
    DecayedWeb web = new DecayedWeb();
    StringBuilder front = new StringBuilder();
    for (int k = 0; k < 60; k++) {
      front.append("<a href=p").append(k).append(".html>x</a>");
      String next = "p" + k * 7 % 60 + ".html";
      web.page(A + "p" + k + ".html", "<a href=/>home</a><a href=" + next + ">next</a>");
    }
    web.page(A, front.toString());
    Path crawled = dir.resolve("many");
    run(crawled, web, CrawlConfig.of(A));
    OldWeb old = read(crawled);
    RefreshFindings findings = new RefreshFindings(old.pages());
    for (int page = 0; page < old.pages(); page++) {
      findings.enter(
          new PageAnswer(page, LivenessVerdict.LIVES, 200, "", "GET", false, PageChange.UNKNOWN));
    }
    int before = web.asked().size();
    CrawlConfig quick = CrawlConfig.usual().with("delay", Duration.ZERO);
    new CarryOver(old, findings)
        .into(dir.resolve("fresh"), quick, CrawlListener.SILENT, world(web));
    List<String> pages =
        web.asked().stream()
            .skip(before)
            .filter(one -> !one.matches(".*(robots.txt|nephila-probe).*"))
            .toList();
    assertEquals(61, pages.size());
    assertEquals(61, pages.stream().distinct().count());
  }

  @Test
  void theReadingOfTheLivingCanBeStopped() throws IOException {
    OldWeb old = read(crawl());
    RefreshFindings findings = new RefreshFindings(old.pages());
    for (int page = 0; page < old.pages(); page++) {
      findings.enter(
          new PageAnswer(page, LivenessVerdict.LIVES, 200, "", "GET", false, PageChange.UNKNOWN));
    }
    CarryOver carrying = new CarryOver(old, findings);
    DecayedWeb now = new DecayedWeb();
    CrawlListener stopping =
        new CrawlListener() {
          @Override
          public void progress(CrawlStatus status) {
            carrying.stop();
          }
        };
    Path fresh = dir.resolve("fresh");
    CrawlConfig slow = CrawlConfig.usual().with("delay", Duration.ofDays(1));
    carrying.into(fresh, slow, stopping, world(now));
    assertTrue(Files.readString(fresh.resolve("plan.yaml")).contains("continuous: false"));
  }

  private static Path only(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).findFirst().orElseThrow();
    }
  }
}
