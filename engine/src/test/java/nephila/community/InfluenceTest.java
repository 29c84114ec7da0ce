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
