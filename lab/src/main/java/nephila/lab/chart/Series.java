package nephila.lab.chart;

/// One line of a chart: points in the order in which they are joined. A point that is not a number,
/// or not above zero on a logarithmic axis, leaves a gap.
public record Series(String name, double[] x, double[] y) {
  public Series {
    if (x.length != y.length) {
      throw new IllegalArgumentException(
          "series " + name + " has " + x.length + " x values but " + y.length + " y values");
    }
    x = x.clone();
    y = y.clone();
  }
}
