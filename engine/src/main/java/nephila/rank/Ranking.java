package nephila.rank;

import java.util.Arrays;

/// Orders pages by value, descending; equal values in the order of page numbers.
final class Ranking {
  private Ranking() {}

  /// The `k` pages of the largest values. Takes O(n + k log k) time and 12 bytes a page.
  static int[] top(double[] values, int k) {
    int wanted = Math.clamp(k, 0, values.length);
    if (wanted == 0) {
      return new int[0];
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double smallest = sorted[values.length - wanted];
    long above = 0;
    for (double value : values) {
      above += value > smallest ? 1 : 0;
    }
    int[] pages = new int[wanted];
    int found = 0;
    long equalWanted = wanted - above;
    for (int page = 0; page < values.length && found < wanted; page++) {
      if (values[page] > smallest || (values[page] == smallest && equalWanted-- > 0)) {
        pages[found++] = page;
      }
    }
    sortDescending(pages, values);
    return pages;
  }

  /// Sorts pages by value, descending, leaving equal values in their order: a merge sort on
  /// primitives with one scratch array. Returns how many pairs stood in the wrong order.
  static long sortDescending(int[] pages, double[] values) {
    int[] from = pages;
    int[] to = new int[pages.length];
    long inversions = 0;
    for (long width = 1; width < pages.length; width *= 2) {
      for (long start = 0; start < pages.length; start += 2 * width) {
        int middle = (int) Math.min(start + width, pages.length);
        int end = (int) Math.min(start + 2 * width, pages.length);
        inversions += merge(from, to, (int) start, middle, end, values);
      }
      int[] swapped = from;
      from = to;
      to = swapped;
    }
    if (from != pages) {
      System.arraycopy(from, 0, pages, 0, pages.length);
    }
    return inversions;
  }

  private static long merge(int[] from, int[] to, int start, int middle, int end, double[] values) {
    int left = start;
    int right = middle;
    long inversions = 0;
    for (int k = start; k < end; k++) {
      boolean takeLeft =
          right >= end || (left < middle && values[from[left]] >= values[from[right]]);
      inversions += takeLeft ? 0 : middle - left;
      to[k] = takeLeft ? from[left++] : from[right++];
    }
    return inversions;
  }
}
