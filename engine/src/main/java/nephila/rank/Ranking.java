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

  /// Sorts pages by value, descending, equal values by page number: a merge sort on primitives,
  /// stable, with one scratch array.
  static void sortDescending(int[] pages, double[] values) {
    int[] from = pages;
    int[] to = new int[pages.length];
    for (int width = 1; width < pages.length && width > 0; width *= 2) {
      for (int start = 0; start < pages.length; start += 2 * width) {
        int middle = Math.min(start + width, pages.length);
        int end = Math.min(middle + width, pages.length);
        merge(from, to, start, middle, end, values);
        if (start > pages.length - 2 * width) {
          break;
        }
      }
      int[] swapped = from;
      from = to;
      to = swapped;
    }
    if (from != pages) {
      System.arraycopy(from, 0, pages, 0, pages.length);
    }
  }

  private static void merge(int[] from, int[] to, int start, int middle, int end, double[] values) {
    int left = start;
    int right = middle;
    for (int k = start; k < end; k++) {
      boolean takeLeft =
          right >= end || (left < middle && values[from[left]] >= values[from[right]]);
      to[k] = takeLeft ? from[left++] : from[right++];
    }
  }
}
