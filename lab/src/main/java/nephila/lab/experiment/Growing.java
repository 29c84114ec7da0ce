package nephila.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import nephila.graph.CsrGraph;
import nephila.lab.chart.Axis;
import nephila.lab.chart.LineChart;
import nephila.lab.report.Chapter;
import nephila.lab.report.Claim;
import nephila.lab.report.ClaimVerdict;
import nephila.lab.report.Shown;
import nephila.lab.report.Table;
import nephila.lab.simulation.Simulation;
import nephila.lab.simulation.StaticWeb;
import nephila.ledger.OpicLedger;

/// "Expanding the graph" of paper 000 §3.3: only one page is known at the start; does a default
/// history help new pages?
public final class Growing implements Experiment {
  private static final int CRAWLS = 5;
  private static final int PARTS = 4;
  private static final String PLAIN = "OPIC";
  private static final String DEFAULT = "OPIC, default history";
  private static final String EXACT = "exact, rows kept, pushes";

  private static final List<Contender> CONTENDERS =
      List.of(
          Contender.opic(PLAIN, Contender::clock),
          new Contender(
              DEFAULT,
              pages -> new OpicLedger(OpicLedger.Settings.plain().withDefaultHistory()),
              Contender::clock),
          Contender.corrected("corrected", "all", Contender::clock),
          Contender.exactForgetting("exact, no links stored", Contender::clock),
          Contender.exactKeeping(EXACT, 0.01, Contender::clock));

  @Override
  public String name() {
    return "growing";
  }

  @Override
  public String about() {
    return "a web discovered from one page, default history for new pages (000 §3.3)";
  }

  private record Run(double[] all, double[] top) {}

  @Override
  public Chapter run(Workbench bench) {
    Map<String, Run> runs =
        bench.means(
            name(),
            CONTENDERS,
            (contender, seed) -> run(bench.pages(), contender, seed),
            Growing::mean);
    Chapter chapter =
        new Chapter(name(), "A growing web (paper 000, section 3.3)")
            .settings(
                "Web-like graph, N = %,d, discovered from the page with most links, clock, %s. Errors are over the pages known so far, against their true rank in the whole reachable web."
                    .formatted(bench.pages(), bench.seedText()))
            .figure(chart("All known pages", runs, true))
            .figure(chart("Top tenth of the known pages", runs, false));
    Table table =
        Table.of("Error in %", "strategy", "N/2", "N", "2N", "5N", "top tenth N/2", "top tenth 5N");
    for (Map.Entry<String, Run> run : runs.entrySet()) {
      double[] all = run.getValue().all();
      double[] top = run.getValue().top();
      table = table.row(run.getKey(), all[1], all[3], all[7], all[19], top[1], top[19]);
    }
    return chapter.table(table).claim(defaultHistory(runs)).claim(exact(runs));
  }

  private static Run run(int pages, Contender contender, long seed) {
    CsrGraph graph = Model.WEB.graph(pages, seed);
    int start = 0;
    for (int page = 0; page < pages; page++) {
      start = graph.outDegree(page) > graph.outDegree(start) ? page : start;
    }
    StaticWeb web = StaticWeb.growingFrom(graph, start);
    var ledger = contender.ledger().apply(pages);
    var selector = contender.selector().apply(ledger, seed);
    List<Simulation.Point> points = new ArrayList<>();
    long part = Math.max(1, pages / PARTS);
    new Simulation(web, ledger, selector, true).run(part * CRAWLS * PARTS, part, points::add);
    return new Run(
        points.stream().mapToDouble(Simulation.Point::errorPercent).toArray(),
        points.stream().mapToDouble(Simulation.Point::errorPercentTop10).toArray());
  }

  private static Run mean(List<Run> runs) {
    Run mean = new Run(new double[CRAWLS * PARTS], new double[CRAWLS * PARTS]);
    for (int k = 0; k < CRAWLS * PARTS; k++) {
      int at = k;
      mean.all()[k] = runs.stream().mapToDouble(run -> run.all()[at]).average().orElse(0);
      mean.top()[k] = runs.stream().mapToDouble(run -> run.top()[at]).average().orElse(0);
    }
    return mean;
  }

  private static LineChart chart(String title, Map<String, Run> runs, boolean allPages) {
    LineChart chart =
        LineChart.titled(title)
            .x(Axis.linear("reads, in units of N").from(0).to(CRAWLS))
            .y(Axis.log("mean relative error, %").from(0.001));
    double[] reads = new double[CRAWLS * PARTS];
    java.util.Arrays.setAll(reads, k -> (k + 1.0) / PARTS);
    for (Map.Entry<String, Run> run : runs.entrySet()) {
      chart =
          chart.line(run.getKey(), reads, allPages ? run.getValue().all() : run.getValue().top());
    }
    return chart;
  }

  private static Run of(Map<String, Run> runs, String name) {
    Run run = runs.get(name);
    if (run == null) {
      throw new IllegalArgumentException(name + " was not run");
    }
    return run;
  }

  private static Claim defaultHistory(Map<String, Run> runs) {
    Run plain = of(runs, PLAIN);
    Run with = of(runs, DEFAULT);
    int all = 0;
    int top = 0;
    for (int k = 0; k < plain.all().length; k++) {
      all += with.all()[k] < plain.all()[k] ? 1 : 0;
      top += with.top()[k] < plain.top()[k] ? 1 : 0;
    }
    int measures = plain.all().length;
    return new Claim(
        "000 §3.3",
        "The importance of recently introduced pages is a good default history for a new page.",
        "error of OPIC with it below that without, at every measure, all pages and top tenth",
        "all pages: smaller at %d of %d measures (at N/2: %s %% against %s %%); top tenth: at %d (%s %% against %s %%)"
            .formatted(
                all,
                measures,
                Shown.number(with.all()[1]),
                Shown.number(plain.all()[1]),
                top,
                Shown.number(with.top()[1]),
                Shown.number(plain.top()[1])),
        ClaimVerdict.of(all + top, 2 * measures));
  }

  private static Claim exact(Map<String, Run> runs) {
    Run exact = of(runs, EXACT);
    int best = 0;
    for (int k = 0; k < exact.all().length; k++) {
      int at = k;
      boolean least =
          runs.entrySet().stream()
              .filter(run -> !run.getKey().startsWith("exact"))
              .allMatch(run -> exact.all()[at] < run.getValue().all()[at]);
      best += least ? 1 : 0;
    }
    return new Claim(
        "Nephila",
        "While the web grows, the exact form with rows kept is ahead of OPIC at every moment.",
        "error over the known pages below OPIC's, plain, corrected and with default history",
        "at %d of %d measures; at N/2 %s %%, at 5N %s %%"
            .formatted(
                best,
                exact.all().length,
                Shown.number(exact.all()[1]),
                Shown.number(exact.all()[exact.all().length - 1])),
        ClaimVerdict.of(best, exact.all().length));
  }
}
