package nephila.rank;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// In-link rows of the pages `first … first + rows − 1`, each told by its difference to the row
/// before where that is shorter.
///
/// Neighbours in a web graph are linked from much the same pages, so the difference has a third as
/// many entries as the rows (cnr-2000: 1.05 of 2.91 million; uk-2007-05@100000: 0.87 of 2.98
/// million). Entries of row i: those to add up to `|end|`, then those to subtract up to `ends[2i +
/// 1]`, where end is `ends[2i]`, or its complement `~ends[2i]` where the row starts from nothing.
///
/// D1 a carried sum is made of the values now in place: a page's value changes only at its own row,
/// and its own row does not hold it (self-links are kept apart).
///
/// Weighted rows all start from nothing; `weights` go with `sources`.
record RowBlock(int first, int[] ends, int[] sources, double @Nullable [] weights) {
  /// At most so many rows are told one by the other, which bounds what rounding can gather.
  private static final int LONGEST_CHAIN = 64;

  int rows() {
    return ends.length / 2;
  }

  /// Rows `sources[starts[i] … starts[i + 1] − 1]`, ascending, as they are.
  static RowBlock weighted(int first, int[] starts, int[] sources, double[] weights) {
    int[] ends = new int[2 * (starts.length - 1)];
    for (int row = 0; row < starts.length - 1; row++) {
      ends[2 * row] = ~starts[row + 1];
      ends[2 * row + 1] = starts[row + 1];
    }
    return new RowBlock(first, ends, sources, weights);
  }

  /// Rows `sources[starts[i] … starts[i + 1] − 1]`, ascending, by their differences.
  static RowBlock plain(int first, int[] starts, int[] sources) {
    int rows = starts.length - 1;
    int[] ends = new int[2 * rows];
    int[] entries = new int[sources.length];
    int[] minus = new int[16];
    int at = 0;
    int chain = LONGEST_CHAIN;
    for (int row = 0; row < rows; row++) {
      int from = starts[row];
      int length = starts[row + 1] - from;
      if (length > minus.length) {
        minus = new int[2 * length];
      }
      long found =
          chain == LONGEST_CHAIN || length == 0
              ? -1
              : difference(sources, starts[row - 1], from, starts[row + 1], entries, at, minus);
      if (found < 0) {
        System.arraycopy(sources, from, entries, at, length);
        at += length;
        ends[2 * row] = ~at;
        chain = 0;
      } else {
        at += (int) (found >>> 32);
        ends[2 * row] = at;
        System.arraycopy(minus, 0, entries, at, (int) found);
        at += (int) found;
        chain++;
      }
      ends[2 * row + 1] = at;
    }
    return new RowBlock(first, ends, Arrays.copyOf(entries, at), null);
  }

  /// Writes what row `[middle, end)` has and the row before, `[start, middle)`, has not to `plus[at
  /// …]`, the opposite to `minus`. Returns both counts, the first in the high half, or −1 where
  /// that is no shorter than the row.
  private static long difference(
      int[] sources, int start, int middle, int end, int[] plus, int at, int[] minus) {
    int length = end - middle;
    int added = 0;
    int taken = 0;
    int before = start;
    int now = middle;
    while (added + taken < length) {
      if (now == end) {
        int rest = middle - before;
        if (added + taken + rest >= length) {
          return -1;
        }
        System.arraycopy(sources, before, minus, taken, rest);
        return (long) added << 32 | (taken + rest);
      }
      if (before == middle || sources[now] < sources[before]) {
        plus[at + added++] = sources[now++];
      } else if (sources[now] > sources[before]) {
        minus[taken++] = sources[before++];
      } else {
        now++;
        before++;
      }
    }
    return -1;
  }
}
