package nephila.community;

import java.util.Arrays;

/// Which pages of the frontier score highest?
public final class TopPages {
  private TopPages() {}

  /// The `count` candidates with the highest scores, best first, the earlier discovered first among
  /// equals; all of them when there are fewer. `score[i]` belongs to `candidates[i]`; no score is
  /// NaN. O(m + c log c) time on average for m candidates and c chosen.
  public static int[] of(int[] candidates, double[] score, int count) {
    int take = Math.min(count, candidates.length);
    if (take == 0) {
      return new int[0];
    }
    double threshold = kthLargest(score.clone(), take);
    int above = 0;
    for (double s : score) {
      above += s > threshold ? 1 : 0;
    }
    int equalsLeft = take - above;
    Integer[] chosen = new Integer[take];
    int filled = 0;
    for (int i = 0; i < candidates.length; i++) {
      if (score[i] > threshold || (score[i] == threshold && equalsLeft-- > 0)) {
        chosen[filled++] = i;
      }
    }
    Arrays.sort(chosen, (a, b) -> Double.compare(score[b], score[a]));
    int[] pages = new int[take];
    for (int i = 0; i < take; i++) {
      pages[i] = candidates[chosen[i]];
    }
    return pages;
  }

  private static double kthLargest(double[] values, int k) {
    int low = 0;
    int high = values.length - 1;
    int wanted = values.length - k;
    while (low < high) {
      double pivot = values[(low + high) >>> 1];
      int i = low;
      int j = high;
      while (i <= j) {
        while (values[i] < pivot) {
          i++;
        }
        while (values[j] > pivot) {
          j--;
        }
        if (i <= j) {
          double swapped = values[i];
          values[i++] = values[j];
          values[j--] = swapped;
        }
      }
      if (wanted <= j) {
        high = j;
      } else if (wanted >= i) {
        low = i;
      } else {
        break;
      }
    }
    return values[wanted];
  }

  /// The pages of the frontier, in the order of discovery.
  public static int[] frontier(ExpandedGraph graph) {
    int[] pages = new int[graph.frontier()];
    int count = 0;
    for (int page = 0; page < graph.known(); page++) {
      if (!graph.isFetched(page)) {
        pages[count++] = page;
      }
    }
    return pages;
  }
}
