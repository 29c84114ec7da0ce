package nephila.lab.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import nephila.UserError;
import nephila.graph.CsrGraph;
import nephila.graph.generate.GraphGenerator;
import org.junit.jupiter.api.Test;

class CrawlOrderTest {
  private static final double[] SHARES = {0.05, 0.1, 0.5, 1};

  /// Sites of a hundred pages: each page links to its site's first pages, a neighbour and, rarely,
  /// another site.
  private static CsrGraph sites(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int pages = 5_000;
    int[] sources = new int[pages * 5];
    int[] targets = new int[pages * 5];
    for (int page = 0; page < pages; page++) {
      int site = page - page % 100;
      int[] row = {
        site,
        site + random.nextInt(5),
        site + random.nextInt(100),
        site + (page + 1) % 100,
        (int) (Math.pow(random.nextDouble(), 4) * pages)
      };
      for (int k = 0; k < 5; k++) {
        sources[5 * page + k] = page;
        targets[5 * page + k] = row[k];
      }
    }
    return CsrGraph.of(pages, sources, targets);
  }

  @Test
  void everyOrderCapturesEverythingInTheEndAndTheExactOneIsGood() {
    CrawlOrder crawl = new CrawlOrder(sites(3), 0);
    double[] oracle = crawl.captured(CrawlOrder.Order.ORACLE, SHARES, new SplittableRandom(1));
    double[] exact = crawl.captured(CrawlOrder.Order.EXACT, SHARES, new SplittableRandom(1));
    double[] bfs = crawl.captured(CrawlOrder.Order.BFS, SHARES, new SplittableRandom(1));
    assertTrue(exact[1] > bfs[1] && exact[1] > 0.8 * oracle[1], exact[1] + " of " + oracle[1]);
    for (CrawlOrder.Order order : CrawlOrder.Order.values()) {
      double[] captured = crawl.captured(order, SHARES, new SplittableRandom(1));
      assertEquals(1, captured[3], 1e-9, order.name());
      assertTrue(captured[0] < captured[1] && captured[1] < captured[2], order.name());
    }
  }

  /// 0.80 with the families of docs/decisions/frontier-order.md 032, 0.88 with those of 033.
  @Test
  void directoryHostAndRegionOfAPageTellWhatItWillBeWorth() {
    GraphGenerator web = GraphGenerator.web(100_000, 10, 306);
    CrawlOrder crawl = new CrawlOrder(web.graph(), 0, web.pageNames());
    double[] tenth = {0.1};
    double oracle = crawl.captured(CrawlOrder.Order.ORACLE, tenth, new SplittableRandom(1))[0];
    double exact = crawl.captured(CrawlOrder.Order.EXACT, tenth, new SplittableRandom(1))[0];
    assertTrue(exact > 0.85 * oracle, exact + " of " + oracle);
  }

  @Test
  void ordersAreNamed() {
    assertEquals(
        List.of(CrawlOrder.Order.BFS, CrawlOrder.Order.EXACT),
        CrawlOrder.Order.parse("bfs, exact"));
    assertThrows(UserError.class, () -> CrawlOrder.Order.parse("bfs,dfs"));
    assertThrows(UserError.class, () -> new CrawlOrder(sites(1), 5_000));
  }
}
