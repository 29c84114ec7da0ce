package nephila.lab.chart;

import java.util.List;
import java.util.Locale;

/// Draws a chart whose axes are fitted.
///
/// The drawing is 640 units wide with type of 15 units, so that it can still be read at the width
/// of a phone. Lines differ in colour and, from the seventh on, in dashes. Colours are CSS
/// variables with a dark set for readers who ask for dark.
final class SvgWriter {
  private static final int WIDTH = 640;
  private static final int PLOT_HEIGHT = 330;
  private static final int LEAST_LEFT = 66;
  private static final int LABEL_ROOM = 34;
  private static final int RIGHT = 28;
  private static final int TOP = 44;
  private static final int AXIS_ROOM = 54;
  private static final int LEGEND_LINE = 24;
  private static final double LETTER = 8.2;
  private static final int MOST_MARKERS = 24;
  private static final int COLOURS = 6;

  private static final String STYLE =
      """
      <style>
      .nephila-chart{--ink:#1c2127;--soft:#5f6b7a;--grid:#e3e7ec;--paper:#fff;--c0:#0b62c4;\
      --c1:#d1491b;--c2:#1a8754;--c3:#8a3fc7;--c4:#b07a00;--c5:#0e8c99;\
      font:15px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;max-width:100%;height:auto;\
      background:var(--paper)}
      @media(prefers-color-scheme:dark){.nephila-chart{--ink:#e8ecf1;--soft:#a3afbd;--grid:#333b45;\
      --paper:#15191e;--c0:#6cb0ff;--c1:#ff8a5c;--c2:#57cf93;--c3:#c994ff;--c4:#f0bd4a;--c5:#4fd0de}}
      .nephila-chart text{fill:var(--ink)}
      .nephila-chart .soft{fill:var(--soft);font-size:14px}
      .nephila-chart .title{font-size:17px;font-weight:600}
      .nephila-chart .grid{stroke:var(--grid);stroke-width:1}
      .nephila-chart .line{fill:none;stroke-width:2.4;stroke-linejoin:round;stroke-linecap:round}
      </style>
      """;

  private static final String[] DASHES = {"", "7 5", "2 5"};

  private final LineChart chart;
  private final int left;
  private final int plotWidth;
  private final StringBuilder svg = new StringBuilder();

  SvgWriter(LineChart chart) {
    this.chart = chart;
    int letters =
        chart.y().ticks().stream().mapToInt(tick -> chart.y().shown(tick).length()).max().orElse(0);
    this.left = Math.max(LEAST_LEFT, LABEL_ROOM + (int) Math.ceil(LETTER * letters));
    this.plotWidth = WIDTH - left - RIGHT;
  }

  String write() {
    int height = TOP + PLOT_HEIGHT + AXIS_ROOM + legend(false);
    put(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"nephila-chart\" role=\"img\""
            + " viewBox=\"0 0 %d %d\" width=\"%d\" aria-label=\"%s\">\n",
        WIDTH, height, WIDTH, text(chart.title()));
    svg.append(STYLE);
    put("<text class=\"title\" x=\"12\" y=\"26\">%s</text>\n", text(chart.title()));
    axes();
    List<Series> series = chart.series();
    for (int k = 0; k < series.size(); k++) {
      line(series.get(k), k);
    }
    legend(true);
    svg.append("</svg>\n");
    return svg.toString();
  }

  private void axes() {
    for (double tick : chart.x().ticks()) {
      double at = x(tick);
      put("<path class=\"grid\" d=\"M%.1f %dv%d\"/>", at, TOP, PLOT_HEIGHT);
      put(
          "<text class=\"soft\" text-anchor=\"middle\" x=\"%.1f\" y=\"%d\">%s</text>\n",
          at, TOP + PLOT_HEIGHT + 20, text(chart.x().shown(tick)));
    }
    for (double tick : chart.y().ticks()) {
      double at = y(tick);
      put("<path class=\"grid\" d=\"M%d %.1fh%d\"/>", left, at, plotWidth);
      put(
          "<text class=\"soft\" text-anchor=\"end\" x=\"%d\" y=\"%.1f\">%s</text>\n",
          left - 8, at + 5, text(chart.y().shown(tick)));
    }
    put(
        "<text text-anchor=\"middle\" x=\"%d\" y=\"%d\">%s</text>\n",
        left + plotWidth / 2, TOP + PLOT_HEIGHT + 44, text(chart.x().label()));
    put(
        "<text text-anchor=\"middle\" transform=\"translate(17 %d) rotate(-90)\">%s</text>\n",
        TOP + PLOT_HEIGHT / 2, text(chart.y().label()));
  }

  private void line(Series series, int number) {
    StringBuilder path = new StringBuilder();
    StringBuilder markers = new StringBuilder();
    boolean joined = false;
    boolean marked = series.x().length <= MOST_MARKERS;
    for (int k = 0; k < series.x().length; k++) {
      double atX = series.x()[k];
      double atY = series.y()[k];
      if (!inside(chart.x(), atX) || !inside(chart.y(), atY)) {
        joined = false;
        continue;
      }
      path.append(format("%s%.1f %.1f", joined ? "L" : "M", x(atX), y(atY)));
      if (marked) {
        markers.append(format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>", x(atX), y(atY)));
        markers.append(text(series.name())).append(": ").append(text(chart.x().shown(atX)));
        markers.append(format(", %.4g</title></circle>", atY));
      }
      joined = true;
    }
    put("<g><title>%s</title><path class=\"line\" %s d=\"", text(series.name()), stroke(number));
    svg.append(path).append("\"/>");
    put("<g style=\"fill:var(--c%d)\">", number % COLOURS);
    svg.append(markers).append("</g></g>\n");
  }

  /// Lays the legend out in rows below the plot, drawing it or not, and returns its height.
  private int legend(boolean draw) {
    List<Series> series = chart.series();
    double at = left;
    int row = 0;
    for (int k = 0; k < series.size(); k++) {
      double width = 46 + LETTER * series.get(k).name().length();
      if (at > left && at + width > WIDTH - RIGHT) {
        at = left;
        row++;
      }
      if (draw) {
        int base = TOP + PLOT_HEIGHT + AXIS_ROOM + row * LEGEND_LINE + 16;
        put("<path class=\"line\" %s d=\"M%.1f %dh22\"/>", stroke(k), at, base - 5);
        put("<text x=\"%.1f\" y=\"%d\">%s</text>\n", at + 28, base, text(series.get(k).name()));
      }
      at += width;
    }
    return series.isEmpty() ? 0 : (row + 1) * LEGEND_LINE + 8;
  }

  private static String stroke(int number) {
    String dash = DASHES[number / COLOURS % DASHES.length];
    return format("style=\"stroke:var(--c%d)\"", number % COLOURS)
        + (dash.isEmpty() ? "" : " stroke-dasharray=\"" + dash + "\"");
  }

  private static boolean inside(Axis axis, double value) {
    return axis.shows(value) && axis.place(value) > -1e-9 && axis.place(value) < 1 + 1e-9;
  }

  private double x(double value) {
    return left + chart.x().place(value) * plotWidth;
  }

  private double y(double value) {
    return TOP + (1 - chart.y().place(value)) * PLOT_HEIGHT;
  }

  private void put(String format, Object... args) {
    svg.append(format(format, args));
  }

  private static String format(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }

  /// Text made safe for SVG.
  private static String text(String raw) {
    StringBuilder safe = new StringBuilder();
    raw.codePoints()
        .filter(c -> c >= ' ')
        .forEach(
            c -> {
              switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                default -> safe.appendCodePoint(c);
              }
            });
    return safe.toString();
  }
}
