package nephila.lab.simulation;

import java.util.Arrays;
import nephila.graph.CsrGraph;
import nephila.rank.PageRank;
import nephila.rank.RankOptions;

/// The part of a web that can be reached from one page, in breadth-first order: page `order[k]` of
/// the web is page k of the part.
final class Reachable {
  private final int[] order;
  private final int[] number;
  private final int[][] rows;

  private Reachable(int[] order, int[] number, int[][] rows) {
    this.order = order;
    this.number = number;
    this.rows = rows;
  }

  static Reachable from(int[][] rows, int seed) {
    int[] number = new int[rows.length];
    Arrays.fill(number, -1);
    int[] order = new int[rows.length];
    int count = 0;
    order[count] = seed;
    number[seed] = count++;
    for (int k = 0; k < count; k++) {
      for (int target : rows[order[k]]) {
        if (number[target] < 0) {
          order[count] = target;
          number[target] = count++;
        }
      }
    }
    return new Reachable(Arrays.copyOf(order, count), number, rows);
  }

  int[] order() {
    return order;
  }

  CsrGraph graph() {
    long[] offsets = new long[order.length + 1];
    for (int k = 0; k < order.length; k++) {
      offsets[k + 1] = offsets[k] + rows[order[k]].length;
    }
    int[] targets = new int[(int) offsets[order.length]];
    int at = 0;
    for (int page : order) {
      int start = at;
      for (int target : rows[page]) {
        targets[at++] = number[target];
      }
      Arrays.sort(targets, start, at);
    }
    return CsrGraph.wrap(offsets, targets);
  }

  /// The rank of the part, by the web's page numbers.
  double[] rank(RankOptions oracle) {
    double[] part = PageRank.solve(graph(), oracle).values();
    double[] rank = new double[number.length];
    for (int k = 0; k < order.length; k++) {
      rank[order[k]] = part[k];
    }
    return rank;
  }
}
