package nephila.rank;

import java.util.Arrays;

/// Who links to each page of the core, in compressed sparse rows by target, self-links apart.
/// Dangling pages are left out: they receive and never give, so nobody waits for them.
///
/// Core pages are numbered in the order of their pages, which keeps the locality that web graphs
/// have, and cut into blocks of equal page counts: a block is what a thread takes at a time, and
/// keeps array lengths within `int` however many links there are. Costs 4 bytes a link (12 with
/// weights) while it is built, afterwards about a third of that where rows resemble each other
/// ([RowBlock]), and 20 bytes a core page.
final class InLinks {
  private static final int MOST_BLOCK_BITS = 18;
  private static final int LEAST_BLOCK_BITS = 10;
  private static final int AIMED_BLOCKS = 64;

  final RowBlock[] blocks;

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
    int[][] sources = new int[starts.length][];
    double[][] weights = new double[flow.graph.weighted() ? starts.length : 0][];
    for (int b = 0; b < starts.length; b++) {
      sources[b] = new int[sumUp(starts[b])];
      if (weights.length > 0) {
        weights[b] = new double[sources[b].length];
      }
    }
    fill(flow, coreOf, bits, new Rows(starts, sources, weights));
    blocks = new RowBlock[starts.length];
    for (int b = 0; b < starts.length; b++) {
      blocks[b] =
          weights.length > 0
              ? RowBlock.weighted(b << bits, starts[b], sources[b], weights[b])
              : RowBlock.plain(b << bits, starts[b], sources[b]);
      sources[b] = NONE;
    }
  }

  private static final int[] NONE = {};

  /// Rows by block: row i of block b is `sources[b][starts[b][i] … starts[b][i + 1] − 1]`; no
  /// `weights` where links have none.
  private record Rows(int[][] starts, int[][] sources, double[][] weights) {}

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

  private void fill(Flow flow, int[] coreOf, int bits, Rows rows) {
    int mask = (1 << bits) - 1;
    Row row = new Row(flow.graph);
    for (int source = pages.length - 1; source >= 0; source--) {
      row.read(pages[source]);
      for (int k = row.from; k < row.to; k++) {
        int target = coreOf[row.targets[k]];
        if (target >= 0 && target != source) {
          int block = target >>> bits;
          int at = --rows.starts[block][target & mask];
          rows.sources[block][at] = source;
          if (row.weights != null) {
            rows.weights[block][at] = row.weights[k];
          }
        }
      }
    }
  }
}
