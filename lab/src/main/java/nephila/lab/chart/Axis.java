package nephila.lab.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// One axis of a chart: its label with unit, its scale, and how its numbers are shown. The range is
/// that of the data unless [#from] or [#to] say otherwise.
///
/// @param label what is measured, and in which unit
/// @param logarithmic equal steps are equal factors
/// @param percentages values are shares, shown in percent
/// @param low where the axis starts, NaN for the smallest value
/// @param high where the axis ends, NaN for the largest value
public record Axis(
    String label, boolean logarithmic, boolean percentages, double low, double high) {
  private static final int MOST_TICKS = 8;

  public static Axis linear(String label) {
    return new Axis(label, false, false, Double.NaN, Double.NaN);
  }

  public static Axis log(String label) {
    return new Axis(label, true, false, Double.NaN, Double.NaN);
  }

  /// Shows 0.25 as `25 %`.
  public Axis percent() {
    return new Axis(label, logarithmic, true, low, high);
  }

  public Axis from(double value) {
    return new Axis(label, logarithmic, percentages, value, high);
  }

  public Axis to(double value) {
    return new Axis(label, logarithmic, percentages, low, value);
  }

  boolean shows(double value) {
    return Double.isFinite(value) && (!logarithmic || value > 0);
  }

  /// This axis with its ends set: where they were left open, to the ends of the data, rounded
  /// outwards to ticks.
  Axis fitted(double least, double most) {
    double from = Double.isNaN(low) ? least : low;
    double to = Double.isNaN(high) ? most : high;
    if (!(from <= to)) {
      from = logarithmic ? 1 : 0;
      to = logarithmic ? 10 : 1;
    }
    if (from == to) {
      double room = from == 0 ? 1 : Math.abs(from) / 2;
      to += room;
      from -= logarithmic || Double.isFinite(low) ? 0 : room;
    }
    if (logarithmic) {
      return new Axis(label, true, percentages, from, to);
    }
    double step = step(from, to);
    double down = Double.isNaN(low) ? Math.floor(from / step + 1e-9) * step : from;
    double up = Double.isNaN(high) ? Math.ceil(to / step - 1e-9) * step : to;
    return new Axis(label, false, percentages, down, up);
  }

  /// Where a value lies between the ends of a fitted axis: 0 at the low end, 1 at the high.
  double place(double value) {
    return logarithmic
        ? Math.log(value / low) / Math.log(high / low)
        : (value - low) / (high - low);
  }

  /// The values to mark on a fitted axis.
  List<Double> ticks() {
    if (logarithmic && high / low >= 8) {
      return decades();
    }
    List<Double> ticks = new ArrayList<>();
    double step = step(low, high);
    for (long k = (long) Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) {
      ticks.add(k * step);
    }
    return ticks;
  }

  private List<Double> decades() {
    double span = Math.log10(high / low);
    int[] marks = span < 2.5 ? new int[] {1, 2, 5} : new int[] {1};
    int every = (int) Math.max(1, Math.ceil(span / MOST_TICKS));
    List<Double> ticks = new ArrayList<>();
    for (int power = (int) Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
      for (int mark : marks) {
        double value = mark * Math.pow(10, power);
        if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9) && power % every == 0) {
          ticks.add(value);
        }
      }
    }
    return ticks;
  }

  /// A step of 1, 2 or 5 times a power of ten that gives at most eight ticks.
  private static double step(double from, double to) {
    double rough = (to - from) / MOST_TICKS;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double times = rough / power;
    return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
  }

  /// A value as a reader wants to see it at a tick.
  String shown(double value) {
    if (percentages) {
      return plain(value * 100) + " %";
    }
    double size = Math.abs(value);
    if (size >= 1e9 || (size > 0 && size < 9e-4)) {
      return String.format(Locale.ROOT, "%.0e", value)
          .replace("e-0", "e-")
          .replace("e+0", "e")
          .replace("e+", "e");
    }
    return size >= 1e6
        ? plain(value / 1e6) + " M"
        : size >= 1e4 ? plain(value / 1e3) + " k" : plain(value);
  }

  /// Without trailing zeros and without the noise of binary fractions.
  private static String plain(double value) {
    String text = String.format(Locale.ROOT, "%.6f", value);
    text = text.replaceAll("0+$", "").replaceAll("\\.$", "");
    return text.equals("-0") ? "0" : text;
  }
}
