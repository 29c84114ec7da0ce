package nephila.rank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RowBlockTest {
  @Test
  void differencesGiveBackTheRows() {
    Random random = Webs.random("rows");
    for (int round = 0; round < 300; round++) {
      List<TreeSet<Integer>> rows = alike(random, 1 + random.nextInt(200));
      RowBlock block = block(rows);
      assertEquals(rows, decoded(block));
      int entries = rows.stream().mapToInt(TreeSet::size).sum();
      assertTrue(block.sources().length <= entries);
    }
  }

  @Test
  void equalRowsCostNothingAfterTheFirst() {
    TreeSet<Integer> row = new TreeSet<>(List.of(3, 5, 8));
    assertEquals(3, block(List.of(row, row, row)).sources().length);
  }

  /// Rows that are the row before with a few entries more or fewer, now and then quite another.
  private static List<TreeSet<Integer>> alike(Random random, int count) {
    List<TreeSet<Integer>> rows = new ArrayList<>();
    TreeSet<Integer> row = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      row = random.nextInt(10) == 0 ? new TreeSet<>() : new TreeSet<>(row);
      for (int change = random.nextInt(6); change > 0; change--) {
        int source = random.nextInt(50);
        if (!row.remove(source)) {
          row.add(source);
        }
      }
      rows.add(row);
    }
    return rows;
  }

  private static RowBlock block(List<TreeSet<Integer>> rows) {
    int[] starts = new int[rows.size() + 1];
    for (int i = 0; i < rows.size(); i++) {
      starts[i + 1] = starts[i] + rows.get(i).size();
    }
    int[] sources = rows.stream().flatMap(TreeSet::stream).mapToInt(s -> s).toArray();
    return RowBlock.plain(0, starts, sources);
  }

  private static List<TreeSet<Integer>> decoded(RowBlock block) {
    List<TreeSet<Integer>> rows = new ArrayList<>();
    TreeSet<Integer> row = new TreeSet<>();
    int k = 0;
    for (int i = 0; i < block.rows(); i++) {
      int end = block.ends()[2 * i];
      row = end < 0 ? new TreeSet<>() : new TreeSet<>(row);
      for (; k < (end < 0 ? ~end : end); k++) {
        assertTrue(row.add(block.sources()[k]), "added twice");
      }
      for (; k < block.ends()[2 * i + 1]; k++) {
        assertTrue(row.remove(block.sources()[k]), "taken though not there");
      }
      rows.add(row);
    }
    return rows;
  }
}
