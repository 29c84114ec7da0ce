package nephila.rank;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import nephila.UserError;
import nephila.graph.CsrGraph;
import org.junit.jupiter.api.Test;

class MutualReinforcementTest {
  private static final RankOptions TIGHT = RankOptions.DEFAULTS.withThreshold(1e-14);

  @Test
  void twoHubsOfOneAuthorityShareAndTheOtherPagesHaveNothing() {
    CsrGraph graph = CsrGraph.of(5, new int[] {0, 1, 3}, new int[] {2, 2, 4});
    MutualReinforcement of = new MutualReinforcement(graph);
    assertArrayEquals(new double[] {0, 0, 1, 0, 0}, of.authorities(TIGHT).values(), 1e-12);
    assertArrayEquals(new double[] {.5, .5, 0, 0, 0}, of.hubs(TIGHT).values(), 1e-12);
    assertEquals(Double.POSITIVE_INFINITY, of.hubs(TIGHT).errorBound());
  }

  @Test
  void aGraphWithoutLinksHasNeither() {
    CsrGraph none = CsrGraph.of(3, new int[0], new int[0]);
    assertThrows(UserError.class, () -> new MutualReinforcement(none).authorities(TIGHT));
    CsrGraph empty = CsrGraph.of(0, new int[0], new int[0]);
    assertEquals(0, new MutualReinforcement(empty).hubs(TIGHT).pages());
  }

  /// Beside all eigenvectors of KᵀK by Jacobi's rotations: what all pages alike have of those of
  /// the largest eigenvalue.
  @Test
  void onRandomWebsItIsThePrincipalEigenvectorOfADenseSolver() {
    Random random = Webs.random("hubs");
    int compared = 0;
    for (int round = 0; round < 150; round++) {
      CsrGraph graph = round < 148 ? Webs.graph(random, random.nextBoolean()) : large(random);
      if (graph.links() == 0) {
        continue;
      }
      double[][] k = new double[graph.pages()][graph.pages()];
      for (int i = 0; i < k.length; i++) {
        for (long link = graph.rowStart(i); link < graph.rowStart(i + 1); link++) {
          k[i][graph.target(link)] = graph.weight(link);
        }
      }
      double[] dense = DenseEigen.principal(DenseEigen.squared(k, false));
      if (dense.length == 0) {
        continue; // two eigenvalues are too near to tell the vectors apart
      }
      compared++;
      MutualReinforcement of = new MutualReinforcement(graph);
      assertArrayEquals(dense, of.authorities(TIGHT).values(), 1e-7, "round " + round);
      double[] hubs = DenseEigen.principal(DenseEigen.squared(k, true));
      assertArrayEquals(hubs, of.hubs(TIGHT).values(), 1e-7, "round " + round);
    }
    assertTrue(compared > 100, compared + " compared");
  }

  private static CsrGraph large(Random random) {
    int pages = 120;
    int[] from = random.ints(900, 0, pages).toArray();
    int[] to = random.ints(900, 0, pages).map(page -> page * page / pages).toArray();
    return CsrGraph.of(pages, from, to);
  }
}
