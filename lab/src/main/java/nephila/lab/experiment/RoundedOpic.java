package nephila.lab.experiment;

import nephila.lab.simulation.StaticWeb;

/// OPIC with Cycle selection and a lazy virtual page, its numbers rounded as `float` or kept as
/// `double`: what becomes of the total cash when it is not counted in whole units.
final class RoundedOpic {
  private static final double DAMPING = 0.85;

  private final StaticWeb web;
  private final boolean single;
  private final double[] cash;
  private final double[] history;
  private double level;
  private double clock;

  /// `single`: every stored number is a `float`.
  RoundedOpic(StaticWeb web, boolean single) {
    this.web = web;
    this.single = single;
    this.cash = new double[web.pages()];
    this.history = new double[web.pages()];
    java.util.Arrays.fill(cash, rounded(1.0 / web.pages()));
  }

  private double rounded(double value) {
    return single ? (float) value : value;
  }

  /// Reads every page once.
  void crawl() {
    int pages = cash.length;
    for (int page = 0; page < pages; page++) {
      double paid = rounded(cash[page] + level);
      int[] row = web.row(page);
      history[page] = rounded(history[page] + paid);
      clock = rounded(clock + paid);
      cash[page] = rounded(-level);
      double share = row.length == 0 ? 0 : rounded(DAMPING * paid / row.length);
      for (int target : row) {
        cash[target] = rounded(cash[target] + share);
      }
      level = rounded(level + rounded((paid - share * row.length) / pages));
    }
  }

  /// The cash of all pages; 1 where nothing was lost.
  double total() {
    double sum = 0;
    for (double one : cash) {
      sum += one + level;
    }
    return sum;
  }

  /// (H + C − C0)/G of every page.
  double[] estimate() {
    double[] estimate = new double[cash.length];
    for (int page = 0; page < cash.length; page++) {
      estimate[page] = (history[page] + cash[page] + level - 1.0 / cash.length) / clock;
    }
    return estimate;
  }
}
