package nephila.ledger;

import java.util.Arrays;

/// The links of each page as they were when it was last read, whether it links to itself, and how
/// many of its children are leaves, where all were read. 28⅛ bytes a page (reference, array header,
/// the count and when it was made, one bit) and 4 bytes a link.
final class Rows {
  static final int[] NONE = {};
  static final int NOT_COUNTED = -1;

  private int[][] rows = {};
  private long[] selfLinks = {};
  private int[] leaves = {};

  /// A count holds if it was made in this age. An age ends when a read page becomes another kind.
  private int[] countedIn = {};

  private int age = 1;

  void reach(int pages) {
    if (pages > rows.length) {
      int old = rows.length;
      rows = Arrays.copyOf(rows, Math.max(pages, 2 * old));
      Arrays.fill(rows, old, rows.length, NONE);
      selfLinks = Arrays.copyOf(selfLinks, (rows.length + 63) / 64);
      leaves = Arrays.copyOf(leaves, rows.length);
      countedIn = Arrays.copyOf(countedIn, rows.length);
    }
  }

  int[] get(int page) {
    return rows[page];
  }

  boolean selfLink(int page) {
    return (selfLinks[page >> 6] & (1L << page)) != 0;
  }

  /// How many children of the page are leaves, or [#NOT_COUNTED].
  int leaves(int page) {
    return countedIn[page] == age ? leaves[page] : NOT_COUNTED;
  }

  /// All children of the page were read, and so many are leaves.
  void leavesAre(int page, int count) {
    leaves[page] = count;
    countedIn[page] = age;
  }

  void forgetLeaves() {
    if (++age == 0) {
      Arrays.fill(countedIn, 0);
      age = 1;
    }
  }

  void put(int page, int[] row, boolean selfLink) {
    rows[page] = row;
    countedIn[page] = 0;
    if (selfLink != selfLink(page)) {
      selfLinks[page >> 6] ^= 1L << page;
    }
  }
}
