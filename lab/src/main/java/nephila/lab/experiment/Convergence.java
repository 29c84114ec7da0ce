package nephila.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.graph.CsrGraph;
import nephila.lab.chart.Axis;
import nephila.lab.chart.LineChart;
import nephila.lab.report.Chapter;
import nephila.lab.report.Table;
import nephila.lab.simulation.Simulation;
import nephila.lab.simulation.StaticWeb;
import nephila.rank.Distance;
import nephila.rank.RankOptions;
import nephila.rank.RankOptions.VirtualPage;

/// Figures 2 and 3 of paper 000: the error of every strategy after N, 2N, … 10N reads, on all pages
/// and on the tenth most important, beside both iterations of the off-line algorithm, with the
/// virtual page of damping and with the papers' own.
public final class Convergence implements Experiment {
  static final int CRAWLS = 10;
  static final String RANDOM = "OPIC, Random";
  static final String CYCLE = "OPIC, Cycle";
  static final String GREEDY = "OPIC, Greedy";
  static final String CORRECTED = "corrected, Greedy";
  static final String CORRECTED_CLOCK = "corrected, clock";
  static final String EXACT = "exact, clock";
  static final String EXACT_ROWS = "exact, rows kept, pushes";

  /// Ours, which know damping alone.
  private static final List<Contender> OURS =
      List.of(
          Contender.corrected(CORRECTED, "all", Contender::greedy),
          Contender.corrected(CORRECTED_CLOCK, "all", Contender::clock),
          Contender.exactForgetting(EXACT, Contender::clock),
          Contender.exactKeeping(EXACT_ROWS, 1e-4, Contender::clock));

  @Override
  public String name() {
    return "convergence";
  }

  @Override
  public String about() {
    return "error by strategy after N to 10N reads, all pages and top tenth (000 figures 2, 3)";
  }

  /// Mean errors of one strategy on one model: all pages, top tenth, by crawl.
  record Curve(double[] all, double[] top, SeedRange allAtEnd) {}

  private static List<Contender> ofPaper(VirtualPage virtualPage) {
    return List.of(
        Contender.opic(RANDOM, virtualPage, Contender::random),
        Contender.opic(CYCLE, virtualPage, Contender::cycle),
        Contender.opic(GREEDY, virtualPage, Contender::greedy));
  }

  static String offLine(OffLine iteration) {
    return "off-line, " + iteration;
  }

  /// A synthetic web with a kind of virtual page.
  record Setup(Model model, VirtualPage virtualPage) {
    @Override
    public String toString() {
      return model + ", " + Reading.shown(virtualPage);
    }
  }

  /// Curves by setup and strategy.
  record Measured(Map<Setup, Map<String, Curve>> curves) {
    Curve curve(Setup setup, String name) {
      Curve curve = curves.getOrDefault(setup, Map.of()).get(name);
      if (curve == null) {
        throw new IllegalArgumentException(name + " was not run on " + setup);
      }
      return curve;
    }
  }

  private record Run(double[] all, double[] top) {}

  @Override
  public Chapter run(Workbench bench) {
    Map<Setup, Map<String, Curve>> curves = new LinkedHashMap<>();
    for (VirtualPage virtualPage : VirtualPage.values()) {
      for (Model model : Model.values()) {
        Setup setup = new Setup(model, virtualPage);
        curves.put(setup, curves(bench, setup));
      }
    }
    Measured measured = new Measured(curves);
    Chapter chapter =
        new Chapter(name(), "Convergence by strategy (paper 000, figures 2 and 3)")
            .settings(settings(bench))
            .text(
                "The error is the mean over the pages of |estimate − truth| / truth, in percent, as"
                    + " in the paper; one iteration of the off-line algorithm counts as N reads."
                    + " The paper leaves two things open: which iteration its off-line algorithm"
                    + " is, † (x ← Lx) or †′ (x ← (L + I)x, whose vector it says its own algorithm"
                    + " computes), and how much the edge to the virtual page weighs: as much as a"
                    + " link (\"small edge\", the paper's words) or the share 1 − d = 0.15 of each"
                    + " page. Each claim is looked at under all four readings.");
    curves.forEach(
        (setup, lines) -> {
          chapter.figure(chart("Figure 2, all pages: " + setup, lines, true));
          chapter.figure(chart("Figure 3, top tenth: " + setup, lines, false));
        });
    chapter.table(table(measured));
    ConvergenceClaims.of(measured).forEach(chapter::claim);
    return chapter;
  }

  static String settings(Workbench bench) {
    return "N = %,d pages, 10 links a page, %s. One strategy alone: nephila graph generate --model power --pages %d --seed 1 --out g.csr; nephila simulate g.csr --algorithm opic --select greedy"
        .formatted(bench.pages(), bench.seedText(), bench.pages());
  }

  private Map<String, Curve> curves(Workbench bench, Setup setup) {
    List<Workbench.Run<Map<String, Run>>> tasks = new ArrayList<>();
    for (long seed : bench.seeds()) {
      tasks.add(new Workbench.Run<>("seed " + seed, () -> runs(setup, bench.pages(), seed)));
    }
    List<Map<String, Run>> bySeed = bench.all(name() + ", " + setup, tasks);
    Map<String, Curve> curves = new LinkedHashMap<>();
    for (String strategy : bySeed.getFirst().keySet()) {
      List<Run> runs = new ArrayList<>();
      bySeed.forEach(
          all -> runs.add(all.getOrDefault(strategy, new Run(new double[0], new double[0]))));
      curves.put(strategy, mean(runs));
    }
    return curves;
  }

  private static Curve mean(List<Run> runs) {
    double[] all = new double[CRAWLS];
    double[] top = new double[CRAWLS];
    for (int k = 0; k < CRAWLS; k++) {
      int at = k;
      all[k] = runs.stream().mapToDouble(run -> run.all()[at]).average().orElse(Double.NaN);
      top[k] = runs.stream().mapToDouble(run -> run.top()[at]).average().orElse(Double.NaN);
    }
    double[] last = runs.stream().mapToDouble(run -> run.all()[CRAWLS - 1]).toArray();
    return new Curve(all, top, SeedRange.of(last));
  }

  private static Map<String, Run> runs(Setup setup, int pages, long seed) {
    CsrGraph graph = setup.model().graph(pages, seed);
    StaticWeb web =
        StaticWeb.known(graph, RankOptions.DEFAULTS.withVirtualPage(setup.virtualPage()));
    Map<String, Run> runs = new LinkedHashMap<>();
    for (Contender contender : ofPaper(setup.virtualPage())) {
      runs.put(contender.name(), run(web, contender, seed));
    }
    for (OffLine iteration : OffLine.values()) {
      Reading reading = new Reading(setup.virtualPage(), iteration);
      runs.put(offLine(iteration), offLine(new PowerIteration(graph, reading), web));
    }
    if (setup.virtualPage() == VirtualPage.DAMPED) {
      for (Contender contender : OURS) {
        runs.put(contender.name(), run(web, contender, seed));
      }
    }
    return runs;
  }

  private static Run offLine(PowerIteration iteration, StaticWeb web) {
    Run run = new Run(new double[CRAWLS], new double[CRAWLS]);
    for (int k = 0; k < CRAWLS; k++) {
      double[] estimate = iteration.iterate();
      run.all()[k] = Distance.meanRelativePercent(estimate, web.importance());
      run.top()[k] = Distance.meanRelativePercentTopTenth(estimate, web.importance());
    }
    return run;
  }

  private static Run run(StaticWeb web, Contender contender, long seed) {
    var ledger = contender.ledger().apply(web.pages());
    var selector = contender.selector().apply(ledger, seed);
    List<Simulation.Point> points = new ArrayList<>();
    new Simulation(web, ledger, selector, true)
        .run((long) CRAWLS * web.pages(), web.pages(), points::add);
    return new Run(
        points.stream().mapToDouble(Simulation.Point::errorPercent).toArray(),
        points.stream().mapToDouble(Simulation.Point::errorPercentTop10).toArray());
  }

  private static LineChart chart(String title, Map<String, Curve> curves, boolean allPages) {
    LineChart chart =
        LineChart.titled(title)
            .x(Axis.linear("reads per page").from(1).to(CRAWLS))
            .y(Axis.log("mean relative error, %").from(1e-6));
    double[] crawls = new double[CRAWLS];
    for (int k = 0; k < CRAWLS; k++) {
      crawls[k] = k + 1;
    }
    for (Map.Entry<String, Curve> line : curves.entrySet()) {
      Curve curve = line.getValue();
      chart = chart.line(line.getKey(), crawls, allPages ? curve.all() : curve.top());
    }
    return chart;
  }

  private static Table table(Measured measured) {
    Table table =
        Table.of(
            "Error in %, mean over the seeds (at 10N: and its range)",
            "web", "strategy", "N", "2N", "3N", "5N", "10N", "top tenth 2N", "top tenth 10N");
    for (Map.Entry<Setup, Map<String, Curve>> model : measured.curves().entrySet()) {
      for (Map.Entry<String, Curve> line : model.getValue().entrySet()) {
        double[] all = line.getValue().all();
        double[] top = line.getValue().top();
        String end = line.getValue().allAtEnd().toString();
        table =
            table.row(
                model.getKey().toString(),
                line.getKey(),
                all[0],
                all[1],
                all[2],
                all[4],
                end,
                top[1],
                top[9]);
      }
    }
    return table;
  }
}
