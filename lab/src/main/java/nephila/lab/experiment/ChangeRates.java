package nephila.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import nephila.lab.chart.Axis;
import nephila.lab.chart.LineChart;
import nephila.lab.report.Table;
import nephila.lab.simulation.ChangingWeb;
import nephila.lab.simulation.Simulation;
import nephila.ledger.ExactLedger;

/// Contenders on a web that changes while it is read: ten crawls at each change rate, the error at
/// the end (000 §4.2, figures 4 and 6).
final class ChangeRates {
  static final int CRAWLS = 10;

  /// Greedy turns the total cash over about twice in N reads, so a "month" of the paper, N reads,
  /// is this span of G.
  static final double TURNS_A_MONTH = 2;

  private static final double[] SOME = {0, 0.01, 0.1, 0.2};
  private static final double[] MANY = {0, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2};

  private final double[] rates;
  private final Map<String, SeedRange[]> errors = new LinkedHashMap<>();
  private final Map<String, SeedRange> measures = new LinkedHashMap<>();

  private ChangeRates(double[] rates) {
    this.rates = rates;
  }

  static ChangeRates run(Workbench bench, String what, List<Contender> contenders) {
    ChangeRates found = new ChangeRates(bench.pick(SOME, MANY));
    List<Workbench.Run<Simulation.Point>> tasks = new ArrayList<>();
    for (Contender contender : contenders) {
      for (double rate : found.rates) {
        for (long seed : bench.seeds()) {
          tasks.add(
              new Workbench.Run<>(
                  contender.name() + ", rate " + rate + ", seed " + seed,
                  () -> last(bench.pages(), contender, rate, seed)));
        }
      }
    }
    found.collect(bench, contenders, bench.all(what, tasks));
    return found;
  }

  private void collect(Workbench bench, List<Contender> contenders, List<Simulation.Point> points) {
    int seeds = bench.seeds().size();
    int at = 0;
    for (Contender contender : contenders) {
      SeedRange[] line = new SeedRange[rates.length];
      for (int k = 0; k < rates.length; k++, at += seeds) {
        List<Simulation.Point> some = points.subList(at, at + seeds);
        line[k] = SeedRange.of(some.stream().map(Simulation.Point::errorPercent).toList());
        if (k == 0) {
          measures.put(
              contender.name(),
              SeedRange.of(some.stream().map(Simulation.Point::measuresPerPage).toList()));
        }
      }
      errors.put(contender.name(), line);
    }
  }

  private static Simulation.Point last(int pages, Contender contender, double rate, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ChangingWeb web = new ChangingWeb(Model.POWER.graph(pages, seed), rate, random.split());
    var ledger = contender.ledger().apply(pages);
    var selector = contender.selector().apply(ledger, seed);
    List<Simulation.Point> points = new ArrayList<>();
    long reads = (long) CRAWLS * pages;
    var simulation = new Simulation(web, ledger, selector, rate == 0);
    if (ledger instanceof ExactLedger) {
      // Pushes happen a hundred times between two measures: measure every crawl.
      simulation.run(reads, pages, points::add);
    } else {
      simulation.run(reads, reads, points::add);
    }
    return points.getLast();
  }

  double[] rates() {
    return rates.clone();
  }

  /// The mean error in percent of a contender at a rate that was run.
  double error(String name, double rate) {
    return spread(name, rate).mean();
  }

  SeedRange spread(String name, double rate) {
    SeedRange[] line = errors.get(name);
    for (int k = 0; line != null && k < rates.length; k++) {
      if (rates[k] == rate) {
        return line[k];
      }
    }
    throw new IllegalArgumentException(name + " was not run at rate " + rate);
  }

  /// Measures kept a page at the end, on the web that does not change.
  Map<String, SeedRange> measures() {
    return measures;
  }

  LineChart chart(String title) {
    LineChart chart =
        LineChart.titled(title)
            .x(Axis.linear("pages changed during one crawl").percent().from(0).to(0.2))
            .y(Axis.log("mean relative error, %").from(0.01));
    for (Map.Entry<String, SeedRange[]> line : errors.entrySet()) {
      double[] means = new double[rates.length];
      for (int k = 0; k < rates.length; k++) {
        means[k] = Math.max(0.01, line.getValue()[k].mean());
      }
      chart = chart.line(line.getKey(), rates, means);
    }
    return chart;
  }

  Table table(String caption) {
    List<String> columns = new ArrayList<>(List.of("window"));
    for (double rate : rates) {
      columns.add(nephila.lab.report.Shown.number(100 * rate) + " %");
    }
    Table table = new Table(caption, columns, List.of());
    for (Map.Entry<String, SeedRange[]> line : errors.entrySet()) {
      List<Object> row = new ArrayList<>(List.of(line.getKey()));
      row.addAll(List.of(line.getValue()));
      table = table.row(row.toArray());
    }
    return table;
  }
}
