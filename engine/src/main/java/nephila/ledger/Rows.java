package nephila.ledger;

import java.util.Arrays;

/// The links of each page as they were when it was last read, and whether it links to itself. 20⅛
/// bytes a page (reference, array header, one bit) and 4 bytes a link.
final class Rows {
  static final int[] NONE = {};

  private int[][] rows = {};
  private long[] selfLinks = {};

  void reach(int pages) {
    if (pages > rows.length) {
      int old = rows.length;
      rows = Arrays.copyOf(rows, Math.max(pages, 2 * old));
      Arrays.fill(rows, old, rows.length, NONE);
      selfLinks = Arrays.copyOf(selfLinks, (rows.length + 63) / 64);
    }
  }

  int[] get(int page) {
    return rows[page];
  }

  boolean selfLink(int page) {
    return (selfLinks[page >> 6] & (1L << page)) != 0;
  }

  void put(int page, int[] row, boolean selfLink) {
    rows[page] = row;
    if (selfLink != selfLink(page)) {
      selfLinks[page >> 6] ^= 1L << page;
    }
  }
}
