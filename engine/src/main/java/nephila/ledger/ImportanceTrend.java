package nephila.ledger;

import java.util.Arrays;

/// The rate of change of each page's importance, which the papers leave as future work. Works with
/// any ledger: tell it the importance of a page whenever the page is read.
///
/// Each pair of observations gives a slope; slopes are averaged with weights that fall by half from
/// one observation to the next, so a change shows after two or three reads. 20 bytes a page. Single
/// writer.
public final class ImportanceTrend {
  private static final double NEWEST = 0.5;

  private double[] value = {};
  private double[] slope = {};
  private float[] time = {};

  /// The importance of the page is `importance` at `now`, a time that never falls: reads, days, G.
  public void observe(int page, double importance, double now) {
    if (page >= value.length) {
      int old = value.length;
      int room = Math.max(page + 1, 2 * old);
      value = Arrays.copyOf(value, room);
      slope = Arrays.copyOf(slope, room);
      time = Arrays.copyOf(time, room);
      Arrays.fill(value, old, room, Double.NaN);
    }
    double elapsed = now - time[page];
    if (!Double.isNaN(value[page]) && elapsed > 0) {
      slope[page] += NEWEST * ((importance - value[page]) / elapsed - slope[page]);
    }
    value[page] = importance;
    time[page] = (float) now;
  }

  /// Change of importance per unit of time; 0 until the page was observed twice.
  public double rate(int page) {
    return page < slope.length ? slope[page] : 0;
  }

  /// The importance to expect at `then`, never below 0.
  public double expected(int page, double then) {
    if (page >= value.length || Double.isNaN(value[page])) {
      return 0;
    }
    return Math.max(0, value[page] + slope[page] * (then - time[page]));
  }
}
