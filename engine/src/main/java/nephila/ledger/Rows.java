package nephila.ledger;

import java.util.Arrays;

/// The links of each page as they were when it was last read. 20 bytes a page (reference and array
/// header) and 4 bytes a link.
final class Rows {
  static final int[] NONE = {};

  private int[][] rows = {};

  void reach(int pages) {
    if (pages > rows.length) {
      int old = rows.length;
      rows = Arrays.copyOf(rows, Math.max(pages, 2 * old));
      Arrays.fill(rows, old, rows.length, NONE);
    }
  }

  int[] get(int page) {
    return rows[page];
  }

  void put(int page, int[] row) {
    rows[page] = row;
  }
}
