package nephila.rank;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Who links to each page of the core, in compressed sparse rows by target, self-links apart.
/// Dangling pages are left out: they receive and never give, so nobody waits for them.
///
/// Core pages are numbered in the order of their pages, which keeps the locality that web graphs
/// have, and cut into blocks of equal page counts: a block is what a thread takes at a time, and
/// keeps array lengths within `int` however many links there are. Costs 4 bytes a link (12 with
/// weights) and 28 bytes a core page.
final class InLinks {
  private static final int MOST_BLOCK_BITS = 18;
  private static final int LEAST_BLOCK_BITS = 10;
  private static final int AIMED_BLOCKS = 64;

  /// Rows of the pages `first … first + starts.length − 2`: row i is `sources[starts[i] … starts[i
  /// + 1] − 1]`.
  record Block(int first, int[] starts, int[] sources, double @Nullable [] weights) {}

  final Block[] blocks;

  /// Core number → page.
  final int[] pages;

  /// By core number: 1/(1 − what the page passes to itself).
  final double[] selfGain;

  final long links;

  InLinks(Flow flow) {
    int[] coreOf = new int[flow.share.length];
    pages = new int[flow.core];
    selfGain = new double[flow.core];
    Arrays.fill(selfGain, 1);
    number(flow, coreOf);
    int bits = LEAST_BLOCK_BITS;
    while (bits < MOST_BLOCK_BITS && (flow.core >>> bits) >= AIMED_BLOCKS) {
      bits++;
    }
    int[][] starts = new int[(flow.core + (1 << bits) - 1) >>> bits][];
    for (int b = 0; b < starts.length; b++) {
      starts[b] = new int[Math.min(1 << bits, flow.core - (b << bits)) + 1];
    }
    links = count(flow, coreOf, starts, bits);
    blocks = new Block[starts.length];
    boolean weighted = flow.graph.weighted();
    for (int b = 0; b < starts.length; b++) {
      int total = sumUp(starts[b]);
      double[] weights = weighted ? new double[total] : null;
      blocks[b] = new Block(b << bits, starts[b], new int[total], weights);
    }
    fill(flow, coreOf, bits);
  }

  private void number(Flow flow, int[] coreOf) {
    int next = 0;
    for (int page = 0; page < coreOf.length; page++) {
      coreOf[page] = -1;
      if (flow.share[page] > 0) {
        pages[next] = page;
        coreOf[page] = next++;
      }
    }
  }

  private long count(Flow flow, int[] coreOf, int[][] starts, int bits) {
    int mask = (1 << bits) - 1;
    long counted = 0;
    Row row = new Row(flow.graph);
    for (int source = 0; source < pages.length; source++) {
      row.read(pages[source]);
      for (int k = row.from; k < row.to; k++) {
        int target = coreOf[row.targets[k]];
        if (target == source) {
          double weight = row.weights == null ? 1 : row.weights[k];
          selfGain[source] = 1 / (1 - flow.share[pages[source]] * weight);
        } else if (target >= 0) {
          starts[target >>> bits][target & mask]++;
          counted++;
        }
      }
    }
    return counted;
  }

  /// Turns counts into the ends of the rows and returns the total; filling backwards makes them
  /// starts.
  private static int sumUp(int[] counts) {
    long sum = 0;
    for (int i = 0; i < counts.length; i++) {
      sum += counts[i];
      counts[i] = Math.toIntExact(sum);
    }
    return counts[counts.length - 1];
  }

  private void fill(Flow flow, int[] coreOf, int bits) {
    int mask = (1 << bits) - 1;
    Row row = new Row(flow.graph);
    for (int source = pages.length - 1; source >= 0; source--) {
      row.read(pages[source]);
      for (int k = row.from; k < row.to; k++) {
        int target = coreOf[row.targets[k]];
        if (target >= 0 && target != source) {
          Block block = blocks[target >>> bits];
          int at = --block.starts[target & mask];
          block.sources[at] = source;
          if (block.weights != null && row.weights != null) {
            block.weights[at] = row.weights[k];
          }
        }
      }
    }
  }
}
