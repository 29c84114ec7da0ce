package nephila.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.lab.chart.Axis;
import nephila.lab.chart.LineChart;
import nephila.lab.report.Chapter;
import nephila.lab.report.Claim;
import nephila.lab.report.ClaimVerdict;
import nephila.lab.report.Shown;
import nephila.lab.report.Table;
import nephila.lab.selection.FrontierSelector;
import nephila.lab.selection.PageSelector;
import nephila.lab.simulation.StaticWeb;
import nephila.ledger.Ledger;
import nephila.ledger.OpicLedger;
import nephila.ledger.window.Window;
import nephila.rank.Distance;

/// How to count cash: `float`, `double` or whole units.
public final class Arithmetic implements Experiment {
  private static final String FLOAT = "float";
  private static final String DOUBLE = "double";
  private static final String UNITS = "whole units";

  @Override
  public String name() {
    return "arithmetic";
  }

  @Override
  public String about() {
    return "cash in float, double and whole units over many crawls";
  }

  /// Error in percent and what is missing of the total cash, by crawl.
  private record Run(double[] error, double[] missing) {}

  @Override
  public Chapter run(Workbench bench) {
    int crawls = bench.pick(50, 100);
    long seed = bench.seeds().getFirst();
    StaticWeb web = StaticWeb.known(Model.POWER.graph(bench.pages(), seed));
    web.importance();
    List<Workbench.Run<Run>> tasks = new ArrayList<>();
    tasks.add(new Workbench.Run<>(FLOAT + seed, () -> rounded(web, true, crawls)));
    tasks.add(new Workbench.Run<>(DOUBLE + seed, () -> rounded(web, false, crawls)));
    tasks.add(new Workbench.Run<>(UNITS + seed, () -> counted(web, crawls)));
    List<Run> results = bench.all(name(), tasks);
    Map<String, Run> runs = new LinkedHashMap<>();
    runs.put(FLOAT, results.get(0));
    runs.put(DOUBLE, results.get(1));
    runs.put(UNITS, results.get(2));
    Table table =
        Table.of(
            "After " + crawls + " crawls",
            "arithmetic",
            "bytes of cash a page",
            "missing of the total cash",
            "error, %");
    LineChart chart =
        LineChart.titled("Error of corrected OPIC by arithmetic")
            .x(Axis.linear("reads per page").from(0).to(crawls))
            .y(Axis.log("mean relative error, %"));
    double[] reads = new double[crawls];
    java.util.Arrays.setAll(reads, k -> k + 1.0);
    for (Map.Entry<String, Run> run : runs.entrySet()) {
      Run r = run.getValue();
      chart = chart.line(run.getKey(), reads, r.error());
      table =
          table.row(
              run.getKey(),
              run.getKey().equals(FLOAT) ? 4 : 8,
              r.missing()[crawls - 1],
              r.error()[crawls - 1]);
    }
    return new Chapter(name(), "Arithmetic: float, double, whole units")
        .settings(
            "Power-law web, N = %,d, Cycle, corrected estimate, seed %d"
                .formatted(bench.pages(), seed))
        .figure(chart)
        .table(table)
        .claim(nothingMissing(runs, crawls));
  }

  private static Run rounded(StaticWeb web, boolean single, int crawls) {
    Run run = new Run(new double[crawls], new double[crawls]);
    RoundedOpic opic = new RoundedOpic(web, single);
    for (int k = 0; k < crawls; k++) {
      opic.crawl();
      run.error()[k] = Distance.meanRelativePercent(opic.estimate(), web.importance());
      run.missing()[k] = Math.abs(1 - opic.total());
    }
    return run;
  }

  private static Run counted(StaticWeb web, int crawls) {
    Run run = new Run(new double[crawls], new double[crawls]);
    Ledger ledger = new OpicLedger(OpicLedger.Settings.corrected(new Window.All()));
    for (int page = 0; page < web.pages(); page++) {
      ledger.discovered(page);
    }
    PageSelector selector = FrontierSelector.cycle(ledger);
    double[] estimate = new double[web.pages()];
    for (int k = 0; k < crawls; k++) {
      for (int read = 0; read < web.pages(); read++) {
        int page = selector.next();
        ledger.read(page, web.row(page));
      }
      ledger.audit(); // throws when a unit is missing, so missing stays 0
      for (int page = 0; page < estimate.length; page++) {
        estimate[page] = ledger.importance(page);
      }
      run.error()[k] = Distance.meanRelativePercent(estimate, web.importance());
    }
    return run;
  }

  private static Claim nothingMissing(Map<String, Run> runs, int crawls) {
    StringBuilder text = new StringBuilder();
    runs.forEach(
        (name, run) -> {
          text.append(text.isEmpty() ? "" : "; ").append(name).append(": ");
          text.append(Shown.number(run.missing()[crawls - 1])).append(" missing, error ");
          text.append(Shown.number(run.error()[crawls - 1])).append(" %");
        });
    Run units = runs.getOrDefault(UNITS, new Run(new double[0], new double[0]));
    boolean whole = java.util.Arrays.stream(units.missing()).allMatch(missing -> missing == 0);
    return new Claim(
        "Nephila",
        "Cash in whole units is never off by one unit.",
        "audit after every crawl of " + crawls,
        text.toString(),
        ClaimVerdict.of(whole && units.missing().length == crawls));
  }
}
