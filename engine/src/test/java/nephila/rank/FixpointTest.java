package nephila.rank;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import nephila.UserError;
import nephila.graph.CsrGraph;
import nephila.rank.Fixpoint.Matrix;
import org.junit.jupiter.api.Test;

class FixpointTest {
  private static final RankOptions TIGHT = RankOptions.DEFAULTS.withThreshold(1e-13);

  @Test
  void theWalkOnATriangleWithAChordHasItsStationaryDistribution() {
    // 0 → 1, 0 → 2, 1 → 2, 2 → 0: x0 = x2, x1 = x0/2.
    CsrGraph graph = CsrGraph.of(3, new int[] {0, 0, 1, 2}, new int[] {1, 2, 2, 0});
    RankVector rank = new Fixpoint(graph, Matrix.WALK, false, 0).solve(TIGHT);
    assertArrayEquals(new double[] {.4, .2, .4}, rank.values(), 1e-12);
    assertEquals(Double.POSITIVE_INFINITY, rank.errorBound());
  }

  @Test
  void linksOfWeightOneGiveThePrincipalEigenvector() {
    // Characteristic polynomial λ³ = λ + 1.
    CsrGraph graph = CsrGraph.of(3, new int[] {0, 0, 1, 2}, new int[] {1, 2, 2, 0});
    double[] x = new Fixpoint(graph, Matrix.LINK, false, 0).solve(TIGHT).values();
    double lambda = x[0] / x[1];
    assertEquals(lambda + 1, Math.pow(lambda, 3), 1e-10);
  }

  @Test
  void aSwingingGraphNeedsTheIdentityAndGetsTheSameFixpoint() {
    CsrGraph swing = CsrGraph.of(3, new int[] {0, 1, 2, 1}, new int[] {1, 0, 1, 2});
    assertThrows(
        UserError.class,
        () -> new Fixpoint(swing, Matrix.LINK, false, 0).solve(TIGHT.withMaxIterations(500)));
    double[] x = new Fixpoint(swing, Matrix.LINK, true, 0).solve(TIGHT).values();
    assertEquals(Math.sqrt(2), x[1] / x[0], 1e-10);
  }

  @Test
  void importanceRunsOutWithoutACycle() {
    CsrGraph path = CsrGraph.of(2, new int[] {0}, new int[] {1});
    UserError e =
        assertThrows(UserError.class, () -> new Fixpoint(path, Matrix.WALK, false, 0).solve(TIGHT));
    assertTrue(e.getMessage().contains("has no cycle"), e.getMessage());
    assertTrue(!e.getMessage().contains("L + I"), e.getMessage());
  }

  /// L + I does not help there: importance moves on to the ends of the chains for ever.
  @Test
  void withoutACycleTheIdentityNeverComesToRestAndThatIsSaid() {
    CsrGraph path = CsrGraph.of(3, new int[] {0, 1}, new int[] {1, 2});
    for (Matrix matrix : new Matrix[] {Matrix.WALK, Matrix.LINK}) {
      UserError e =
          assertThrows(
              UserError.class,
              () -> new Fixpoint(path, matrix, true, 0).solve(TIGHT.withMaxIterations(2000)));
      assertTrue(e.getMessage().contains("ends of its longest chains"), e.getMessage());
    }
    double[] patched = new Fixpoint(path, Matrix.WALK, true, 0.1).solve(TIGHT).values();
    assertEquals(1, patched[0] + patched[1] + patched[2], 1e-12);
  }

  @Test
  void aBackLinkCountsAsALinkAndBothCountOnce() {
    CsrGraph star = CsrGraph.of(4, new int[] {0, 0, 3, 0}, new int[] {1, 2, 0, 3});
    double[] x = new Fixpoint(star, Matrix.EITHER, true, 0).solve(TIGHT).values();
    assertEquals(x[1], x[3], 1e-12);
    assertEquals(Math.sqrt(3), x[0] / x[1], 1e-10);
  }

  @Test
  void smallEdgesToAllAreADampedWalkWhereEveryPageHasLinks() {
    CsrGraph graph = CsrGraph.of(3, new int[] {0, 0, 1, 2}, new int[] {1, 2, 2, 0});
    double epsilon = 0.2;
    double[] patched = new Fixpoint(graph, Matrix.WALK, false, epsilon).solve(TIGHT).values();
    RankOptions damped = TIGHT.withDamping(1 / (1 + epsilon));
    assertArrayEquals(PageRank.solve(graph, damped).values(), patched, 1e-12);
  }

  @Test
  void theBoundWithEpsilonIsNeverBelowTheTrueError() {
    Random random = Webs.random("epsilon");
    for (int round = 0; round < 100; round++) {
      CsrGraph graph = Webs.graph(random, random.nextBoolean());
      Matrix matrix = Matrix.values()[random.nextInt(3)];
      Fixpoint fixpoint = new Fixpoint(graph, matrix, random.nextBoolean(), 0.5);
      RankVector rough = fixpoint.solve(TIGHT.withThreshold(1e-6));
      RankVector fine = fixpoint.solve(TIGHT.withThreshold(1e-13).withMaxIterations(1_000_000));
      double error = Distance.l1(rough.values(), fine.values());
      assertTrue(error <= rough.errorBound() + 1e-11, () -> error + " > " + rough.errorBound());
    }
  }
}
