package nephila.ledger;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/// The links of each page as they were when it was last read, whether it links to itself, and how
/// many of its children are leaves, where all were read. 36⅛ bytes a page (reference, array header,
/// print, the count and when it was made, one bit) and 4 bytes a link.
///
/// Whether a page has the links it had is told by a print of 64 bits: the row itself lies elsewhere
/// in memory, and comparing with it took a third of a read (docs/decisions/ledger.md 037). The
/// print is the sum of the links, each scrambled with numbers drawn anew for every ledger, so that
/// nobody who writes pages can make two rows of one print.
final class Rows {
  static final int[] NONE = {};
  static final int NOT_COUNTED = -1;

  private static final long SCRAMBLE = 0x9E3779B97F4A7C15L;

  private final long before = ThreadLocalRandom.current().nextLong();
  private final long factor = ThreadLocalRandom.current().nextLong() | 1;

  private int[][] rows = {};
  private long[] prints = {};
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
      prints = Arrays.copyOf(prints, rows.length);
      selfLinks = Arrays.copyOf(selfLinks, (rows.length + 63) / 64);
      leaves = Arrays.copyOf(leaves, rows.length);
      countedIn = Arrays.copyOf(countedIn, rows.length);
    }
  }

  int[] get(int page) {
    return rows[page];
  }

  /// Whether the row of the page has these links, in any order.
  boolean is(int page, int[] links, int from, int to) {
    return prints[page] == print(links, from, to);
  }

  long print(int[] links, int from, int to) {
    long sum = 0;
    for (int k = from; k < to; k++) {
      long link = (links[k] ^ before) * factor;
      link = (link ^ link >>> 32) * SCRAMBLE;
      sum += link ^ link >>> 29;
    }
    return sum;
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
    prints[page] = print(row, 0, row.length);
    countedIn[page] = 0;
    if (selfLink != selfLink(page)) {
      selfLinks[page >> 6] ^= 1L << page;
    }
  }
}
