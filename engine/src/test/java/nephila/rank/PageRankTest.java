package nephila.rank;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import nephila.UserError;
import nephila.graph.CsrGraph;
import nephila.graph.LinkGraph;
import nephila.rank.RankOptions.VirtualPage;
import org.junit.jupiter.api.Test;

class PageRankTest {
  private static final double DENSE_ERROR = 1e-13;

  @Test
  void twoPagesThatLinkToEachOtherShareAlike() {
    CsrGraph graph = CsrGraph.of(2, new int[] {0, 1}, new int[] {1, 0});
    RankVector rank = PageRank.solve(graph, RankOptions.DEFAULTS.withThreshold(1e-13));
    assertEquals(0.5, rank.value(0), 1e-13);
    assertEquals(0.5, rank.value(1), 1e-13);
  }

  @Test
  void aGraphWithoutPagesOrLinksHasItsRank() {
    CsrGraph none = CsrGraph.of(0, new int[0], new int[0]);
    assertEquals(0, PageRank.solve(none).pages());
    CsrGraph lonely = CsrGraph.of(3, new int[0], new int[0]);
    assertArrayEquals(
        new double[] {1 / 3.0, 1 / 3.0, 1 / 3.0}, PageRank.solve(lonely).values(), 1e-15);
    CsrGraph itself = CsrGraph.of(1, new int[] {0}, new int[] {0});
    assertEquals(1, PageRank.solve(itself).value(0), 1e-15);
  }

  @Test
  void theBoundIsNeverBelowTheTrueErrorAndReachesTheThreshold() {
    Random random = Webs.random("bound");
    for (int round = 0; round < 600; round++) {
      CsrGraph graph = Webs.graph(random, random.nextBoolean());
      RankOptions options = options(random, graph.pages());
      RankVector rank = PageRank.solve(graph, options);
      double[] truth = Webs.dense(graph, options);
      double error = Distance.l1(rank.values(), truth);
      assertTrue(
          error <= rank.errorBound() + DENSE_ERROR,
          () -> "error " + error + " above bound " + rank.errorBound() + " with " + options);
      assertTrue(rank.errorBound() <= options.threshold(), () -> rank.errorBound() + " " + options);
      assertEquals(1, Total.of(rank.values()), 1e-14);
    }
  }

  private static RankOptions options(Random random, int pages) {
    RankOptions options =
        RankOptions.DEFAULTS
            .withThreshold(Math.pow(10, -1 - random.nextInt(11)))
            .withDamping(random.nextInt(5) == 0 ? 0 : 0.99 * random.nextDouble())
            .withThreads(1 + random.nextInt(2));
    if (random.nextBoolean()) {
      options = options.withVirtualPage(VirtualPage.SMALL_EDGE);
    }
    if (random.nextBoolean()) {
      options = options.withWarmStart(vector(random, pages));
    }
    return random.nextBoolean() ? options : options.withPreference(vector(random, pages));
  }

  private static double[] vector(Random random, int pages) {
    double[] vector = new double[pages];
    for (int i = 0; i < pages; i++) {
      vector[i] = random.nextBoolean() ? random.nextDouble() : 0;
    }
    vector[random.nextInt(pages)] = 1;
    return vector;
  }

  @Test
  void rankFollowsThePagesWhenTheyAreRenumbered() {
    Random random = Webs.random("renumbering");
    for (int round = 0; round < 200; round++) {
      CsrGraph graph = Webs.graph(random, true);
      List<Integer> numbers = new ArrayList<>();
      for (int i = 0; i < graph.pages(); i++) {
        numbers.add(i);
      }
      Collections.shuffle(numbers, random);
      RankOptions tight = RankOptions.DEFAULTS.withThreshold(1e-13);
      double[] rank = PageRank.solve(graph, tight).values();
      double[] renumbered = PageRank.solve(renumbered(graph, numbers), tight).values();
      for (int i = 0; i < graph.pages(); i++) {
        assertEquals(rank[i], renumbered[numbers.get(i)], 2e-13);
      }
    }
  }

  private static CsrGraph renumbered(CsrGraph graph, List<Integer> numbers) {
    int links = (int) graph.links();
    int[] sources = new int[links];
    int[] targets = new int[links];
    for (int i = 0; i < graph.pages(); i++) {
      for (int k = (int) graph.rowStart(i); k < graph.rowStart(i + 1); k++) {
        sources[k] = numbers.get(i);
        targets[k] = numbers.get(graph.targets()[k]);
      }
    }
    return CsrGraph.of(graph.pages(), sources, targets, graph.weights());
  }

  @Test
  void aWeightIsAsGoodAsALinkRepeated() {
    // 0 → 1 twice as heavy as 0 → 2, once as a weight and once as a doubled link.
    CsrGraph weighted =
        CsrGraph.of(3, new int[] {0, 0, 1, 2}, new int[] {1, 2, 0, 0}, new double[] {2, 1, 1, 1});
    CsrGraph doubled =
        CsrGraph.of(
            3, new int[] {0, 0, 0, 1, 2}, new int[] {1, 1, 2, 0, 0}, new double[] {1, 1, 1, 1, 1});
    RankOptions tight = RankOptions.DEFAULTS.withThreshold(1e-13);
    double[] a = PageRank.solve(weighted, tight).values();
    double[] b = PageRank.solve(doubled, tight).values();
    assertArrayEquals(a, b, 1e-14);
    assertTrue(a[1] > 1.5 * a[2]);
  }

  @Test
  void oneThreadRepeatsBitForBit() {
    CsrGraph graph = large(new Random(7));
    assertArrayEquals(PageRank.solve(graph).values(), PageRank.solve(graph).values());
  }

  @Test
  void manyThreadsAndAnyGraphSourceAgreeWithOne() {
    CsrGraph graph = large(new Random(8));
    RankVector one = PageRank.solve(graph);
    RankVector four = PageRank.solve(graph, RankOptions.DEFAULTS.withThreads(4));
    RankVector listed = PageRank.solve(new Listed(graph));
    assertTrue(Distance.l1(one.values(), four.values()) <= 2e-9);
    assertTrue(four.errorBound() <= 1e-9);
    assertArrayEquals(one.values(), listed.values());
  }

  @Test
  void aWarmStartFromTheAnswerTakesHardlyAnySweeps() {
    CsrGraph graph = large(new Random(9));
    RankVector cold = PageRank.solve(graph, RankOptions.DEFAULTS.withThreshold(1e-11));
    RankVector warm = PageRank.solve(graph, RankOptions.DEFAULTS.withWarmStart(cold.values()));
    assertTrue(warm.iterations() <= 4, () -> warm.iterations() + " iterations");
    assertTrue(cold.iterations() > 10);
  }

  @Test
  void precisionBeyondDoublesEndsWithAnHonestBound() {
    CsrGraph graph = large(new Random(10));
    RankVector rank = PageRank.solve(graph, RankOptions.DEFAULTS.withThreshold(1e-18));
    assertTrue(rank.errorBound() < 2e-12 && rank.errorBound() > 1e-18);
    assertTrue(rank.iterations() < 1000);
  }

  @Test
  void aPreferenceOfTheWrongLengthOrSignIsTheUsersError() {
    CsrGraph graph = CsrGraph.of(2, new int[] {0}, new int[] {1});
    assertThrows(UserError.class, () -> solvePreferring(graph, 1));
    assertThrows(UserError.class, () -> solvePreferring(graph, 1, -1));
    assertThrows(UserError.class, () -> solvePreferring(graph, 0, 0));
  }

  private static void solvePreferring(CsrGraph graph, double... preference) {
    PageRank.solve(graph, RankOptions.DEFAULTS.withPreference(preference));
  }

  private static CsrGraph large(Random random) {
    int pages = 20_000;
    int links = 150_000;
    int[] sources = new int[links];
    int[] targets = new int[links];
    for (int k = 0; k < links; k++) {
      sources[k] = random.nextInt(pages * 4 / 5);
      targets[k] = (int) (pages * Math.pow(random.nextDouble(), 3));
    }
    return CsrGraph.of(pages, sources, targets);
  }

  /// The same graph, readable only link by link.
  private record Listed(CsrGraph rows) implements LinkGraph {
    @Override
    public int pages() {
      return rows.pages();
    }

    @Override
    public long links() {
      return rows.links();
    }

    @Override
    public int outDegree(int page) {
      return rows.outDegree(page);
    }

    @Override
    public LinkCursor successors(int page) {
      return rows.successors(page);
    }

    @Override
    public LinkGraph copy() {
      return this;
    }
  }
}
