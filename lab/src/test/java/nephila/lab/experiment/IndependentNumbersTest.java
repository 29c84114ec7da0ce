package nephila.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import nephila.Progress;
import nephila.graph.CsrGraph;
import nephila.lab.report.Chapter;
import nephila.lab.report.Shown;
import nephila.lab.report.Table;
import nephila.rank.RankOptions.VirtualPage;
import org.junit.jupiter.api.Test;

/// Numbers of the report, computed again with plain arrays of doubles from the papers' formulas, by
/// nothing that the engine has but the graphs: equal to the printed digits.
class IndependentNumbersTest {
  private static final long SEED = 1;

  /// A web as a matrix: row `i` of `links` is where page `i` points; what a page passes along its
  /// links, by how many they are.
  private record Web(int[][] links, boolean smallEdge) {
    int pages() {
      return links.length;
    }

    double passed(int page) {
      int out = links[page].length;
      return smallEdge ? out / (out + 1.0) : out == 0 ? 0 : 0.85;
    }

    /// L·x, with what goes to the virtual page paid to all.
    double[] step(double[] x) {
      double[] next = new double[pages()];
      double rest = 0;
      for (int i = 0; i < pages(); i++) {
        rest += (1 - passed(i)) * x[i];
        for (int j : links[i]) {
          next[j] += passed(i) * x[i] / links[i].length;
        }
      }
      for (int i = 0; i < pages(); i++) {
        next[i] += rest / pages();
      }
      return next;
    }

    double[] truth() {
      double[] x = even(pages());
      for (int k = 0; k < 3000; k++) {
        x = step(x);
      }
      return x;
    }
  }

  private static double[] even(int pages) {
    double[] x = new double[pages];
    Arrays.fill(x, 1.0 / pages);
    return x;
  }

  /// Mean of |estimate − truth| / truth over the pages with the largest truth, in percent.
  private static double error(double[] estimate, double[] truth, int most) {
    Integer[] order = new Integer[truth.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(truth[b], truth[a]));
    double sum = 0;
    for (int k = 0; k < most; k++) {
      int i = order[k];
      sum += Math.abs(estimate[i] - truth[i]) / truth[i];
    }
    return 100 * sum / most;
  }

  /// The papers' Algorithm 1 with Cycle: page after page gives its cash away and notes it in its
  /// history; the virtual page gives at once what it gets. Errors after each N reads.
  private static double[][] opicByCycle(Web web, double[] truth) {
    int n = web.pages();
    double[] cash = even(n);
    double[] history = new double[n];
    double turned = 0;
    double[][] errors = new double[Convergence.CRAWLS][];
    for (int crawl = 0; crawl < errors.length; crawl++) {
      for (int i = 0; i < n; i++) {
        double paid = cash[i];
        cash[i] = 0;
        history[i] += paid;
        turned += paid;
        double passed = web.passed(i) * paid;
        for (int j : web.links[i]) {
          cash[j] += passed / web.links[i].length;
        }
        double rest = (paid - passed) / n;
        for (int j = 0; j < n; j++) {
          cash[j] += rest;
        }
      }
      double[] estimate = new double[n];
      for (int i = 0; i < n; i++) {
        estimate[i] = (history[i] + cash[i]) / (turned + 1);
      }
      errors[crawl] = errors(estimate, truth);
    }
    return errors;
  }

  private static double[] errors(double[] estimate, double[] truth) {
    return new double[] {
      error(estimate, truth, truth.length), error(estimate, truth, (truth.length + 9) / 10)
    };
  }

  private static double[][] offLine(Web web, double[] truth, boolean plusIdentity) {
    double[] x = even(web.pages());
    double[][] errors = new double[Convergence.CRAWLS][];
    for (int k = 0; k < errors.length; k++) {
      double[] next = web.step(x);
      for (int i = 0; i < next.length && plusIdentity; i++) {
        next[i] = (next[i] + x[i]) / 2;
      }
      x = next;
      errors[k] = errors(x, truth);
    }
    return errors;
  }

  @Test
  void theTableOfConvergenceHasTheNumbersOfPlainArrays() {
    Workbench bench =
        new Workbench(Workbench.Scale.TINY, List.of(SEED), Optional.empty(), 1, Progress.SILENT);
    Map<String, List<Object>> printed = new HashMap<>();
    for (Chapter.Block block : new Convergence().run(bench).blocks()) {
      if (block instanceof Chapter.Block.Grid(Table table)) {
        table.rows().forEach(row -> printed.put(row.get(0) + "; " + row.get(1), row));
      }
    }
    int compared = 0;
    for (Model model : Model.values()) {
      for (VirtualPage virtualPage : VirtualPage.values()) {
        Web web = web(model.graph(bench.pages(), SEED), virtualPage);
        double[] truth = web.truth();
        Map<String, double[][]> expected =
            Map.of(
                Convergence.CYCLE,
                opicByCycle(web, truth),
                Convergence.offLine(OffLine.DAGGER),
                offLine(web, truth, false),
                Convergence.offLine(OffLine.DAGGER_PRIME),
                offLine(web, truth, true));
        for (Map.Entry<String, double[][]> line : expected.entrySet()) {
          String name = new Convergence.Setup(model, virtualPage) + "; " + line.getKey();
          compared += compare(name, line.getValue(), printed.getOrDefault(name, List.of()));
        }
      }
    }
    assertTrue(compared >= 100, compared + " numbers");
  }

  private static Web web(CsrGraph graph, VirtualPage virtualPage) {
    int[][] links = new int[graph.pages()][];
    for (int page = 0; page < links.length; page++) {
      links[page] =
          Arrays.copyOfRange(
              graph.targets(), (int) graph.rowStart(page), (int) graph.rowStart(page + 1));
    }
    return new Web(links, virtualPage == VirtualPage.SMALL_EDGE);
  }

  /// N, 2N, 3N, 5N, 10N over all pages, 2N and 10N over the top tenth.
  private static int compare(String name, double[][] errors, List<Object> row) {
    int[] crawls = {1, 2, 3, 5, 10, 2, 10};
    for (int k = 0; k < crawls.length; k++) {
      double expected = errors[crawls[k] - 1][k < 5 ? 0 : 1];
      assertEquals(Shown.number(expected), Shown.cell(row.get(2 + k)), name + ", column " + k);
    }
    return crawls.length;
  }
}
