package nephila.sites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import nephila.UserError;
import nephila.crawl.CrawlGraph;
import nephila.graph.CsrGraph;
import nephila.ledger.PageTable;
import nephila.store.CrawlStore;
import nephila.store.record.ReadFacts;
import nephila.store.record.UrlHash;
import nephila.view.PageRanking;
import nephila.view.SiteRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SitesTest {
  private static final int PAGES = 3000;
  private static final Weighing ALIKE = new Weighing(1, 1, Weighing.Count.LINKS);

  @TempDir Path dir;

  private static int page(CrawlStore store, int number) {
    String origin = "http://www" + number % 3 + ".site" + number % 17 + ".test";
    String path = "/page" + number;
    return store.know(store.host(origin), UrlHash.of(origin + path), path, 0, PageTable.NO_PAGE);
  }

  private void crawl(long seed) throws Exception {
    Random random = new Random(seed);
    try (CrawlStore store = CrawlStore.open(dir, 0.85)) {
      for (int i = 0; i < PAGES / 2; i++) {
        int slot = page(store, random.nextInt(PAGES));
        int[] row = new int[random.nextInt(9)];
        Arrays.setAll(row, k -> page(store, (int) (PAGES * Math.pow(random.nextDouble(), 3))));
        store.read(
            slot, facts(), Arrays.stream(row).filter(to -> to != slot).distinct().toArray(), false);
      }
      store.commit(Map.of());
    }
  }

  private static ReadFacts facts() {
    return new ReadFacts(
        1000, 200, "text/html", 9, "", 0, "", "", ReadFacts.Reason.DISCOVERY, 0, 0, 1000);
  }

  @Test
  void withLinksAlikeTheLedgersSitesHoldWhatTheirPagesHold() throws Exception {
    long seed = Long.getLong("nephila.seed", 1);
    crawl(seed);
    try (CrawlStore store = CrawlStore.look(dir)) {
      SiteWeb web = SiteWebs.of(store, SiteWebs.By.SITE);
      double[] importance = SiteImportance.of(web, SiteImportance.Method.LEDGER, ALIKE, 0.85);
      assertEquals(17, web.size(), "seed " + seed);
      for (SiteRow site : PageRanking.of(store).sites(100)) {
        int number = web.find(site.site());
        assertEquals(site.importance(), importance[number], 1e-9, site.site() + " seed " + seed);
        assertEquals(site.pages(), web.pages(number));
        assertEquals(site.read(), web.read(number));
      }
    }
  }

  @Test
  void aGraphWithNamesGivesTheSitesOfTheCrawlItCameFrom() throws Exception {
    long seed = Long.getLong("nephila.seed", 1);
    crawl(seed);
    try (CrawlStore store = CrawlStore.look(dir)) {
      SiteWeb online = SiteWebs.of(store, SiteWebs.By.HOST);
      CsrGraph graph = CrawlGraph.of(store);
      SiteWeb offline = SiteWebs.of(graph, store::url, SiteWebs.By.HOST, 0.85);
      assertEquals(online.pairs(), offline.pairs(), "seed " + seed);
      for (SiteImportance.Method method : SiteImportance.Method.values()) {
        double[] a = SiteImportance.of(online, method, Weighing.USUAL, 0.85);
        double[] b = SiteImportance.of(offline, method, Weighing.USUAL, 0.85);
        Map<String, Double> byName = new HashMap<>();
        for (int site = 0; site < a.length; site++) {
          byName.put(online.name(site), a[site]);
        }
        for (int site = 0; site < b.length; site++) {
          assertEquals(byName.get(offline.name(site)), b[site], 1e-5, method + " seed " + seed);
        }
      }
    }
  }

  /// a.org has a template that links to b.org from every page, and one link to c.org.
  private static SiteWeb template() {
    String[] names = {"http://a.org/1", "http://a.org/2", "http://b.org/", "http://c.org/"};
    CsrGraph graph = CsrGraph.of(4, new int[] {0, 0, 1, 0, 2, 3}, new int[] {1, 2, 2, 3, 0, 0});
    return SiteWebs.of(graph, page -> names[page], SiteWebs.By.SITE, 0.85);
  }

  @Test
  void aLinkOnEveryPageOfATemplateIsOneVoteUnlessAllLinksCount() {
    SiteWeb web = template();
    int b = web.find("b.org");
    int c = web.find("c.org");
    Weighing once = new Weighing(0, 1, Weighing.Count.ONCE);
    double[] votes = SiteImportance.of(web, SiteImportance.Method.GRAPH, once, 0.85);
    assertEquals(votes[b], votes[c], 1e-9);
    Weighing all = new Weighing(0, 1, Weighing.Count.LINKS);
    double[] links = SiteImportance.of(web, SiteImportance.Method.GRAPH, all, 0.85);
    assertTrue(links[b] > 1.5 * links[c], links[b] + " " + links[c]);
  }

  @Test
  void internalLinksKeepImportanceAtHomeAsFarAsTheyAreWeighed() {
    SiteWeb web = template();
    int a = web.find("a.org");
    double before = 0;
    for (double internal : new double[] {0, 0.5, 5}) {
      Weighing weighing = new Weighing(internal, 1, Weighing.Count.LINKS);
      double home = SiteImportance.of(web, SiteImportance.Method.GRAPH, weighing, 0.85)[a];
      assertTrue(home > before, internal + ": " + home);
      before = home;
    }
  }

  @Test
  void gradesAreCutByTheShareOfImportanceAndLoweredByFindings() {
    SiteWeb web = new SiteWeb();
    for (String name : List.of("best.org", "dead.org", "alone.org", "rest.org")) {
      web.page(web.number(name), true, !name.equals("dead.org"), !name.equals("closed.org"));
    }
    for (int from = 0; from < 4; from++) {
      for (int to : new int[] {0, 1, 3}) {
        web.link(from, to, 1);
      }
    }
    List<Site> sites =
        new SiteReport(web, new double[] {0.45, 0.3, 0.2, 0.05}).sites(Grades.usual());
    assertEquals(
        List.of("best.org 4", "dead.org 1", "alone.org 2", "rest.org 1"),
        sites.stream().map(site -> site.name() + " " + site.grade()).toList());
    assertEquals("none of the 1 pages read answered", sites.get(1).reasons().getFirst());
    assertEquals("no other site links to it", sites.get(2).reasons().getFirst());
  }

  @Test
  void theScoreIsTheShareOfIdenticalGradesAndPeopleHaveOneToo() throws Exception {
    Path file = dir.resolve("people.tsv");
    Files.writeString(
        file, "site\tann\tbob\n# by hand\nbest.org\t4\t4\nrest.org 1 2\nno.org,1,-\nx.org\t3\t3\n");
    List<Site> sites =
        List.of(site("best.org", 0.6, 4), site("rest.org", 0.1, 1), site("x.org", 0.3, 3));
    Ratings.Score score = Ratings.read(file, SiteWebs.By.SITE).score(sites);
    assertEquals(4, score.rated());
    assertEquals(3, score.known());
    assertEquals(2, score.same()); // rest.org: the mean 1.5 is rounded to 2
    assertEquals(3, score.sameAsPeopleCut());
    assertArrayEquals(
        new double[] {75, 100}, score.persons().stream().mapToDouble(d -> d).toArray(), 1e-9);
  }

  private static Site site(String name, double importance, int grade) {
    return new Site(1, name, importance, grade, List.of(), 1, 1, 1, 1, 1);
  }

  @Test
  void badRatingsAreRefusedWithTheirPlace() throws Exception {
    for (String[] bad :
        new String[][] {
          {"a.org\t4\nb.org\t5\n", ":2: grade '5'"},
          {"a.org\t4\t4\nb.org\t4\n", ":2: 1 grades; expected 2"},
          {"a.org\t4\nwww.a.org\t3\n", ":2: a.org was graded in line 1"},
          {"# nothing\n", "holds no grades"},
        }) {
      Path file = Files.writeString(dir.resolve("bad.tsv"), bad[0]);
      UserError error = assertThrows(UserError.class, () -> Ratings.read(file, SiteWebs.By.SITE));
      assertTrue(error.getMessage().contains(bad[1]), error.getMessage());
    }
    Path file = Files.write(dir.resolve("bad.tsv"), new byte[] {'a', (byte) 0xff, '\t', '4'});
    assertThrows(UserError.class, () -> Ratings.read(file, SiteWebs.By.SITE));
    assertThrows(UserError.class, () -> Grades.of("50,40,90"));
    assertThrows(UserError.class, () -> new Weighing(0, 0, Weighing.Count.ONCE));
  }
}
