package nephila.lab.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// A line chart: a title, two axes, and lines with a legend. Immutable; every call gives a new
/// chart.
public record LineChart(String title, Axis x, Axis y, List<Series> series) {
  public LineChart {
    series = List.copyOf(series);
  }

  /// An empty chart with linear axes.
  public static LineChart titled(String title) {
    return new LineChart(title, Axis.linear(""), Axis.linear(""), List.of());
  }

  public LineChart x(Axis axis) {
    return new LineChart(title, axis, y, series);
  }

  public LineChart y(Axis axis) {
    return new LineChart(title, x, axis, series);
  }

  /// Adds a line through the points (xs[k], ys[k]).
  public LineChart line(String name, double[] xs, double[] ys) {
    return line(new Series(name, xs, ys));
  }

  public LineChart line(Series line) {
    List<Series> more = new ArrayList<>(series);
    more.add(line);
    return new LineChart(title, x, y, more);
  }

  /// The chart as one SVG element, for a file of its own or inside an HTML page. Scales with the
  /// width it is given and follows the reader's light or dark setting.
  public String svg() {
    return new SvgWriter(fitted()).write();
  }

  /// The same chart with the ends of its axes set to hold all points that they can show.
  LineChart fitted() {
    double[] xs = range(p -> p.x);
    double[] ys = range(p -> p.y);
    return new LineChart(title, x.fitted(xs[0], xs[1]), y.fitted(ys[0], ys[1]), series);
  }

  private record Point(double x, double y) {}

  private double[] range(ToDoubleFunction<Point> coordinate) {
    double[] range = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    for (Series line : series) {
      for (int k = 0; k < line.x().length; k++) {
        if (x.shows(line.x()[k]) && y.shows(line.y()[k])) {
          double value = coordinate.applyAsDouble(new Point(line.x()[k], line.y()[k]));
          range[0] = Math.min(range[0], value);
          range[1] = Math.max(range[1], value);
        }
      }
    }
    return range;
  }
}
