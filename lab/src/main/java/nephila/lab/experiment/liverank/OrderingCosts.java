package nephila.lab.experiment.liverank;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import nephila.Progress;
import nephila.lab.chart.Axis;
import nephila.lab.chart.LineChart;
import nephila.lab.experiment.Workbench;
import nephila.lab.report.Table;
import nephila.liverank.CostCurve;
import nephila.liverank.Liveness;
import nephila.liverank.Order;
import nephila.liverank.Revisit;
import nephila.liverank.Sample;
import nephila.liverank.Stop;

/// What orderings cost on one old web, by name: the mean over the bench's seeds at every α. On a
/// small web, where one question is a per cent, a seed stands for several runs.
record OrderingCosts(OldSnapshot old, Map<String, double[]> costs) {
  static final double[] ALPHAS = {
    0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 0.95
  };

  /// Questions an ordering is asked for a seed, about, in at most so many runs.
  private static final int QUESTIONS = 20_000;

  private static final int MOST_RUNS = 20;

  /// An ordering with its training set.
  record Line(String name, Order order, Sample sample) {
    static Line of(Order order) {
      return new Line(order.shown(), order, Sample.ONE_PERCENT);
    }

    static Line of(Order order, String sample) {
      return new Line(order.shown() + ", " + sample, order, Sample.parse(sample));
    }
  }

  static OrderingCosts measure(Workbench bench, OldSnapshot old, List<Line> lines) {
    long[] runs = bench.seeds().stream().flatMapToLong(seed -> runs(old, seed)).toArray();
    List<Workbench.Run<double[]>> tasks = new ArrayList<>();
    for (Line line : lines) {
      for (long run : runs) {
        tasks.add(
            new Workbench.Run<>(
                old.facts() + ", " + line.name() + ", run " + run, () -> one(old, line, run)));
      }
    }
    Iterator<double[]> results = bench.all("liverank, " + old.name(), tasks).iterator();
    Map<String, double[]> costs = new LinkedHashMap<>();
    for (Line line : lines) {
      double[] mean = costs.computeIfAbsent(line.name(), name -> new double[ALPHAS.length]);
      for (int run = 0; run < runs.length; run++) {
        double[] cost = results.next();
        for (int k = 0; k < mean.length; k++) {
          mean[k] += cost[k] / runs.length;
        }
      }
    }
    return new OrderingCosts(old, costs);
  }

  private static double[] one(OldSnapshot old, Line line, long seed) {
    CostCurve curve =
        new Revisit(
                line.order().start(old.snapshot(), line.sample(), seed),
                Liveness.known(old.alive()),
                1)
            .until(Stop.never(), Progress.SILENT)
            .cost(old.living());
    return Arrays.stream(ALPHAS).map(curve::cost).toArray();
  }

  /// The seeds of the runs that a seed stands for, itself first.
  private static LongStream runs(OldSnapshot old, long seed) {
    int runs = Math.clamp(QUESTIONS / Math.max(1, old.snapshot().pages()), 1, MOST_RUNS);
    return LongStream.range(0, runs).map(run -> seed + 1_000_000 * run);
  }

  /// The cost of an ordering at one of [#ALPHAS].
  double at(String name, double alpha) {
    double[] cost = costs.get(name);
    int place = Arrays.binarySearch(ALPHAS, alpha);
    return cost == null || place < 0 ? Double.NaN : cost[place];
  }

  double at(Order order, double alpha) {
    return at(order.shown(), alpha);
  }

  /// The best of the paper's orderings at α, in hindsight.
  double best(double alpha) {
    return Arrays.stream(Order.values())
        .filter(order -> order != Order.LEARNED)
        .mapToDouble(order -> at(order, alpha))
        .filter(cost -> !Double.isNaN(cost))
        .min()
        .orElse(Double.NaN);
  }

  /// What the learned ordering costs against the best of the paper's at α.
  double learnedToBest(double alpha) {
    return at(Order.LEARNED, alpha) / best(alpha);
  }

  /// Some of the lines as a chart.
  LineChart chart(String title, List<Line> lines) {
    LineChart chart =
        LineChart.titled(title + ", " + old.name())
            .x(Axis.linear("share of the living found (α)").percent().from(0).to(1))
            .y(Axis.log("questions per living page").from(1));
    for (Line line : lines) {
      chart = chart.line(line.name(), ALPHAS, costs.getOrDefault(line.name(), new double[0]));
    }
    return chart;
  }

  Table table() {
    String[] columns = new String[ALPHAS.length + 1];
    columns[0] = "ordering";
    for (int k = 0; k < ALPHAS.length; k++) {
      columns[k + 1] = "α = " + ALPHAS[k];
    }
    Table table = Table.of("Cost, " + old.name(), columns);
    for (Map.Entry<String, double[]> line : costs.entrySet()) {
      Object[] cells = new Object[columns.length];
      cells[0] = line.getKey();
      for (int k = 0; k < ALPHAS.length; k++) {
        cells[k + 1] = rounded(line.getValue()[k]);
      }
      table = table.row(cells);
    }
    return table;
  }

  /// A cost as tables show it.
  static Double rounded(double cost) {
    return Double.valueOf(String.format(Locale.ROOT, "%.3f", cost));
  }
}
