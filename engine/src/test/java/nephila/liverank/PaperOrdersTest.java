package nephila.liverank;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import nephila.Progress;
import nephila.graph.CsrGraph;
import nephila.graph.PackedGraph;
import org.junit.jupiter.api.Test;

/// The paper's orderings on webs small enough to follow by hand.
class PaperOrdersTest {
  /// 0 → 1 → 2, 0 → 3, 4 → 5.
  private static final CsrGraph LINKS =
      CsrGraph.of(6, new int[] {0, 1, 0, 4}, new int[] {1, 2, 3, 5});

  private static final OldGraph SNAPSHOT = OldGraph.withoutUrls(LINKS);

  @Test
  void breadthFirstFollowsTheLinksOfTheLiving() {
    Ordering bfs = new BreadthFirst(SNAPSHOT, new int[] {0, 4});
    boolean[] alive = {true, true, false, true, false, true};
    assertArrayEquals(new int[] {0, 4, 1, 3, 2, 5}, order(bfs, alive));
  }

  @Test
  void aliveIndegreeTakesThePageWithMostLivingParents() {
    CsrGraph links = CsrGraph.of(5, new int[] {0, 1, 0, 3}, new int[] {2, 2, 3, 4});
    Ordering ai = new AliveIndegree(OldGraph.withoutUrls(links), new int[] {0, 1});
    boolean[] alive = {true, true, true, true, true};
    assertArrayEquals(new int[] {0, 1, 2, 3, 4}, order(ai, alive));
  }

  @Test
  void rankFromTheLivingDiffusesWithDampingAndLosesWhatReachesALeaf() {
    double[] rank = Diffusion.from(LINKS, new int[] {0});
    double first = rank[0];
    assertEquals(first * 0.85 / 2, rank[1], 1e-12);
    assertEquals(first * 0.85 / 2 * 0.85, rank[2], 1e-12);
    assertEquals(0, rank[5], 0);
  }

  @Test
  void doubleAdaptivePutsWhatTheDeadPointToLast() {
    Sample two = new Sample(Sample.By.RANDOM, 2, false);
    boolean[] alive = {true, true, true, true, false, false};
    for (long seed = 0; seed < 200; seed++) {
      int[] order =
          order(SampleBased.doubleAdaptive(SNAPSHOT, two, new SplittableRandom(seed)), alive);
      if (order[0] + order[1] == 4 && (order[0] == 0 || order[1] == 0)) {
        assertEquals(5, order[5]);
        return;
      }
    }
    throw new AssertionError("no seed drew pages 0 and 4");
  }

  @Test
  void activeSiteFirstLeavesSitesNeverSampledToTheEnd() {
    List<String> urls =
        List.of("http://a/1", "http://a/2", "http://b/1", "http://b/2", "http://c/1", "http://c/2");
    OldGraph snapshot = OldGraph.of(LINKS, urls);
    boolean[] alive = {true, true, false, false, true, true};
    for (long seed = 0; seed < 20; seed++) {
      Sample one = new Sample(Sample.By.RANDOM, 1, false);
      int[] order =
          order(SampleBased.activeSiteFirst(snapshot, one, new SplittableRandom(seed)), alive);
      assertEquals(snapshot.site(order[0]), snapshot.site(order[1]), "seed " + seed);
    }
  }

  @Test
  void inDegreePutsTheMostLinkedFirst() {
    CsrGraph links = CsrGraph.of(4, new int[] {0, 1, 2, 0}, new int[] {3, 3, 3, 1});
    int[] order = StaticOrders.inDegree(OldGraph.withoutUrls(links), new SplittableRandom(1));
    assertEquals(3, order[0]);
    assertEquals(1, order[1]);
  }

  @Test
  void costIsQuestionsPerLivingPageFound() {
    Trail trail = new Trail();
    for (boolean alive : new boolean[] {true, false, true, false, false, true, true}) {
      trail.add(0, alive);
    }
    CostCurve cost = trail.cost(4);
    assertEquals(1, cost.cost(0.25), 1e-12);
    assertEquals(1.5, cost.cost(0.5), 1e-12);
    assertEquals(2, cost.cost(0.75), 1e-12);
    assertEquals(7.0 / 4, cost.cost(1), 1e-12);
    assertTrue(Double.isNaN(trail.cost(8).cost(0.9)), "the run ended before");
  }

  private static int[] order(Ordering ordering, boolean[] alive) {
    Trail trail =
        new Revisit(ordering, Liveness.known(alive), 1).until(Stop.never(), Progress.SILENT);
    int[] pages = new int[trail.asked()];
    for (int k = 0; k < pages.length; k++) {
      pages[k] = trail.page(k);
    }
    return pages;
  }

  @Test
  void aSampleBySiteHasTheSameNumberOfEach() {
    List<String> urls = new java.util.ArrayList<>();
    int[] sizes = {40, 3, 20, 1};
    for (int site = 0; site < sizes.length; site++) {
      for (int k = 0; k < sizes[site]; k++) {
        urls.add("http://s" + site + "/" + k);
      }
    }
    CsrGraph none = CsrGraph.of(urls.size(), new int[0], new int[0]);
    OldGraph snapshot = OldGraph.of(none, urls);
    for (long seed = 0; seed < 10; seed++) {
      int[] counts = new int[sizes.length];
      for (int page : Sample.parse("site:16").draw(snapshot, new SplittableRandom(seed))) {
        counts[snapshot.site(page)]++;
      }
      assertArrayEquals(new int[] {6, 3, 6, 1}, counts, "seed " + seed);
    }
    int[] two = Sample.parse("site:2").draw(snapshot, new SplittableRandom(1));
    assertEquals(0, snapshot.site(two[0]), "the largest sites first");
    assertEquals(2, snapshot.site(two[1]));
  }

  @Test
  void activeSiteFirstSamplesBySiteWhereARandomSampleIsAskedFor() {
    assertEquals("site:1%", Order.ASF.sample(Sample.ONE_PERCENT).toString());
    assertEquals("pagerank:5", Order.ASF.sample(Sample.parse("pagerank:5")).toString());
    assertEquals("random:1%", Order.PA.sample(Sample.ONE_PERCENT).toString());
  }

  @Test
  void aSampleApartHasNoNeighbours() {
    SpreadingWeb web = SpreadingWeb.generate(600, 60, 0.35, 0.95, 5);
    PackedGraph.Rows links = web.snapshot().links().rows();
    for (String kind : List.of("random-apart:30", "indegree-apart:30", "pagerank-apart:5%")) {
      int[] drawn = Sample.parse(kind).draw(web.snapshot(), new SplittableRandom(3));
      assertTrue(drawn.length > 1, kind);
      for (int one : drawn) {
        for (int other : drawn) {
          int length = links.read(one);
          boolean linked =
              java.util.Arrays.stream(links.targets, 0, length).anyMatch(k -> k == other);
          assertTrue(one == other || !linked, kind + ": " + one + " links to " + other);
        }
      }
    }
    assertEquals("pagerank-apart:5%", Sample.parse("pagerank-apart:5%").toString());
  }
}
