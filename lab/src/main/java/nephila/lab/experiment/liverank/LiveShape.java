package nephila.lab.experiment.liverank;

import java.util.Arrays;
import java.util.Locale;
import nephila.lab.chart.Axis;
import nephila.lab.chart.LineChart;
import nephila.lab.report.Claim;
import nephila.lab.report.ClaimVerdict;
import nephila.rank.PageRank;

/// Figure 1 of paper 002: how in-degree and PageRank are distributed over living, dead and all
/// pages.
final class LiveShape {
  private static final int POINTS = 60;

  private final OldSnapshot old;
  private final double[] inDegree;
  private final double[] rank;

  LiveShape(OldSnapshot old) {
    this.old = old;
    int n = old.snapshot().pages();
    inDegree = new double[n];
    rank = PageRank.solve(old.snapshot().links()).values().clone();
    for (int page = 0; page < n; page++) {
      inDegree[page] = 1.0 + old.snapshot().backLinks().outDegree(page);
      rank[page] *= n;
    }
  }

  LineChart inDegrees() {
    return chart("Figure 1a: in-degree, " + old.name(), "in-degree + 1", inDegree);
  }

  LineChart ranks() {
    return chart("Figure 1b: PageRank, " + old.name(), "PageRank × pages", rank);
  }

  private LineChart chart(String title, String label, double[] values) {
    return LineChart.titled(title)
        .x(Axis.log(label))
        .y(Axis.linear("share of the pages below").percent().from(0).to(1))
        .line("alive", quantiles(of(values, true)), shares())
        .line("dead", quantiles(of(values, false)), shares())
        .line("all", quantiles(values.clone()), shares());
  }

  private double[] of(double[] values, boolean alive) {
    double[] some = new double[values.length];
    int count = 0;
    for (int page = 0; page < values.length; page++) {
      if (old.alive()[page] == alive) {
        some[count++] = values[page];
      }
    }
    return Arrays.copyOf(some, count);
  }

  private static double[] quantiles(double[] values) {
    Arrays.sort(values);
    double[] found = new double[values.length == 0 ? 0 : POINTS + 1];
    for (int k = 0; k < found.length; k++) {
      found[k] = values[(int) Math.min(values.length - 1L, (long) k * values.length / POINTS)];
    }
    return found;
  }

  private static double[] shares() {
    double[] shares = new double[POINTS + 1];
    for (int k = 0; k <= POINTS; k++) {
      shares[k] = (double) k / POINTS;
    }
    return shares;
  }

  /// The chance that a living page has more than a dead one, ties counting half.
  private double advantage(double[] values) {
    double[] dead = of(values, false);
    Arrays.sort(dead);
    double sum = 0;
    double[] living = of(values, true);
    for (double value : living) {
      sum += 0.5 * (below(dead, value) + below(dead, Math.nextUp(value)));
    }
    return sum / Math.max(1, living.length) / Math.max(1, dead.length);
  }

  private static int below(double[] sorted, double value) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  Claim claim() {
    double byDegree = advantage(inDegree);
    double byRank = advantage(rank);
    int holding = (byDegree > 0.5 ? 1 : 0) + (byRank > 0.5 ? 1 : 0) + (byRank > byDegree ? 1 : 0);
    return new Claim(
        "002 §3.3",
        "Living pages have slightly higher in-degree and PageRank, PageRank more so.",
        "chance that a living page has more than a dead one, " + old.name(),
        String.format(
            Locale.ROOT, "%s: in-degree %.3f, PageRank %.3f", old.name(), byDegree, byRank),
        ClaimVerdict.of(holding, 3));
  }
}
