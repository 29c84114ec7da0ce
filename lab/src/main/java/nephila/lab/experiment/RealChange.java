package nephila.lab.experiment;

import java.nio.file.Path;
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

/// Thirty years of a real site, change by change: which window follows its importance best, at
/// several budgets of reads a day? (The papers leave tests of the windows on real change as future
/// work: 000 §5.)
public final class RealChange implements Experiment {
  private static final String EXACT = "exact, rows kept";
  private static final String EXACT_FORGET = "exact, no links stored";
  private static final double DAYS_A_YEAR = 365.2425;

  private static final List<Contender> CONTENDERS =
      List.of(
          Contender.opic("OPIC, all history", Contender::greedy),
          Contender.opic("Fixed, T = 4", "fixed:4", Contender::greedy),
          Contender.opic("Improved Fixed, T = 4, at least 3", "improved:4:3", Contender::greedy),
          Contender.opic("Variable, 4 measures", "variable:4", Contender::greedy),
          Contender.opic("Variable, 8 measures", "variable:8", Contender::greedy),
          Contender.opic("Interpolation, T = 4", "interpolation:4", Contender::greedy),
          Contender.opic(
              "Interpolation, T = 4, refresh order", "interpolation:4", Contender::refresh),
          Contender.corrected("growing interpolation, T = 4", "growing:4", Contender::greedy),
          Contender.corrected("adaptive window a page", "adaptive", Contender::greedy),
          Contender.exactForgetting(EXACT_FORGET, Contender::cycle),
          Contender.exactKeeping(EXACT, 0.01, Contender::refresh));

  @Override
  public String name() {
    return "realchange";
  }

  @Override
  public String about() {
    return "thirty years of a real site replayed: windows and the exact form at several budgets";
  }

  @Override
  public boolean needsData() {
    return true;
  }

  @Override
  public boolean seeded() {
    return false;
  }

  @Override
  public Chapter run(Workbench bench) {
    Path graphs = bench.data().orElseThrow().resolve("graphs");
    SiteHistory history =
        SiteHistory.read(
            graphs.resolve("openbsd-www.pages.tsv.gz"),
            graphs.resolve("openbsd-www.events.tsv.gz"));
    return tell(bench, history);
  }

  Chapter tell(Workbench bench, SiteHistory history) {
    int[] budgets = bench.pick(new int[] {5, 20, 80}, new int[] {5, 20, 80, 320});
    SiteReplay.Truth truth = SiteReplay.Truth.of(history, bench.pick(182, 91));
    long seed = bench.seeds().getFirst();
    List<Workbench.Run<double[]>> tasks = new ArrayList<>();
    for (int budget : budgets) {
      for (Contender contender : CONTENDERS) {
        tasks.add(
            new Workbench.Run<>(
                contender.name() + ", " + budget + " a day",
                () -> SiteReplay.run(history, truth, contender, budget, seed)));
      }
    }
    List<double[]> curves = bench.all(name(), tasks);
    Map<String, double[]> means = new LinkedHashMap<>();
    CONTENDERS.forEach(one -> means.put(one.name(), new double[budgets.length]));
    Chapter chapter = opening(history, truth);
    double[] years = truth.days().stream().mapToDouble(day -> 1970 + day / DAYS_A_YEAR).toArray();
    for (int b = 0; b < budgets.length; b++) {
      LineChart chart =
          LineChart.titled(budgets[b] + " reads a day")
              .x(Axis.linear("year").from(Math.floor(years[0])))
              .y(Axis.log("importance in the wrong place, %"));
      for (int c = 0; c < CONTENDERS.size(); c++) {
        double[] curve = curves.get(b * CONTENDERS.size() + c);
        String name = CONTENDERS.get(c).name();
        chart = chart.line(name, years, curve);
        means.getOrDefault(name, new double[budgets.length])[b] = mean(curve);
      }
      chapter.figure(chart);
    }
    return chapter.table(table(budgets, means)).claim(claim(budgets, means));
  }

  private Chapter opening(SiteHistory history, SiteReplay.Truth truth) {
    SiteNow last = new SiteNow(history);
    last.goTo(history.lastDay(), page -> {});
    return new Chapter(name(), "Real change: thirty years of www.openbsd.org")
        .settings(
            "%,d pages ever, %,d changes, %,d pages at the end; the truth is computed at %d days. Links between pages of the site only."
                .formatted(
                    history.pages(), history.events().size(), last.size(), truth.days().size()))
        .text(
            "Each contender reads so many pages a day and is told of new pages, as by a sitemap;"
                + " that a page is gone or its links changed it learns only by reading it. The"
                + " error is the share of all importance that the estimate gives to the wrong pages"
                + " (half the L1 distance), against the true rank of that day. Spans T are in turns"
                + " of the total cash. The exact form pushes stored rows once a day.");
  }

  private static double mean(double[] curve) {
    return java.util.Arrays.stream(curve).average().orElse(Double.NaN);
  }

  private static Table table(int[] budgets, Map<String, double[]> means) {
    List<String> columns = new ArrayList<>(List.of("contender"));
    for (int budget : budgets) {
      columns.add(budget + " a day");
    }
    Table table =
        new Table("Importance in the wrong place in %, mean over the years", columns, List.of());
    for (Map.Entry<String, double[]> line : means.entrySet()) {
      List<Object> row = new ArrayList<>(List.of(line.getKey()));
      for (double value : line.getValue()) {
        row.add(value);
      }
      table = table.row(row.toArray());
    }
    return table;
  }

  private static Claim claim(int[] budgets, Map<String, double[]> means) {
    double[] exact = means.getOrDefault(EXACT, new double[budgets.length]);
    int holding = 0;
    StringBuilder text = new StringBuilder();
    for (int b = 0; b < budgets.length; b++) {
      String best = "";
      double least = Double.POSITIVE_INFINITY;
      for (Map.Entry<String, double[]> line : means.entrySet()) {
        if (!line.getKey().startsWith("exact") && line.getValue()[b] < least) {
          least = line.getValue()[b];
          best = line.getKey();
        }
      }
      holding += exact[b] < least ? 1 : 0;
      text.append(text.isEmpty() ? "" : "; ").append(budgets[b]).append(" a day: ");
      text.append(Shown.number(exact[b])).append(" % against ").append(Shown.number(least));
      text.append(" % (").append(best).append(")");
    }
    return new Claim(
        "Nephila",
        "On real change the exact form with rows kept beats every window at every budget.",
        "importance in the wrong place, mean over the years, against the best window",
        text.toString(),
        ClaimVerdict.of(holding, budgets.length));
  }
}
