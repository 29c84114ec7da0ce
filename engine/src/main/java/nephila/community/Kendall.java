package nephila.community;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/// Kendall's rank correlation by Knight's method: sort by one side, count the exchanges a merge
/// sort by the other side makes. O(n log n) time.
///
/// @param tau (concordant − discordant) / all pairs
/// @param tauB the same over the pairs that are not tied, √((all − ties₁)(all − ties₂))
record Kendall(double tau, double tauB) {
  static Kendall of(double[] first, double[] second) {
    int n = first.length;
    if (n < 2) {
      return new Kendall(1, 1);
    }
    int[] a = levels(first);
    int[] b = levels(second);
    Integer[] byBoth = IntStream.range(0, n).boxed().toArray(Integer[]::new);
    Arrays.sort(byBoth, Comparator.<Integer>comparingInt(i -> a[i]).thenComparingInt(i -> b[i]));
    int[] sequence = new int[n];
    for (int i = 0; i < n; i++) {
      sequence[i] = b[byBoth[i]];
    }
    long tiedBoth = 0;
    for (int i = 0, run = 0; i < n; i++) {
      boolean same = i > 0 && a[byBoth[i]] == a[byBoth[i - 1]] && sequence[i] == sequence[i - 1];
      run = same ? run + 1 : 0;
      tiedBoth += run;
    }
    long all = n * (n - 1L) / 2;
    long tiedFirst = ties(a);
    long tiedSecond = ties(b);
    long discordant = exchanges(sequence, new int[n], 0, n);
    long untied = all - tiedFirst - tiedSecond + tiedBoth;
    double excess = untied - 2.0 * discordant;
    double scale = Math.sqrt((double) (all - tiedFirst)) * Math.sqrt((double) (all - tiedSecond));
    return new Kendall(excess / all, scale == 0 ? Double.NaN : excess / scale);
  }

  /// The rank of each value among the distinct values, near-equal ones counted as equal.
  private static int[] levels(double[] values) {
    Integer[] ascending = IntStream.range(0, values.length).boxed().toArray(Integer[]::new);
    Arrays.sort(ascending, Comparator.comparingDouble(i -> values[i]));
    int[] level = new int[values.length];
    int current = 0;
    for (int i = 1; i < ascending.length; i++) {
      double below = values[ascending[i - 1]];
      double here = values[ascending[i]];
      if (here - below > Distances.TIE * Math.abs(here)) {
        current++;
      }
      level[ascending[i]] = current;
    }
    return level;
  }

  private static long ties(int[] levels) {
    long[] count = new long[Arrays.stream(levels).max().orElse(0) + 1];
    for (int level : levels) {
      count[level]++;
    }
    return Arrays.stream(count).map(c -> c * (c - 1) / 2).sum();
  }

  /// Sorts `values[from … to − 1]` and returns how many pairs stood in the wrong order.
  private static long exchanges(int[] values, int[] spare, int from, int to) {
    if (to - from < 2) {
      return 0;
    }
    int middle = (from + to) >>> 1;
    long count = exchanges(values, spare, from, middle) + exchanges(values, spare, middle, to);
    int left = from;
    int right = middle;
    for (int i = from; i < to; i++) {
      if (right == to || (left < middle && values[left] <= values[right])) {
        spare[i] = values[left++];
      } else {
        count += middle - left;
        spare[i] = values[right++];
      }
    }
    System.arraycopy(spare, from, values, from, to - from);
    return count;
  }
}
