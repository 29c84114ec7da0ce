package nephila.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import nephila.lab.selection.PageSelector;
import nephila.ledger.Ledger;

/// One contender reads a real site through its history, so many pages a day, and is measured
/// against the true rank of that day.
///
/// New pages are told to the ledger when they appear, as a sitemap would; that a page is gone or
/// its links changed is learned only by reading it.
final class SiteReplay {
  /// Payments a day, far more than are needed.
  private static final long MOST_PUSHES = 100_000_000;

  private final SiteNow site;
  private final Ledger ledger;
  private final PageSelector selector;

  private SiteReplay(SiteHistory history, Contender contender, long seed) {
    this.site = new SiteNow(history);
    this.ledger = contender.ledger().apply(history.pages());
    this.selector = contender.selector().apply(ledger, seed);
  }

  /// The days to measure at, and the truth at each.
  record Truth(List<Long> days, List<double[]> importance) {
    static Truth of(SiteHistory history, int everyDays) {
      SiteNow site = new SiteNow(history);
      List<Long> days = new ArrayList<>();
      List<double[]> importance = new ArrayList<>();
      for (long day = history.firstDay() + everyDays; day <= history.lastDay(); day += everyDays) {
        site.goTo(day, page -> {});
        days.add(day);
        importance.add(site.importance());
      }
      return new Truth(days, importance);
    }
  }

  /// The share of importance in the wrong place, in percent, at each day of the truth: half the L1
  /// distance between the normalised estimate and the truth.
  static double[] run(
      SiteHistory history, Truth truth, Contender contender, double readsPerDay, long seed) {
    SiteReplay replay = new SiteReplay(history, contender, seed);
    double[] misplaced = new double[truth.days().size()];
    double due = 0;
    long day = history.firstDay();
    for (int k = 0; k < misplaced.length; k++) {
      for (; day <= truth.days().get(k); day++) {
        replay.site.goTo(day, replay::added);
        for (due += readsPerDay; due >= 1; due--) {
          replay.read();
        }
        replay.ledger.push(MOST_PUSHES);
      }
      misplaced[k] = replay.misplaced(truth.importance().get(k));
    }
    return misplaced;
  }

  private void added(int page) {
    ledger.discovered(page);
    tell(page);
  }

  private void tell(int page) {
    if (selector.ordered()) {
      selector.changed(page);
    }
  }

  private void read() {
    int page = selector.next();
    if (page == PageSelector.NO_PAGE) {
      return;
    }
    if (!site.exists(page)) {
      ledger.gone(page);
      tell(page);
      return;
    }
    int[] row = site.row(page);
    ledger.read(page, row, 0, row.length);
    tell(page);
    for (int target : row) {
      tell(target);
    }
  }

  private double misplaced(double[] truth) {
    ledger.audit();
    double sum = 0;
    for (int page = 0; page < ledger.pages(); page++) {
      sum += ledger.importance(page);
    }
    double distance = 0;
    for (int page = 0; page < truth.length; page++) {
      double estimate = page < ledger.pages() ? ledger.importance(page) / sum : 0;
      distance += Math.abs(estimate - truth[page]);
    }
    return 50 * distance;
  }
}
