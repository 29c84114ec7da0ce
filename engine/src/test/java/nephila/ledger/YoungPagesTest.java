package nephila.ledger;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import nephila.graph.CsrGraph;
import nephila.ledger.OpicLedger.Settings;
import nephila.ledger.window.Window;
import nephila.rank.PageRank;
import nephila.rank.RankOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A crawl begins with one page: whatever the window, no page may seem to be worth a large part of
/// everything because it was paid once and little time has passed since.
class YoungPagesTest {
  private static final int PAGES = 1200;
  private static final int[] NONE = {};
  private static final int[] MOMENTS = {10, 30, 100, 300, 1000, 2000};

  private final int[][] web = web();

  /// Every page names eight that come later and some that come earlier, mostly the first ones.
  private static int[][] web() {
    SplittableRandom random = new SplittableRandom(11);
    int[][] rows = new int[PAGES][];
    for (int page = 0; page < PAGES; page++) {
      int[] row = new int[14];
      for (int k = 0; k < row.length; k++) {
        double u = random.nextDouble();
        int to = k < 8 ? page * 8 + k + 1 : (int) ((page + 1) * u * u * u);
        row[k] = to < PAGES ? to : random.nextInt(PAGES);
      }
      rows[page] = Arrays.stream(row).distinct().toArray();
    }
    return rows;
  }

  /// How much more than its rank the importance of any known page is.
  private double most(OpicLedger ledger) {
    int pages = ledger.pages();
    int[][] rows = new int[pages][];
    for (int page = 0; page < pages; page++) {
      rows[page] = ledger.known(page) && ledger.wasRead(page) ? web[page] : NONE;
    }
    double[] rank = PageRank.solve(CsrGraph.of(rows), RankOptions.DEFAULTS).values();
    double known = 0; // nothing points to the others
    for (int page = 0; page < pages; page++) {
      known += ledger.known(page) ? rank[page] : 0;
    }
    double most = 0;
    for (int page = 0; page < pages; page++) {
      double its = ledger.known(page) ? rank[page] / known : 1;
      most = Math.max(most, ledger.importance(page) - its);
    }
    return most;
  }

  private static int richest(OpicLedger ledger) {
    int best = 0;
    for (int page = 1; page < ledger.pages(); page++) {
      best = ledger.known(page) && ledger.cash(page) > ledger.cash(best) ? page : best;
    }
    return best;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          true  | all
          true  | variable:4
          true  | variable:8
          true  | fixed:4
          true  | improved:4:3
          false | all
          false | growing:4
          false | interpolation:4
          """)
  void noYoungPageSeemsToBeWorthALargePartOfAll(boolean corrected, String window) {
    Settings settings =
        corrected
            ? Settings.corrected(Window.parse(window))
            : Settings.plain().withWindow(Window.parse(window));
    OpicLedger ledger = new OpicLedger(settings);
    ledger.discovered(0);
    StringBuilder told = new StringBuilder();
    int at = 0;
    for (int read = 1; read <= MOMENTS[MOMENTS.length - 1]; read++) {
      int page = richest(ledger);
      ledger.read(page, web[page]);
      if (read == MOMENTS[at]) {
        double most = most(ledger);
        told.append(String.format(Locale.ROOT, " %d: %.3f", read, most));
        at++;
        assertTrue(most < (read < 100 ? 0.01 : 0.055), window + told);
      }
    }
    System.out.println((corrected ? "corrected " : "") + window + told);
  }
}
