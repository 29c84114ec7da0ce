package nephila.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CsrGraphTest {
  private static final CsrGraph GRAPH =
      CsrGraph.of(4, new int[] {2, 0, 0, 0, 1}, new int[] {2, 3, 1, 3, 0});

  @Test
  void sortsRowsAndDropsDoubledLinks() {
    assertEquals(4, GRAPH.links());
    assertArrayEquals(new int[] {1, 3, 0, 2}, GRAPH.targets());
    assertEquals(2, GRAPH.outDegree(0));
    assertEquals(0, GRAPH.outDegree(3));
  }

  @Test
  void rowsAreTheTargetsOfEachPage() {
    assertArrayEquals(new int[][] {{1, 3}, {0}, {2}, {}}, GRAPH.rows());
  }

  @Test
  void transposedTwiceIsTheSameGraph() {
    CsrGraph again = GRAPH.transpose().transpose();
    assertArrayEquals(GRAPH.targets(), again.targets());
    assertEquals(1, GRAPH.transpose().outDegree(3));
  }
}
