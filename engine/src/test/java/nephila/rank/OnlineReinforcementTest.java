package nephila.rank;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import nephila.graph.CsrGraph;
import org.junit.jupiter.api.Test;

class OnlineReinforcementTest {
  private static int[] row(CsrGraph graph, int page) {
    return Arrays.copyOfRange(
        graph.targets(), (int) graph.rowStart(page), (int) graph.rowStart(page + 1));
  }

  private static double[][] matrix(CsrGraph graph) {
    double[][] k = new double[graph.pages()][graph.pages()];
    for (int page = 0; page < k.length; page++) {
      for (int target : row(graph, page)) {
        k[page][target] = 1;
      }
    }
    return k;
  }

  /// Every page of a ring of several chords has a say, and the largest eigenvalue stands alone.
  private static CsrGraph web(Random random, int pages) {
    int[] from = random.ints(6L * pages, 0, pages).toArray();
    int[] to = random.ints(6L * pages, 0, pages).map(page -> page * page / pages).toArray();
    return CsrGraph.of(pages, from, to);
  }

  @Test
  void inAnyOrderItTendsToTheEigenvectorOfADenseSolver() {
    Random random = Webs.random("on-line hubs");
    int compared = 0;
    for (int round = 0; round < 12; round++) {
      CsrGraph graph = web(random, 20 + random.nextInt(60));
      double[] hubs = DenseEigen.principal(DenseEigen.squared(matrix(graph), true));
      double[] authorities = DenseEigen.principal(DenseEigen.squared(matrix(graph), false));
      if (hubs.length == 0) {
        continue;
      }
      compared++;
      OnlineReinforcement online = new OnlineReinforcement();
      for (int read = 0; read < 400 * graph.pages(); read++) {
        int page = round % 2 == 0 ? read % graph.pages() : random.nextInt(graph.pages());
        online.read(page, row(graph, page));
      }
      assertEquals(graph.pages(), online.pages());
      assertArrayEquals(hubs, online.hubs(), 1e-6, "round " + round);
      assertArrayEquals(authorities, online.authorities(), 1e-6, "round " + round);
    }
    assertTrue(compared > 6, compared + " compared");
  }

  @Test
  void whatAPageSaidBeforeIsTakenBackWhenItSaysSomethingElse() {
    Random random = Webs.random("on-line hubs that change");
    CsrGraph before = web(random, 40);
    CsrGraph after = web(random, 40);
    double[] hubs = DenseEigen.principal(DenseEigen.squared(matrix(after), true));
    assertTrue(hubs.length > 0);
    OnlineReinforcement online = new OnlineReinforcement();
    for (int read = 0; read < 3 * 40; read++) {
      online.read(read % 40, row(before, read % 40));
    }
    for (int read = 0; read < 400 * 40; read++) {
      online.read(read % 40, row(after, read % 40));
    }
    assertArrayEquals(hubs, online.hubs(), 1e-6);
  }

  @Test
  void withoutLinksNobodyIsAnything() {
    OnlineReinforcement online = new OnlineReinforcement();
    assertEquals(0, online.hubs().length);
    online.read(3);
    online.read(3);
    assertArrayEquals(new double[4], online.authorities());
  }
}
