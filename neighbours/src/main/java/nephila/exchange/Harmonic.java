package nephila.exchange;

import java.util.Arrays;
import java.util.Random;
import nephila.graph.CsrGraph;

/// Harmonic centrality as Common Crawl publishes it: the sum of 1/distance over all pages that
/// reach a page. Exact by a search from every page up to [#EXACT] pages; beyond, the searches start
/// from that many pages drawn by a seed, and the sum is scaled up.
final class Harmonic {
  static final int EXACT = 10_000;

  private Harmonic() {}

  static double[] of(CsrGraph graph, long seed) {
    int pages = graph.pages();
    double[] sums = new double[pages];
    int[] starts = starts(pages, seed);
    int[] distance = new int[pages];
    int[] queue = new int[pages];
    for (int start : starts) {
      Arrays.fill(distance, -1);
      distance[start] = 0;
      queue[0] = start;
      int end = 1;
      for (int at = 0; at < end; at++) {
        int page = queue[at];
        for (long k = graph.rowStart(page); k < graph.rowStart(page + 1); k++) {
          int target = graph.target(k);
          if (distance[target] < 0) {
            distance[target] = distance[page] + 1;
            sums[target] += 1.0 / distance[target];
            queue[end++] = target;
          }
        }
      }
    }
    double scale = starts.length == 0 ? 1 : (double) pages / starts.length;
    for (int page = 0; page < pages; page++) {
      sums[page] *= scale;
    }
    return sums;
  }

  private static int[] starts(int pages, long seed) {
    return pages <= EXACT
        ? java.util.stream.IntStream.range(0, pages).toArray()
        : new Random(seed).ints(0, pages).distinct().limit(EXACT).toArray();
  }
}
