package nephila.lab.experiment;

import java.util.List;
import java.util.Map;
import nephila.lab.report.Chapter;
import nephila.lab.report.Claim;
import nephila.lab.report.ClaimVerdict;
import nephila.lab.report.Shown;
import nephila.lab.report.Table;
import nephila.lab.simulation.Simulation;
import nephila.lab.simulation.StaticWeb;
import nephila.ledger.Ledger;
import nephila.rank.Distance;

/// Other ways to measure the error (000 §4.2): its spread over the pages, weighted by importance,
/// and errors of the order of pages.
public final class ErrorMeasures implements Experiment {
  private static final int CRAWLS = 5;
  private static final String GREEDY = "OPIC, Greedy";

  private static final List<Contender> CONTENDERS =
      List.of(
          Contender.opic("OPIC, Random", Contender::random),
          Contender.opic("OPIC, Cycle", Contender::cycle),
          Contender.opic(GREEDY, Contender::greedy),
          Contender.corrected("corrected, Greedy", "all", Contender::greedy),
          Contender.opic("Interpolation, T = 4, Greedy", "interpolation:4", Contender::greedy),
          Contender.exactForgetting("exact, clock", Contender::clock));

  @Override
  public String name() {
    return "ranking";
  }

  @Override
  public String about() {
    return "ranking errors, weighted errors and their spread over the pages (000 §4.2)";
  }

  /// Error figures of one run. `beyond` is the share of pages, in percent, whose error is more than
  /// twice the mean; `deviation` is that of the relative errors, in percent.
  private record Run(
      double mean,
      double deviation,
      double beyond,
      double weighted,
      double taub,
      double top10,
      double top100) {}

  @Override
  public Chapter run(Workbench bench) {
    Map<String, Run> means =
        bench.means(
            name(),
            CONTENDERS,
            (contender, seed) -> run(bench.pages(), contender, seed),
            ErrorMeasures::mean);
    Table table =
        Table.of(
            "After 5N reads, power-law web, means over the seeds",
            "strategy",
            "mean error, %",
            "standard deviation, %",
            "pages beyond twice the mean, %",
            "error weighted by importance, %",
            "Kendall τ-b",
            "top 10 right, %",
            "top 100 right, %");
    for (Map.Entry<String, Run> line : means.entrySet()) {
      Run r = line.getValue();
      table =
          table.row(
              line.getKey(),
              r.mean(),
              r.deviation(),
              r.beyond(),
              r.weighted(),
              r.taub(),
              r.top10(),
              r.top100());
    }
    return new Chapter(name(), "Ranking errors and other measures (paper 000, section 4.2)")
        .settings("Power-law web, N = %,d, %s".formatted(bench.pages(), bench.seedText()))
        .table(table)
        .claim(variance(means))
        .claim(noDifference(means));
  }

  private static Run run(int pages, Contender contender, long seed) {
    StaticWeb web = StaticWeb.known(Model.POWER.graph(pages, seed));
    Ledger ledger = contender.ledger().apply(pages);
    var selector = contender.selector().apply(ledger, seed);
    long reads = (long) CRAWLS * pages;
    new Simulation(web, ledger, selector, true).run(reads, reads, point -> {});
    double[] truth = web.importance();
    double[] estimate = new double[pages];
    double[] error = new double[pages];
    for (int page = 0; page < pages; page++) {
      estimate[page] = ledger.importance(page);
      error[page] = 100 * Math.abs(estimate[page] - truth[page]) / truth[page];
    }
    double mean = Distance.meanRelativePercent(estimate, truth);
    double squares = 0;
    int beyond = 0;
    for (double one : error) {
      squares += (one - mean) * (one - mean);
      beyond += one > 2 * mean ? 1 : 0;
    }
    return new Run(
        mean,
        Math.sqrt(squares / pages),
        100.0 * beyond / pages,
        100 * Distance.l1(estimate, truth),
        Distance.kendall(estimate, truth).tauB(),
        100 * Distance.topOverlap(estimate, truth, 10),
        100 * Distance.topOverlap(estimate, truth, 100));
  }

  private static Run mean(List<Run> runs) {
    return new Run(
        runs.stream().mapToDouble(Run::mean).average().orElse(Double.NaN),
        runs.stream().mapToDouble(Run::deviation).average().orElse(Double.NaN),
        runs.stream().mapToDouble(Run::beyond).average().orElse(Double.NaN),
        runs.stream().mapToDouble(Run::weighted).average().orElse(Double.NaN),
        runs.stream().mapToDouble(Run::taub).average().orElse(Double.NaN),
        runs.stream().mapToDouble(Run::top10).average().orElse(Double.NaN),
        runs.stream().mapToDouble(Run::top100).average().orElse(Double.NaN));
  }

  private static Claim variance(Map<String, Run> means) {
    int holding = 0;
    int looked = 0;
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, Run> line : means.entrySet()) {
      if (line.getKey().startsWith("OPIC")) {
        looked++;
        holding += line.getValue().beyond() <= 2 ? 1 : 0;
        text.append(text.isEmpty() ? "" : "; ").append(line.getKey()).append(' ');
        text.append(Shown.number(line.getValue().beyond())).append(" %");
      }
    }
    return new Claim(
        "000 §4.2",
        "Almost no page has an error of more than twice the mean error.",
        "at most 2 % of the pages, for Random, Cycle and Greedy at 5N",
        text.toString(),
        ClaimVerdict.of(holding, looked));
  }

  private static Claim noDifference(Map<String, Run> means) {
    List<String> byMean = order(means, Run::mean);
    List<String> byWeight = order(means, Run::weighted);
    List<String> byRanking = order(means, run -> -run.taub());
    boolean weights = byMean.equals(byWeight);
    boolean ranking = byMean.equals(byRanking);
    return new Claim(
        "000 §4.2",
        "Other measures (weighted by importance, errors of the ranking) make no significant"
            + " difference.",
        "Random, Cycle and Greedy come in the same order by each measure at 5N",
        "best first: by mean error %s; by weighted error %s; by Kendall τ-b %s"
            .formatted(byMean, byWeight, byRanking),
        ClaimVerdict.of((weights ? 1 : 0) + (ranking ? 1 : 0), 2));
  }

  private static List<String> order(
      Map<String, Run> means, java.util.function.ToDoubleFunction<Run> by) {
    return means.entrySet().stream()
        .filter(line -> line.getKey().startsWith("OPIC"))
        .sorted(java.util.Comparator.comparingDouble(line -> by.applyAsDouble(line.getValue())))
        .map(line -> line.getKey().substring("OPIC, ".length()))
        .toList();
  }
}
