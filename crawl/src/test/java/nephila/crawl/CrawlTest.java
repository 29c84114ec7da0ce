package nephila.crawl;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import nephila.UserError;
import nephila.config.ConfigKey;
import nephila.config.CrawlConfig;
import nephila.config.SelectionOrder;
import nephila.config.Settings;
import nephila.ledger.PageTable;
import nephila.store.CrawlStore;
import nephila.store.PageIndex;
import nephila.store.StoreCheck;
import nephila.url.Scope;
import nephila.view.CrawlStatus;
import nephila.view.PageExplanation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrawlTest {
  private static final String A = "http://127.0.0.1:81";
  private static final String B = "http://127.0.0.2:81";

  @TempDir Path dir;

  private static CrawlConfig plan() {
    return CrawlConfig.of(A + "/").with("scope", Scope.Kind.ANY).with("delay", Duration.ZERO);
  }

  private static Crawl.World world(FakeWeb web) {
    return new Crawl.World(Clock.systemUTC(), new Random(1), web);
  }

  private CrawlStatus crawl(CrawlConfig plan, FakeWeb web) throws Exception {
    try (Crawl crawl = Crawl.open(dir, plan, world(web))) {
      return crawl.run(CrawlListener.SILENT);
    }
  }

  private static FakeWeb twoSites() {
    return new FakeWeb()
        .page(A + "/", "/a", "/b", B + "/")
        .page(A + "/a", "/b", "/")
        .page(A + "/b", "/")
        .page(B + "/", "/x", A + "/b")
        .page(B + "/x", "/");
  }

  @Test
  void everyPageIsReadOnceAndTheBooksAreExact() throws Exception {
    FakeWeb web = twoSites();
    CrawlStatus end = crawl(plan(), web);
    assertEquals("nothing left to read", end.reason());
    assertEquals(
        Set.of(A + "/", A + "/a", A + "/b", B + "/", B + "/x"), new HashSet<>(web.askedPages()));
    assertEquals(5, web.askedPages().size());
    try (CrawlStore store = CrawlStore.look(dir)) {
      assertEquals(List.of(), StoreCheck.of(store).faults());
      assertEquals(5, store.readPages());
    }
    assertTrue(Files.exists(dir.resolve("crawl.log")));
    assertEquals(0, crawl(plan(), web).waiting());
    assertEquals(5, web.askedPages().size(), "a finished crawl asks for nothing again");
  }

  @Test
  void theMoreImportantPageComesFirst() throws Exception {
    FakeWeb web =
        new FakeWeb().page(A + "/", "/1", "/2", "/3").page(A + "/1", "/hub", "/leaf1", "/leaf2");
    web.page(A + "/2", "/hub").page(A + "/3", "/hub");
    crawl(plan().with("workers", 1), web);
    List<String> order = web.askedPages();
    assertTrue(order.indexOf(A + "/hub") < order.indexOf(A + "/leaf1"), order.toString());
  }

  @Test
  void aFocusRuleTurnsTheOrder() throws Exception {
    FakeWeb web = new FakeWeb().page(A + "/", "/plain", "/news/1").page(A + "/plain");
    crawl(plan().with("workers", 1).with("focus", List.of("url~/news/ x3")), web);
    assertEquals(List.of(A + "/", A + "/news/1", A + "/plain"), web.askedPages());
  }

  @Test
  void aFocusRuleOnTheTypeGoesByTheEndingOfThePath() throws Exception {
    FakeWeb web = new FakeWeb().page(A + "/", "/a.html", "/b.html", "/c.xml", "/d.html");
    crawl(plan().with("workers", 1).with("focus", List.of("type=application/xml x5")), web);
    assertEquals(A + "/c.xml", web.askedPages().get(1));
  }

  @Test
  void aFocusRuleOnTheTypeGoesByTheServerOnceItHasSaidIt() throws Exception {
    FakeWeb web = new FakeWeb().page(A + "/", "/html", "/xml", "/not.xml");
    web.page(A + "/html").page(A + "/not.xml").page(A + "/deep");
    web.answer(
        A + "/xml", 200, "Content-Type: application/xml\r\n", "<list><see href='deep'/></list>");
    CrawlConfig plan = plan().with("workers", 1);
    crawl(plan.with("focus", List.of("type=application/xml x5")), web);
    assertTrue(web.askedPages().contains(A + "/deep"), web.askedPages().toString());
    List<Integer> xml = focusClasses("/html", "/not.xml", "/xml");
    assertEquals(List.of(0, 0), xml.subList(0, 2), "what is no XML");
    assertNotEquals(0, xml.get(2), "what is");
    crawl(plan.with("focus", List.of("type=text/html x2")), web);
    List<Integer> html = focusClasses("/html", "/not.xml", "/xml");
    assertEquals(html.get(0), html.get(1));
    assertNotEquals(0, html.get(0), "a rule that came with the next run");
    assertEquals(0, html.get(2));
  }

  private List<Integer> focusClasses(String... paths) throws Exception {
    try (CrawlStore store = CrawlStore.look(dir)) {
      return Stream.of(paths)
          .map(path -> store.index().find(store.host(A), nephila.store.record.UrlHash.of(A + path)))
          .map(slot -> store.pages().focus(slot))
          .toList();
    }
  }

  @Test
  void whatLinksAreCalledCountsThroughRestartsAndChangesOfTheRules() throws Exception {
    FakeWeb web = new FakeWeb().page(A + "/", "/plain", "/news", "/other").page(A + "/plain");
    CrawlConfig plan = plan().with("workers", 1).with("focus", List.of("anchor~to /news x3"));
    crawl(plan.with("max-pages", 1), web);
    try (Crawl crawl = Crawl.open(dir, plan.with("max-pages", 1), world(web))) {
      crawl.control().command("exclude /nothing");
      crawl.control().command("max-pages 2");
      crawl.run(CrawlListener.SILENT);
    }
    assertEquals(List.of(A + "/", A + "/news"), web.askedPages());
    crawl(plan.with("focus", List.of("url~/other x7", "anchor~to /news x0.1")), web);
    assertEquals(A + "/other", web.askedPages().get(2), "a rule that came with the next run");
  }

  @Test
  void aLaterLinkMayCallAPageWhatARuleAsksFor() throws Exception {
    FakeWeb web = new FakeWeb().page(A + "/", "/first", "/plain", "/wanted").page(A + "/plain");
    String html = "<a href=/wanted>climate change</a><a href=/plain>weather</a>";
    web.answer(A + "/first", 200, "Content-Type: text/html\r\n", html);
    List<String> focus = List.of("url~/first x9", "anchor~climate x3");
    crawl(plan().with("workers", 1).with("focus", focus), web);
    assertEquals(A + "/wanted", web.askedPages().get(2), web.askedPages().toString());
  }

  @Test
  void breadthFirstAndCashAreOrdersOfTheirOwn() throws Exception {
    FakeWeb web = new FakeWeb().page(A + "/", "/1", "/2", "/3", "/4").page(A + "/1", "/5", "/4");
    web.page(A + "/2", "/4").page(A + "/3", "/4").page(A + "/4", "/6").page(A + "/5");
    crawl(plan().with("workers", 1).with("select", SelectionOrder.BFS), web);
    List<String> known = List.of("/", "/1", "/2", "/3", "/4", "/5", "/6");
    assertEquals(known.stream().map(path -> A + path).toList(), web.askedPages());
    FakeWeb again = new FakeWeb().page(A + "/", "/1", "/2", "/3", "/4").page(A + "/1", "/5", "/4");
    dir = dir.resolve("cash");
    crawl(plan().with("workers", 1).with("select", SelectionOrder.CASH), again);
    assertEquals(A + "/4", again.askedPages().get(2), "paid twice, so it is next");
  }

  @Test
  void pagesThatSayTheSameShareWhatTheyEarn() throws Exception {
    String words = "This is a long text about spiders that weave gold. ".repeat(20);
    FakeWeb web = new FakeWeb().page(A + "/", "/one", "/two", "/other");
    String html = "Content-Type: text/html\r\n";
    web.answer(A + "/one", 200, html, words + "Seen 1 time. <a href='/x'>x</a>");
    web.answer(A + "/two", 200, html, words + "Seen 2 times. <a href='/y'>y</a>");
    web.answer(A + "/other", 200, html, "Another page says something else. ".repeat(30));
    crawl(plan().with("workers", 1).with("near-duplicates", true), web);
    assertTrue(web.askedPages().containsAll(List.of(A + "/x", A + "/y")), "links are followed");
    try (CrawlStore store = CrawlStore.look(dir)) {
      int host = store.host(A);
      int one = store.index().find(host, nephila.store.record.UrlHash.of(A + "/one"));
      int two = store.index().find(host, nephila.store.record.UrlHash.of(A + "/two"));
      int other = store.index().find(host, nephila.store.record.UrlHash.of(A + "/other"));
      int first =
          store.pages().row(one).length == 1 && store.pages().row(one)[0] == two ? two : one;
      int copy = first == one ? two : one;
      assertEquals(List.of(first), Arrays.stream(store.pages().row(copy)).boxed().toList());
      assertTrue(store.ledger().worth(first) > 1.5 * store.ledger().worth(other));
      assertEquals(List.of(), StoreCheck.of(store).faults());
    }
  }

  @Test
  void robotsAreAskedFirstAndObeyed() throws Exception {
    FakeWeb web = twoSites();
    web.answer(A + "/robots.txt", 200, "", "User-agent: *\nDisallow: /a\n");
    web.answer(B + "/robots.txt", 503, "", "");
    CrawlStatus end = crawl(plan().with("max-time", Duration.ofSeconds(2)), web);
    assertEquals(A + "/robots.txt", web.asked().getFirst());
    assertEquals(Set.of(A + "/", A + "/b"), new HashSet<>(web.askedPages()));
    assertEquals(1, end.answers().get("forbidden by robots.txt"));
    assertEquals(1, end.waiting(), "the host without robots.txt waits");
    try (CrawlStore store = CrawlStore.look(dir)) {
      PageExplanation why = PageExplanation.of(store, plan(), B + "/", 0, Clock.systemUTC());
      String host = why.lines().getLast();
      assertTrue(host.endsWith("; robots.txt cannot be had: nothing allowed"), host);
    }
  }

  @Test
  void redirectsAndCanonicalsPassTheirWorthOn() throws Exception {
    FakeWeb web = new FakeWeb().page(A + "/", "/old", "/copy");
    web.answer(A + "/old", 301, "Location: /new\r\n", "").page(A + "/new");
    web.answer(
        A + "/copy",
        200,
        "Content-Type: text/html\r\n",
        "<link rel=canonical href=/new><a href=/elsewhere>e</a>");
    crawl(plan(), web);
    try (CrawlStore store = CrawlStore.look(dir)) {
      int home = store.host(A);
      PageTable pages = store.pages();
      PageIndex index = store.index();
      int target = index.find(home, nephila.store.record.UrlHash.of(A + "/new"));
      int old = index.find(home, nephila.store.record.UrlHash.of(A + "/old"));
      assertTrue(store.ledger().worth(target) > store.ledger().worth(old));
      assertEquals(1, pages.row(old).length);
      assertFalse(web.askedPages().contains(A + "/elsewhere"));
    }
  }

  @Test
  void redirectsMayBeWrittenInUtf8() throws Exception {
    FakeWeb web = new FakeWeb().page(A + "/", "/old");
    web.answer(A + "/old", 302, "Location: /café\r\n", "").page(A + "/caf%C3%A9");
    crawl(plan(), web);
    assertTrue(web.askedPages().contains(A + "/caf%C3%A9"), web.askedPages().toString());
  }

  @Test
  void rulesStopIt() throws Exception {
    FakeWeb web = new FakeWeb();
    for (int i = 0; i < 30; i++) {
      web.page(A + "/" + (i == 0 ? "" : "p" + i), "/p" + (i + 1));
    }
    assertEquals("--max-pages reached", crawl(plan().with("max-pages", 5), web).reason());
    assertEquals(5, web.askedPages().size());
    crawl(plan().with("depth", 10), web);
    assertEquals(11, web.askedPages().size(), "a deeper page is not read");
    try (Crawl crawl = Crawl.open(dir, plan(), world(web))) {
      crawl.control().command("exclude p1[0-9]");
      crawl.control().command("max-pages 100");
      crawl.run(CrawlListener.SILENT);
      assertEquals(List.of("p1[0-9]"), crawl.plan().exclude());
    }
    assertTrue(Files.readString(dir.resolve("plan.yaml")).contains("p1[0-9]"));
  }

  @Test
  void everyLiveSettingIsACommandAndNoOther() throws Exception {
    try (Crawl crawl = Crawl.open(dir, plan(), world(new FakeWeb()))) {
      for (ConfigKey key : Settings.all()) {
        String value = key.isList() ? "url~/news/ x3" : String.valueOf(key.shown(plan()));
        if (key.setting().live()) {
          crawl.control().command(key.name() + " " + value);
          crawl.control().change(Map.of(key.name(), value));
        } else {
          assertThrows(
              UserError.class, () -> crawl.control().command(key.name() + " " + value), key::name);
          assertThrows(
              UserError.class, () -> crawl.control().change(Map.of(key.name(), value)), key::name);
        }
      }
      assertThrows(UserError.class, () -> crawl.control().command("focus nonsense"));
      assertThrows(UserError.class, () -> crawl.control().command("refresh 7"));
    }
  }

  @Test
  void ordersGivenTogetherAllHold() throws Exception {
    FakeWeb web = new FakeWeb().page(A + "/", "/one", "/two", "/three");
    web.page(A + "/one").page(A + "/two").page(A + "/three");
    try (Crawl crawl = Crawl.open(dir, plan(), world(web))) {
      byte[] latin1 = "exclude /one\nexclude /two\n# caf\u00e9\npaint it\n".getBytes(ISO_8859_1);
      Files.write(dir.resolve("control"), latin1);
      new ControlFile(crawl).look();
      crawl.run(CrawlListener.SILENT);
      assertEquals(List.of("/one", "/two"), crawl.plan().exclude());
    }
    assertEquals(List.of(A + "/", A + "/three"), web.askedPages());
    List<String> answers = ChangeLog.read(dir);
    assertTrue(answers.get(0).contains(" file paint it: unknown command"), answers.get(0));
    assertTrue(answers.get(1).endsWith(" file exclude /two: done"), answers.get(1));
    assertEquals(3, answers.size());
  }

  @Test
  void aPageThatTheServerCannotShowIsSettled() throws Exception {
    FakeWeb web = new FakeWeb().page(A + "/", B + "/");
    web.answer(B + "/robots.txt", 404, "", "").answer(B + "/", 500, "", "broken");
    CrawlStatus end = crawl(plan(), web);
    assertEquals(1, end.answers().get("500"));
    assertEquals(2, end.read());
  }

  @Test
  void aChangedPagePaysItsNewLinksAndAnUnchangedOneCostsNoParsing() throws Exception {
    FakeWeb web = twoSites();
    crawl(plan(), web);
    web.page(A + "/b", "/fresh").page(A + "/fresh");
    List<PageEvent> events = new ArrayList<>();
    // Ages count in whole seconds: within one, a page of great worth is re-read many times first.
    CrawlConfig again =
        plan()
            .with("refresh", 0.5)
            .with("continuous", true)
            .with("min-age", Duration.ZERO)
            .with("max-pages", 400);
    try (Crawl crawl = Crawl.open(dir, again, world(web))) {
      crawl.run(
          new CrawlListener() {
            @Override
            public void visited(PageEvent event) {
              events.add(event);
            }
          });
      int b =
          crawl
              .store()
              .index()
              .find(crawl.store().host(A), nephila.store.record.UrlHash.of(A + "/b"));
      assertEquals(1, crawl.store().pages().row(b).length);
      assertEquals(1, crawl.store().pages().changes(b));
      assertEquals(List.of(), StoreCheck.of(crawl.store()).faults());
    }
    assertTrue(web.askedPages().contains(A + "/fresh"));
    assertTrue(events.stream().anyMatch(e -> e.change() == PageEvent.Change.UNCHANGED));
  }

  @Test
  void aHostThatNeverSaysNotFoundIsSeenThrough() throws Exception {
    FakeWeb web = new FakeWeb();
    String[] links = new String[30];
    for (int i = 0; i < links.length; i++) {
      links[i] = "/p" + i;
    }
    web.page(A + "/", links);
    for (int i = 0; i < 12; i++) {
      web.page(A + "/p" + i, "/", "/word" + i + "-" + i * 7 + "-another-text");
    }
    web.otherwise("<title>Oops</title>Sorry, there is nothing here, go home instead.");
    CrawlStatus end = crawl(plan().with("workers", 1), web);
    assertTrue(web.asked().stream().anyMatch(url -> url.contains("nephila-probe")));
    assertTrue(end.answers().getOrDefault("soft 404", 0L) > 10, end.answers().toString());
  }

  @Test
  void aTextIsASitemapIfRobotsOrAnIndexSaysSoWhateverItIsCalled() throws Exception {
    String plain = "Content-Type: text/plain\r\n";
    String index =
        "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><sitemap><loc>%s"
            + "</loc></sitemap><sitemap><loc>%s</loc></sitemap></sitemapindex>";
    FakeWeb web = new FakeWeb().page(A + "/", "/linked.txt");
    web.answer(
        A + "/robots.txt", 200, "", "Sitemap: " + A + "/sm2.txt\nSitemap: " + A + "/all.php\n");
    web.answer(A + "/sm2.txt", 200, plain, A + "/one\r\n" + A + "/two\r\n");
    web.answer(
        A + "/all.php",
        200,
        "Content-Type: text/xml\r\n",
        index.formatted(A + "/more.txt", A + "/notes.txt"));
    web.answer(A + "/more.txt", 200, plain, A + "/three\n");
    web.answer(A + "/notes.txt", 200, plain, "see\n" + A + "/never\n");
    web.answer(A + "/linked.txt", 200, plain, A + "/nowhere\n");
    for (String page : List.of("/one", "/two", "/three")) {
      web.page(A + page);
    }
    crawl(plan().with("sitemaps", true), web);
    List<String> asked = web.askedPages();
    assertTrue(asked.containsAll(List.of(A + "/one", A + "/two", A + "/three")), asked.toString());
    assertFalse(asked.contains(A + "/never"), "its first line is no address: a text");
    assertFalse(asked.contains(A + "/nowhere"), "only a page links to it: a text");
    dir = dir.resolve("unasked");
    FakeWeb again = new FakeWeb().page(A + "/").answer(A + "/sm2.txt", 200, plain, A + "/one\n");
    crawl(plan().withSeed(A + "/sm2.txt"), again);
    assertFalse(again.askedPages().contains(A + "/one"), "--sitemaps was not said");
  }

  @Test
  void sitemapsAreReadWhenAskedFor() throws Exception {
    FakeWeb web = new FakeWeb().page(A + "/");
    web.answer(A + "/robots.txt", 200, "", "Sitemap: " + A + "/map.xml\n");
    web.answer(
        A + "/map.xml",
        200,
        "Content-Type: application/xml\r\n",
        "<?xml version='1.0'?><urlset"
            + " xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>"
            + A
            + "/hidden</loc></url></urlset>");
    web.page(A + "/hidden");
    crawl(plan().with("sitemaps", true), web);
    assertTrue(web.askedPages().contains(A + "/hidden"), web.askedPages().toString());
  }

  @Test
  void oneHostDoesNotTakeTheWholeBudgetWhileOthersWait() throws Exception {
    FakeWeb web = new FakeWeb();
    String[] links = new String[41];
    for (int i = 0; i < 20; i++) {
      links[i] = "/p" + i;
      links[20 + i] = B + "/q" + i;
      web.page(A + "/p" + i).page(B + "/q" + i);
    }
    links[40] = B + "/";
    crawl(
        plan().with("workers", 1).with("max-pages", 20).with("host-share", 0.5),
        web.page(A + "/", links));
    long own = web.askedPages().stream().filter(url -> url.startsWith(A)).count();
    assertTrue(own <= 11, own + " of 20 pages from one host");
  }
}
