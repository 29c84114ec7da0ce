package nephila.lab.experiment;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import nephila.graph.CsrGraph;
import nephila.rank.PageRank;
import nephila.rank.RankOptions;

/// A site at some day of its history.
final class SiteNow {
  private final SiteHistory history;
  private final boolean[] exists;
  private final int[][] rows;
  private int next;

  SiteNow(SiteHistory history) {
    this.history = history;
    this.exists = new boolean[history.pages()];
    this.rows = new int[history.pages()][];
    Arrays.fill(rows, new int[0]);
  }

  /// Lets everything happen that happened up to the end of that day; `added` hears of new pages.
  void goTo(long day, IntConsumer added) {
    while (next < history.events().size()
        && history.events().get(next).unixTime() / 86_400 <= day) {
      SiteHistory.Event event = history.events().get(next++);
      int page = event.page();
      boolean deleted = event.kind() == 'D';
      int[] old = deleted || !exists[page] ? new int[0] : rows[page];
      boolean fresh = !deleted && !exists[page];
      exists[page] = !deleted;
      rows[page] = deleted ? new int[0] : changed(old, event);
      if (fresh) {
        added.accept(page);
      }
    }
  }

  private static int[] changed(int[] row, SiteHistory.Event event) {
    return IntStream.concat(Arrays.stream(row), Arrays.stream(event.added()))
        .filter(target -> Arrays.stream(event.removed()).noneMatch(gone -> gone == target))
        .sorted()
        .distinct()
        .toArray();
  }

  boolean exists(int page) {
    return exists[page];
  }

  int[] row(int page) {
    return rows[page];
  }

  int size() {
    int count = 0;
    for (boolean one : exists) {
      count += one ? 1 : 0;
    }
    return count;
  }

  /// The true importance now, over the pages that exist; links to pages that do not exist lose what
  /// they carry to the virtual page.
  double[] importance() {
    RankOptions options = RankOptions.DEFAULTS.withThreshold(1e-10);
    double[] rank = PageRank.solve(CsrGraph.of(rows), options).values();
    double sum = 0;
    for (int page = 0; page < rank.length; page++) {
      rank[page] = exists[page] ? rank[page] : 0;
      sum += rank[page];
    }
    for (int page = 0; page < rank.length; page++) {
      rank[page] /= sum;
    }
    return rank;
  }
}
