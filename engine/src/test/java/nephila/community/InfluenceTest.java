package nephila.community;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import nephila.graph.CsrGraph;
import org.junit.jupiter.api.Test;

class InfluenceTest {
  private static final int EACH = 60;

  @Test
  void scScoresOrderPagesAsTheTrueInfluenceDoes() {
    long seed = Long.getLong("nephila.seed", 1);
    CsrGraph web = RandomWebs.sites(new Random(seed), 12, EACH);
    LocalDomain domain = RandomWebs.firstSite(EACH);
    Influence.Candidate[] candidates =
        Influence.candidates(
            domain, RandomWebs.source(web, EACH), domain.restrict(RandomWebs.rank(web)));
    double[] influence = new double[candidates.length];
    double[] score = new double[candidates.length];
    for (int i = 0; i < candidates.length; i++) {
      influence[i] = candidates[i].influence();
      score[i] = candidates[i].score();
    }
    double tau = Kendall.of(influence, score).tauB();
    assertTrue(tau > 0.6, "seed " + seed + ": tau-b " + tau);
  }

  @Test
  void theScoreOfAPageIsOneStepOfTheComplement() {
    // By hand: F = {0, 1}, 0 → 1, 1 → 0, and 0 → 2 on the frontier. ℓ = 2, f = (½, ½).
    CsrGraph web = CsrGraph.of(3, new int[] {0, 0, 1}, new int[] {1, 2, 0});
    ExpandedGraph graph = new ExpandedGraph(LocalDomain.of(0, 1), new KnownGraph(web));
    ExpandedRank rank = new ExpandedRank(0.85);
    rank.update(graph);
    double w = 0.15 / 3;
    double g = w + 0.85 * 0.5 / 2;
    double z = (0.85 * 0.5 + w) / (1 - w);
    double y = -0.15 / (2 * 3);
    double x = -0.85 * 0.5 / (1 * 2);
    double expected = Math.abs(y + g * z) + Math.abs(x + y + g * z);
    for (StochasticComplement.Norm norm : StochasticComplement.Norm.values()) {
      double[] score =
          new StochasticComplement(StochasticComplement.Reading.CORRECTED, norm, 10)
              .of(graph, rank, new int[] {2});
      assertEquals(expected, score[0], 1e-9);
    }
  }

  /// Beside one step of the whole matrix of F with the page added, by equation 9.
  @Test
  void theSimpleMethodIsOneStepOfTheWholeMatrix() {
    Random random = new Random(Long.getLong("nephila.seed", 1));
    for (int round = 0; round < 20; round++) {
      CsrGraph web = RandomWebs.sites(random, 5, 12);
      ExpandedGraph graph = new ExpandedGraph(RandomWebs.firstSite(12), RandomWebs.source(web, 12));
      ExpandedRank rank = new ExpandedRank(0.85);
      rank.update(graph);
      int[] frontier = TopPages.frontier(graph);
      double[] score =
          new StochasticComplement(
                  StochasticComplement.Reading.ONE_STEP, StochasticComplement.Norm.EXACT, 0)
              .of(graph, rank, frontier);
      for (int i = 0; i < frontier.length; i++) {
        double[] with = step(graph, rank, frontier[i]);
        double rest = 1 - with[graph.fetched()];
        double distance = 0;
        for (int k = 0; k < graph.local(); k++) {
          distance += Math.abs(with[k] / rest - rank.of(k));
        }
        assertEquals(distance, score[i], 1e-8, "round " + round);
      }
    }
  }

  /// P·(f, 0): nothing outside was fetched, so F is 0 … ℓ − 1, and the page has the number ℓ.
  private static double[] step(ExpandedGraph graph, ExpandedRank rank, int page) {
    int fetched = graph.fetched();
    double[] to = new double[fetched + 1];
    for (int k = 0; k < fetched; k++) {
      List<Integer> links = new java.util.ArrayList<>();
      for (int l = graph.rowStart(k); l < graph.rowStart(k) + graph.degree(k); l++) {
        int target = graph.targets()[l];
        if (graph.isFetched(target) || target == page) {
          links.add(target == page ? fetched : target);
        }
      }
      for (int j = 0; j <= fetched; j++) {
        double along =
            links.isEmpty() ? 1.0 / (fetched + 1) : links.contains(j) ? 1.0 / links.size() : 0;
        to[j] += rank.of(k) * (0.85 * along + 0.15 / (fetched + 1));
      }
    }
    return to;
  }

  @Test
  void choDividesByTheLinksThatAreThere() {
    CsrGraph web = CsrGraph.of(4, new int[] {0, 0, 1, 1, 1}, new int[] {1, 2, 0, 2, 3});
    ExpandedGraph graph = new ExpandedGraph(LocalDomain.of(0, 1), new KnownGraph(web));
    ExpandedRank rank = new ExpandedRank(0.85);
    rank.update(graph);
    int[] frontier = {2, 3};
    double[] cho = FlowScores.flowOfCho(graph, rank, frontier);
    double[] ours = FlowScores.flow(graph, rank, frontier);
    assertEquals(rank.of(0) + rank.of(1), cho[0], 1e-12);
    assertEquals(rank.of(1), cho[1], 1e-12);
    assertEquals(cho[0] / 2, ours[0], 1e-12);
  }

  @Test
  void toTheLetterTheSiblingsNeverCount() {
    CsrGraph web = CsrGraph.of(3, new int[] {0, 0, 1}, new int[] {1, 2, 0});
    ExpandedGraph graph = new ExpandedGraph(LocalDomain.of(0, 1), new KnownGraph(web));
    ExpandedRank rank = new ExpandedRank(0.85);
    rank.update(graph);
    double w = 0.15 / 3;
    double g = w + 0.85 * 0.5 / 2;
    double z = (0.85 * 0.5 + w) / (1 - w);
    double[] score =
        new StochasticComplement(
                StochasticComplement.Reading.AS_WRITTEN, StochasticComplement.Norm.TABLE, 10)
            .of(graph, rank, new int[] {2});
    assertEquals(2 * Math.abs(g * z - 0.15 / 6), score[0], 1e-9);
  }

  @Test
  void impactIsTheRankThatLinksCarryIn() {
    CsrGraph web = CsrGraph.of(5, new int[] {0, 2, 2, 2, 3, 4}, new int[] {2, 0, 1, 2, 1, 3});
    double[] rank = {.1, .1, .4, .3, .1};
    List<Impact> impacts = Impact.all(web, LocalDomain.of(0, 1), rank);
    assertEquals(List.of(new Impact(2, 2, 2, .4), new Impact(3, 1, 1, .3)), impacts);
    assertEquals(.4, impacts.get(0).value(), 1e-15);
  }
}
