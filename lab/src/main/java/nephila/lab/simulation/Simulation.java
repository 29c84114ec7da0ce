package nephila.lab.simulation;

import java.util.Arrays;
import java.util.function.Consumer;
import nephila.lab.selection.PageSelector;
import nephila.ledger.Ledger;
import nephila.ledger.OpicLedger;

/// Reads pages of a web into a ledger in the order of a selector and measures the error of the
/// importance after each N reads, N the number of pages.
///
/// The books are audited at each measure, and a certified bound below the true error is an error of
/// ours: an [IllegalStateException].
public final class Simulation {
  private static final int PUSHES_PER_CRAWL = 100;

  /// Payments along stored rows at once, far more than are needed.
  private static final long MOST_PUSHES = 100_000_000;

  private final SimulatedWeb web;
  private final Ledger ledger;
  private final PageSelector selector;
  private final boolean certified;
  private long reads;

  /// `certified`: the web does not change, so the bound must hold.
  public Simulation(SimulatedWeb web, Ledger ledger, PageSelector selector, boolean certified) {
    this.web = web;
    this.ledger = ledger;
    this.selector = selector;
    this.certified = certified;
    for (int page = 0; page < web.pages(); page++) {
      if (web.knownAtStart(page)) {
        ledger.discovered(page);
      }
    }
  }

  /// A measure. Errors are mean relative errors in percent (000 §4.2) over the known pages, and
  /// over the tenth of them that is most important. `bound` bounds the L1 error, 2 where nothing is
  /// certified. `l1` is that error.
  public record Point(
      long reads,
      double errorPercent,
      double errorPercentTop10,
      double l1,
      double bound,
      double measuresPerPage) {}

  /// Reads `count` pages and reports every `every` reads. A hundred times in between stored rows
  /// are pushed, where the ledger keeps them.
  public void run(long count, long every, Consumer<Point> report) {
    for (long k = 1; k <= count; k++) {
      int page = selector.next();
      if (page == PageSelector.NO_PAGE) {
        return;
      }
      read(page);
      if (k % Math.max(1, every / PUSHES_PER_CRAWL) == 0) {
        ledger.push(MOST_PUSHES);
      }
      if (k % every == 0 || k == count) {
        report.accept(measure());
      }
    }
  }

  private void read(int page) {
    int[] row = web.row(page);
    ledger.read(page, row, 0, row.length);
    if (selector.ordered()) {
      selector.changed(page);
      for (int target : row) {
        selector.changed(target);
      }
    }
    reads++;
    web.tick();
  }

  /// The error now.
  public Point measure() {
    ledger.audit();
    double[] truth = web.importance();
    double known = 0;
    int pages = 0;
    for (int page = 0; page < truth.length; page++) {
      if (ledger.known(page)) {
        known += truth[page];
        pages++;
      }
    }
    double[] errors = new double[pages];
    double[] weights = new double[pages];
    double l1 = 0;
    int at = 0;
    for (int page = 0; page < truth.length; page++) {
      if (ledger.known(page)) {
        double right = truth[page] / known;
        double off = Math.abs(ledger.importance(page) - right);
        l1 += off;
        errors[at] = off / right;
        weights[at++] = right;
      }
    }
    double bound = bound();
    boolean whole = pages == truth.length;
    if (certified && whole && l1 > bound + 1e-9) {
      throw new IllegalStateException("the certified bound " + bound + " is below the error " + l1);
    }
    return new Point(reads, percent(errors), percent(top(errors, weights)), l1, bound, measures());
  }

  private double bound() {
    if (!certified) {
      return 2;
    }
    return ledger.openErrorBound();
  }

  private double measures() {
    return ledger instanceof OpicLedger opic ? opic.measuresPerPage() : 1;
  }

  private static double percent(double[] errors) {
    return 100 * Arrays.stream(errors).average().orElse(0);
  }

  /// The errors of the tenth with the largest weights.
  private static double[] top(double[] errors, double[] weights) {
    double[] sorted = weights.clone();
    Arrays.sort(sorted);
    int count = Math.max(1, errors.length / 10);
    double least = errors.length == 0 ? 0 : sorted[errors.length - count];
    double[] top = new double[errors.length];
    int kept = 0;
    for (int k = 0; k < errors.length; k++) {
      if (weights[k] >= least) {
        top[kept++] = errors[k];
      }
    }
    return Arrays.copyOf(top, kept);
  }
}
