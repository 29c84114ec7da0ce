package nephila.ledger;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// A small web that changes as a test wishes, and the true importance of its pages by plain power
/// iteration.
final class RandomWeb {
  final RandomGenerator random;
  private int[][] rows = new int[0][];
  private boolean[] gone = {};

  RandomWeb(long seed, int pages) {
    System.out.println("seed " + seed);
    random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    grow(pages);
  }

  /// `-Dnephila.seed=…` tries another one.
  static long anySeed() {
    return Long.getLong("nephila.seed", 1);
  }

  int pages() {
    return rows.length;
  }

  int[] row(int page) {
    return rows[page];
  }

  void grow(int more) {
    int old = rows.length;
    rows = Arrays.copyOf(rows, old + more);
    gone = Arrays.copyOf(gone, old + more);
    for (int page = old; page < rows.length; page++) {
      change(page);
    }
  }

  /// Gives the page other links: few or none, sometimes to itself, mostly to low numbers.
  void change(int page) {
    int out = random.nextInt(8) == 0 ? 0 : random.nextInt(1, 9);
    int[] row = new int[out];
    for (int k = 0; k < out; k++) {
      double skewed = Math.pow(random.nextDouble(), 3);
      row[k] = (int) (skewed * rows.length);
    }
    rows[page] = Arrays.stream(row).sorted().distinct().toArray();
  }

  void remove(int page) {
    gone[page] = true;
    rows[page] = new int[0];
  }

  /// The rank of the pages that are not gone: uniform credit, links to gone pages pay nobody.
  double[] rank(double damping) {
    double[] x = new double[rows.length];
    for (int round = 0; round < 400; round++) {
      double[] next = new double[rows.length];
      for (int page = 0; page < rows.length; page++) {
        next[page] += gone[page] ? 0 : 1;
        for (int target : gone[page] ? new int[0] : row(page)) {
          next[target] += gone[target] ? 0 : damping * x[page] / row(page).length;
        }
      }
      x = next;
    }
    double sum = Arrays.stream(x).sum();
    return Arrays.stream(x).map(value -> value / sum).toArray();
  }

  static double distance(double[] rank, Ledger ledger) {
    double distance = 0;
    for (int page = 0; page < rank.length; page++) {
      distance += Math.abs(rank[page] - ledger.importance(page));
    }
    return distance;
  }
}
