package nephila.rank;

import static org.junit.jupiter.api.Assertions.assertEquals;

import nephila.graph.CsrGraph;
import org.junit.jupiter.api.Test;

class PageRankTest {
  @Test
  void twoPagesThatLinkToEachOtherShareAlike() {
    CsrGraph graph = CsrGraph.of(2, new int[] {0, 1}, new int[] {1, 0});
    RankVector rank = PageRank.solve(graph, RankOptions.DEFAULTS.withThreshold(1e-13));
    assertEquals(0.5, rank.value(0), 1e-13);
    assertEquals(0.5, rank.value(1), 1e-13);
  }
}
