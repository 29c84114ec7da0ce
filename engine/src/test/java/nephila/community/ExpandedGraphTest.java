package nephila.community;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import nephila.community.worth.AddressGroups;
import nephila.graph.CsrGraph;
import org.junit.jupiter.api.Test;

class ExpandedGraphTest {
  @Test
  void theInvariantsHoldWhileItGrows() {
    long seed = Long.getLong("nephila.seed", 1);
    Random random = new Random(seed);
    CsrGraph web = RandomWebs.sites(random, 10, 15);
    ExpandedGraph graph = new ExpandedGraph(RandomWebs.firstSite(15), new KnownGraph(web));
    while (graph.frontier() > 0) {
      check(graph, web, "seed " + seed);
      int[] frontier = TopPages.frontier(graph);
      graph.fetch(new int[] {frontier[random.nextInt(frontier.length)]});
    }
    check(graph, web, "seed " + seed);
  }

  private static void check(ExpandedGraph graph, CsrGraph web, String seed) {
    int[] sources = graph.inSources();
    int inLinks = 0;
    for (int page = 0; page < graph.known(); page++) {
      inLinks += graph.inDegree(page);
      for (int k = 0; k < graph.inDegree(page); k++) {
        assertTrue(graph.isFetched(sources[graph.inStart(page) + k]), seed);
      }
      assertTrue(!graph.isLocal(page) || graph.isFetched(page), "G3, " + seed);
    }
    assertEquals(graph.links(), inLinks, seed);
    for (int i = 0; i < graph.fetched(); i++) {
      int page = graph.fetchedPage(i);
      int theirs = graph.sourcePage(page);
      Set<Integer> row = new HashSet<>();
      for (int k = 0; k < graph.degree(page); k++) {
        row.add(graph.sourcePage(graph.targets()[graph.rowStart(page) + k]));
      }
      assertEquals(graph.degree(page), row.size(), "G1, " + seed);
      Set<Integer> expected = new HashSet<>();
      for (int k = (int) web.rowStart(theirs); k < web.rowStart(theirs + 1); k++) {
        expected.add(web.targets()[k]);
      }
      expected.remove(theirs);
      assertEquals(expected, row, "G1, " + seed);
    }
  }

  @Test
  void theBestAreThoseASortFinds() {
    long seed = Long.getLong("nephila.seed", 1);
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      int n = 1 + random.nextInt(60);
      int[] pages = IntStream.range(100, 100 + n).toArray();
      double[] score = random.doubles(n).map(x -> Math.floor(x * 8)).toArray();
      int count = random.nextInt(n + 5);
      int[] sorted =
          IntStream.range(0, n)
              .boxed()
              .sorted((a, b) -> Double.compare(score[b], score[a]))
              .limit(count)
              .mapToInt(i -> pages[i])
              .toArray();
      assertArrayEquals(sorted, TopPages.of(pages, score, count), "seed " + seed);
    }
  }

  @Test
  void pagesGetNumbersInTheOrderOfDiscovery() {
    long seed = Long.getLong("nephila.seed", 1);
    int[] pages = new Random(seed).ints(2000, 0, 1_000_000).distinct().toArray();
    DiscoveryNumbers numbers = new DiscoveryNumbers();
    for (int i = 0; i < pages.length; i++) {
      assertEquals(DiscoveryNumbers.UNKNOWN, numbers.find(pages[i]));
      assertEquals(i, numbers.discover(pages[i]));
    }
    for (int i = 0; i < pages.length; i++) {
      assertEquals(i, numbers.find(pages[i]), "seed " + seed);
      assertEquals(i, numbers.discover(pages[i]));
    }
  }

  @Test
  void addressesThatBeginAlikeShareGroups() {
    String[] urls = {
      "http://a.org/",
      "http://a.org/docs/x/one1.html",
      "http://a.org/docs/x/one2.html",
      "http://a.org/docs/y/two.html",
      "http://B.org/docs/x/one1.html",
      "http://b.org/q?id=17",
      "a bare title",
      "http://a.org"
    };
    CsrGraph web = CsrGraph.of(urls.length, new int[0], new int[0]);
    int[] all = IntStream.range(0, urls.length).toArray();
    ExpandedGraph graph =
        new ExpandedGraph(LocalDomain.of(all), new KnownGraph(web, page -> urls[page]));
    AddressGroups groups = new AddressGroups();
    groups.update(graph);
    int[] hosts = Arrays.stream(all).map(page -> host(groups, groups.leaf(page))).toArray();
    assertEquals(hosts[0], hosts[1]);
    assertEquals(hosts[0], hosts[3]);
    assertEquals(hosts[0], hosts[7]);
    assertEquals(hosts[4], hosts[5]);
    assertNotEquals(hosts[0], hosts[4]);
    assertNotEquals(hosts[6], hosts[4]);
    assertEquals(groups.leaf(1), groups.leaf(2));
    assertNotEquals(groups.leaf(1), groups.leaf(3));
    for (int group = 1; group < groups.size(); group++) {
      assertTrue(groups.parent(group) < group);
    }
  }

  private static int host(AddressGroups groups, int group) {
    int at = group;
    while (groups.depth(at) > 1) {
      at = groups.parent(at);
    }
    return at;
  }
}
