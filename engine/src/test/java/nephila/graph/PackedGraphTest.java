package nephila.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import nephila.graph.generate.GraphGenerator;
import nephila.rank.PageRank;
import org.junit.jupiter.api.Test;

class PackedGraphTest {
  /// Pages 0 and 9,999 point to all others, the rest to a few, some to themselves, some nowhere.
  private static CsrGraph wide() {
    SplittableRandom random = new SplittableRandom(5);
    int pages = 10_000;
    int[][] rows = new int[pages][];
    for (int page = 0; page < pages; page++) {
      int length = page == 0 || page == pages - 1 ? pages : random.nextInt(4);
      rows[page] =
          length == pages
              ? java.util.stream.IntStream.range(0, pages).toArray()
              : random.ints(length, 0, pages).sorted().distinct().toArray();
    }
    return CsrGraph.of(rows);
  }

  private static void same(CsrGraph expected, PackedGraph packed) {
    assertEquals(expected.pages(), packed.pages());
    assertEquals(expected.links(), packed.links());
    PackedGraph.Rows rows = packed.rows();
    for (int page = 0; page < expected.pages(); page++) {
      int[] row =
          Arrays.copyOfRange(
              expected.targets(), (int) expected.rowStart(page), (int) expected.rowStart(page + 1));
      assertEquals(row.length, packed.outDegree(page));
      int length = rows.read(page);
      assertArrayEquals(row, Arrays.copyOf(rows.targets, length), "page " + page);
    }
  }

  @Test
  void rowsAreThoseOfTheGraphTheyWerePackedFrom() {
    same(wide(), PackedGraph.of(wide()));
    same(CsrGraph.of(new int[0][]), PackedGraph.of(CsrGraph.of(new int[0][])));
  }

  @Test
  void turnedRoundItIsTheGraphTurnedRound() {
    same(wide().transpose(), PackedGraph.of(wide()).transpose());
  }

  @Test
  void aCursorWalksAlongARow() {
    PackedGraph packed = PackedGraph.of(CsrGraph.of(new int[][] {{}, {0, 2}, {1}}));
    LinkGraph.LinkCursor cursor = packed.successors(1);
    assertEquals(0, cursor.next());
    assertEquals(2, cursor.next());
    assertEquals(LinkGraph.NO_PAGE, cursor.next());
    assertEquals(LinkGraph.NO_PAGE, packed.successors(0).next());
  }

  @Test
  void itHasTheRankOfTheSameGraph() {
    CsrGraph web = GraphGenerator.web(3000, 8, 3).graph();
    assertArrayEquals(
        PageRank.solve(web).values(), PageRank.solve(PackedGraph.of(web)).values(), 1e-15);
  }
}
