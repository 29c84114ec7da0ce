package nephila.lab.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import nephila.graph.PageNames;
import org.junit.jupiter.api.Test;

class PageFamiliesTest {
  private static final int PAGES = 5000;

  /// Each page has a few links, at most so far away.
  private static int[][] rows(int farthest) {
    SplittableRandom random = new SplittableRandom(3);
    int[][] rows = new int[PAGES][];
    for (int page = 0; page < PAGES; page++) {
      int at = page;
      rows[page] =
          random
              .ints(5, -farthest, farthest + 1)
              .map(step -> Math.floorMod(at + step, PAGES))
              .toArray();
    }
    return rows;
  }

  @Test
  void localNumbersMakeBlocksOfSiblings() {
    List<IntUnaryOperator> levels = PageFamilies.of(rows(100), Optional.empty()).levels();
    assertEquals(2, levels.size());
    assertEquals(levels.getFirst().applyAsInt(64), levels.getFirst().applyAsInt(95));
    assertNotEquals(levels.getFirst().applyAsInt(64), levels.getFirst().applyAsInt(96));
    assertEquals(levels.getLast().applyAsInt(64), levels.getLast().applyAsInt(96));
  }

  @Test
  void numbersThatSayNothingMakeNoFamilies() {
    assertTrue(PageFamilies.of(rows(PAGES), Optional.empty()).levels().isEmpty());
  }

  @Test
  void urlsMakeDirectoriesWithinHosts() {
    List<String> urls =
        List.of(
            "http://a.test/x/1.html",
            "http://a.test/x/2.html?next=/y/",
            "http://a.test/y/1.html",
            "http://b.test/x/1.html",
            "http://a.test",
            "http://b.test");
    PageNames names = PageNames.of(urls);
    List<IntUnaryOperator> levels =
        PageFamilies.of(new int[urls.size()][0], Optional.of(names)).levels();
    IntUnaryOperator directory = levels.getFirst();
    IntUnaryOperator host = levels.getLast();
    assertEquals(directory.applyAsInt(0), directory.applyAsInt(1));
    assertNotEquals(directory.applyAsInt(0), directory.applyAsInt(2));
    assertNotEquals(directory.applyAsInt(0), directory.applyAsInt(3));
    assertNotEquals(directory.applyAsInt(4), directory.applyAsInt(5));
    assertEquals(host.applyAsInt(0), host.applyAsInt(2));
    assertEquals(host.applyAsInt(0), host.applyAsInt(4));
    assertNotEquals(host.applyAsInt(0), host.applyAsInt(3));
  }
}
