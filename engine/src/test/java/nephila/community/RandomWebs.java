package nephila.community;

import java.util.Arrays;
import java.util.Random;
import nephila.graph.CsrGraph;

/// Little webs for tests: sites of pages that link mostly within, popular pages more often; some
/// pages have no links, some link to themselves.
final class RandomWebs {
  private RandomWebs() {}

  static CsrGraph sites(Random random, int sites, int pagesEach) {
    int pages = sites * pagesEach;
    int[] sources = new int[pages * 6];
    int[] targets = new int[pages * 6];
    int links = 0;
    for (int page = 0; page < pages; page++) {
      int degree = random.nextInt(5) == 0 ? 0 : 1 + random.nextInt(5);
      for (int k = 0; k < degree; k++) {
        boolean inside = random.nextInt(4) > 0;
        int site = inside ? page / pagesEach : random.nextInt(sites);
        int rank = (int) (pagesEach * Math.pow(random.nextDouble(), 2));
        sources[links] = page;
        targets[links++] = site * pagesEach + rank;
      }
    }
    return CsrGraph.of(pages, Arrays.copyOf(sources, links), Arrays.copyOf(targets, links));
  }

  /// The local domain: the first site.
  static LocalDomain firstSite(int pagesEach) {
    int[] pages = new int[pagesEach];
    Arrays.setAll(pages, i -> i);
    return LocalDomain.of(pages);
  }

  static KnownGraph source(CsrGraph graph, int pagesEach) {
    return new KnownGraph(
        graph, page -> "http://s" + page / pagesEach + ".test/p" + page % pagesEach + ".html");
  }

  /// The global rank by another road than the room's own solvers: plain power iteration with
  /// uniform dangling pages, links of a page to itself dropped.
  static double[] rank(CsrGraph graph) {
    int n = graph.pages();
    double[] rank = new double[n];
    Arrays.fill(rank, 1.0 / n);
    for (int round = 0; round < 250; round++) {
      double[] next = new double[n];
      double uniform = 0.15;
      for (int page = 0; page < n; page++) {
        int degree = 0;
        for (int k = (int) graph.rowStart(page); k < graph.rowStart(page + 1); k++) {
          degree += graph.targets()[k] == page ? 0 : 1;
        }
        if (degree == 0) {
          uniform += 0.85 * rank[page];
        }
        for (int k = (int) graph.rowStart(page); k < graph.rowStart(page + 1); k++) {
          if (graph.targets()[k] != page) {
            next[graph.targets()[k]] += 0.85 * rank[page] / degree;
          }
        }
      }
      for (int page = 0; page < n; page++) {
        next[page] += uniform / n;
      }
      rank = next;
    }
    return rank;
  }
}
