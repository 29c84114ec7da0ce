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
import nephila.lab.simulation.StaticWeb;
import nephila.ledger.OpicLedger;
import nephila.rank.Distance;

/// Section 3.1 of paper 000: the cash of a page when Greedy reads it tends to 2/n, so that G grows
/// twice as fast as with Random; and section 2 of 003: under Greedy, importance is the frequency
/// with which a page is read.
public final class GreedyCash implements Experiment {
  private static final int CRAWLS = 10;
  private static final int PARTS = 4;
  private static final String GREEDY = "Greedy";
  private static final String RANDOM = "Random";

  private static final List<Contender> CONTENDERS =
      List.of(
          Contender.opic(GREEDY, Contender::greedy),
          Contender.opic("clock", Contender::clock),
          Contender.opic("Cycle", Contender::cycle),
          Contender.opic(RANDOM, Contender::random));

  @Override
  public String name() {
    return "greedycash";
  }

  @Override
  public String about() {
    return "cash of a read page tending to 2/n, reading frequency as importance (000 §3.1, 003 §2)";
  }

  /// Cash of read pages in units of 1/n by part of a crawl, G at the end, and the errors in percent
  /// of the reading frequency and of the estimate.
  private record Run(double[] cash, double turnover, double frequencyError, double error) {
    double last() {
      return cash[cash.length - 1];
    }
  }

  @Override
  public Chapter run(Workbench bench) {
    Map<Model, Map<String, Run>> runs = new LinkedHashMap<>();
    long seed = bench.seeds().getFirst();
    List<Workbench.Run<Map<String, Run>>> tasks = new ArrayList<>();
    for (Model model : Model.values()) {
      tasks.add(
          new Workbench.Run<>(
              model + ", seed " + seed,
              () -> runs(StaticWeb.known(model.graph(bench.pages(), seed)), seed)));
    }
    List<Map<String, Run>> results = bench.all(name(), tasks);
    for (Model model : Model.values()) {
      runs.put(model, results.get(model.ordinal()));
    }
    Chapter chapter =
        new Chapter(name(), "The cash of a page when it is read (paper 000, section 3.1)")
            .settings("N = %,d pages, 10N reads, seed %d".formatted(bench.pages(), seed));
    Table table =
        Table.of(
            "At the end",
            "web",
            "strategy",
            "cash of a read page · n",
            "G",
            "error of the estimate, %",
            "error of the reading frequency, %");
    for (Map.Entry<Model, Map<String, Run>> model : runs.entrySet()) {
      chapter.figure(chart(model.getKey(), model.getValue()));
      for (Map.Entry<String, Run> run : model.getValue().entrySet()) {
        Run r = run.getValue();
        table =
            table.row(
                model.getKey().toString(),
                run.getKey(),
                r.last(),
                r.turnover(),
                r.error(),
                r.frequencyError());
      }
    }
    chapter.table(table);
    return chapter.claim(twoOverN(runs)).claim(twiceRandom(runs)).claim(frequency(runs));
  }

  private static Map<String, Run> runs(StaticWeb web, long seed) {
    Map<String, Run> runs = new LinkedHashMap<>();
    for (Contender contender : CONTENDERS) {
      runs.put(contender.name(), run(web, contender, seed));
    }
    return runs;
  }

  private static Run run(StaticWeb web, Contender contender, long seed) {
    int pages = web.pages();
    OpicLedger ledger = (OpicLedger) contender.ledger().apply(pages);
    for (int page = 0; page < pages; page++) {
      ledger.discovered(page);
    }
    var selector = contender.selector().apply(ledger, seed);
    double[] cash = new double[CRAWLS * PARTS];
    long part = Math.max(1, pages / PARTS);
    for (int k = 0; k < cash.length; k++) {
      double sum = 0;
      for (long read = 0; read < part; read++) {
        int page = selector.next();
        sum += ledger.cash(page);
        int[] row = web.row(page);
        ledger.read(page, row, 0, row.length);
        if (selector.ordered()) {
          selector.changed(page);
          for (int target : row) {
            selector.changed(target);
          }
        }
      }
      ledger.audit();
      cash[k] = sum / part / OpicLedger.CREDIT;
    }
    double[] frequency = new double[pages];
    double[] estimate = new double[pages];
    for (int page = 0; page < pages; page++) {
      frequency[page] = ledger.readingFrequency(page);
      estimate[page] = ledger.importance(page);
    }
    double[] truth = web.importance();
    return new Run(
        cash,
        ledger.turnover(),
        Distance.meanRelativePercent(frequency, truth),
        Distance.meanRelativePercent(estimate, truth));
  }

  private static LineChart chart(Model model, Map<String, Run> runs) {
    LineChart chart =
        LineChart.titled("Cash of a page when it is read, " + model + " web")
            .x(Axis.linear("reads per page").from(0).to(CRAWLS))
            .y(Axis.linear("cash, in units of 1/n").from(0));
    double[] reads = new double[CRAWLS * PARTS];
    for (int k = 0; k < reads.length; k++) {
      reads[k] = (k + 1.0) / PARTS;
    }
    for (Map.Entry<String, Run> run : runs.entrySet()) {
      chart = chart.line(run.getKey(), reads, run.getValue().cash());
    }
    return chart;
  }

  private static Run of(Map<Model, Map<String, Run>> runs, Model model, String name) {
    Run run = runs.getOrDefault(model, Map.of()).get(name);
    if (run == null) {
      throw new IllegalArgumentException(name + " was not run on " + model);
    }
    return run;
  }

  private static Claim twoOverN(Map<Model, Map<String, Run>> runs) {
    int holding = 0;
    StringBuilder text = new StringBuilder();
    for (Model model : Model.values()) {
      double cash = of(runs, model, GREEDY).last();
      holding += Math.abs(cash - 2) <= 0.2 ? 1 : 0;
      text.append(text.isEmpty() ? "" : "; ").append(model).append(' ').append(Shown.number(cash));
      text.append("/n");
    }
    return new Claim(
        "000 §3.1",
        "The cash of a page that Greedy reads converges to 2/n.",
        "mean cash of the pages read in the last quarter of the tenth crawl, 1.8/n to 2.2/n",
        text.toString(),
        ClaimVerdict.of(holding, Model.values().length));
  }

  private static Claim twiceRandom(Map<Model, Map<String, Run>> runs) {
    int holding = 0;
    StringBuilder text = new StringBuilder();
    for (Model model : Model.values()) {
      double factor = of(runs, model, GREEDY).turnover() / of(runs, model, RANDOM).turnover();
      holding += factor >= 1.8 && factor <= 2.2 ? 1 : 0;
      text.append(text.isEmpty() ? "" : "; ")
          .append(model)
          .append(' ')
          .append(Shown.number(factor));
    }
    return new Claim(
        "000 §3.1",
        "The error factor 1/G falls twice as fast with Greedy as with Random.",
        "G of Greedy over G of Random after 10N reads, 1.8 to 2.2",
        text.toString(),
        ClaimVerdict.of(holding, Model.values().length));
  }

  private static Claim frequency(Map<Model, Map<String, Run>> runs) {
    int holding = 0;
    StringBuilder text = new StringBuilder();
    for (Model model : Model.values()) {
      Run run = of(runs, model, GREEDY);
      holding += run.frequencyError() <= 2 * run.error() ? 1 : 0;
      text.append(text.isEmpty() ? "" : "; ").append(model).append(": frequency ");
      text.append(Shown.number(run.frequencyError())).append(" %, estimate ");
      text.append(Shown.number(run.error())).append(" %");
    }
    return new Claim(
        "003 §2",
        "Under Greedy the importance of a page is the frequency with which it is read.",
        "error of the frequency at most twice that of the estimate after 10N reads",
        text.toString(),
        ClaimVerdict.of(holding, Model.values().length));
  }
}
