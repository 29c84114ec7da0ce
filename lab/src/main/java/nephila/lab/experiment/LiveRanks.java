package nephila.lab.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import nephila.Progress;
import nephila.formats.OldCrawl;
import nephila.lab.chart.Axis;
import nephila.lab.chart.LineChart;
import nephila.lab.report.Chapter;
import nephila.lab.report.Claim;
import nephila.lab.report.Shown;
import nephila.lab.report.Table;
import nephila.lab.report.Verdict;
import nephila.liverank.CostCurve;
import nephila.liverank.Liveness;
import nephila.liverank.Order;
import nephila.liverank.Revisit;
import nephila.liverank.Sample;
import nephila.liverank.Snapshot;
import nephila.liverank.SpreadingWeb;
import nephila.liverank.Stop;

/// Figures 2 to 6 of paper 002 in kind: what each ordering of an old crawl costs, on a made-up web
/// with few living pages and, where the data is there, on a real one.
public final class LiveRanks implements Experiment {
  private static final double[] ALPHAS = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95};
  private static final int HALF = 5;
  private static final int NINETY = 9;
  private static final double LIVING = 0.15;
  private static final double SPREAD = 0.95;

  @Override
  public String name() {
    return "liverank";
  }

  @Override
  public String about() {
    return "which pages of an old crawl still live: cost of each ordering (002 figures 2 to 6)";
  }

  /// An old web and what lives of it.
  private record Old(String name, Snapshot snapshot, boolean[] alive) {
    int living() {
      int count = 0;
      for (boolean one : alive) {
        count += one ? 1 : 0;
      }
      return count;
    }
  }

  /// One line of a chart.
  private record Line(String name, Order order, Sample sample) {
    static Line of(Order order) {
      return new Line(order.shown(), order, Sample.ONE_PERCENT);
    }

    static Line of(Order order, String sample) {
      return new Line(order.shown() + ", " + sample, order, Sample.parse(sample));
    }
  }

  @Override
  public Chapter run(Workbench bench) {
    int pages = bench.pages();
    Chapter chapter =
        new Chapter(name(), "LiveRank: refreshing an old crawl (paper 002)")
            .settings(
                "Cost at α: questions per living page found when the share α of the living is found; 1 is ideal. Made-up web: %,d pages, %.0f %% alive; training set random:1%% unless named; %s. One run alone: nephila liverank --pages P --links L"
                    .formatted(pages, 100 * LIVING, bench.seedText()));
    SpreadingWeb made = SpreadingWeb.generate(pages, 200, LIVING, SPREAD, bench.seeds().getFirst());
    tell(bench, chapter, new Old("made-up web", made.snapshot(), made.alive()));
    if (bench.data().isPresent()) {
      Path folder = bench.data().get().resolve("oldweb");
      OldCrawl old =
          OldCrawl.read(
              folder.resolve("pages.tsv.gz"), folder.resolve("links.tsv.gz"), Progress.SILENT);
      tell(bench, chapter, new Old("real web", old.snapshot(), old.alive().orElseThrow()));
    } else {
      chapter.text("The real old web was left out: it needs the folder of real data (--data DIR).");
    }
    return chapter;
  }

  private void tell(Workbench bench, Chapter chapter, Old old) {
    Map<String, double[]> main =
        costs(bench, old, Arrays.stream(Order.values()).map(Line::of).toList());
    Map<String, double[]> samples =
        costs(
            bench,
            old,
            List.of(
                Line.of(Order.PA_PLUS_MINUS, "random:0.1%"),
                Line.of(Order.PA_PLUS_MINUS, "random:1%"),
                Line.of(Order.PA_PLUS_MINUS, "random:5%"),
                Line.of(Order.PA_PLUS_MINUS, "pagerank:1%"),
                Line.of(Order.PA_PLUS_MINUS, "indegree:1%")));
    chapter
        .figure(chart("Orderings, " + old.name(), main))
        .figure(chart("Training sets, " + old.name(), samples))
        .table(table(old, main));
    claims(old, main, samples).forEach(chapter::claim);
  }

  private Map<String, double[]> costs(Workbench bench, Old old, List<Line> lines) {
    List<Callable<double[]>> tasks = new ArrayList<>();
    for (Line line : lines) {
      tasks.add(() -> cost(old, line, bench.seeds().getFirst()));
    }
    List<double[]> results = bench.all(name() + ", " + old.name(), tasks);
    Map<String, double[]> costs = new LinkedHashMap<>();
    for (int k = 0; k < lines.size(); k++) {
      costs.put(lines.get(k).name(), results.get(k));
    }
    return costs;
  }

  private static double[] cost(Old old, Line line, long seed) {
    CostCurve curve =
        new Revisit(
                line.order().start(old.snapshot(), line.sample(), seed),
                Liveness.known(old.alive()),
                1)
            .until(Stop.never(), Progress.SILENT)
            .cost(old.living());
    return Arrays.stream(ALPHAS).map(curve::cost).toArray();
  }

  private static LineChart chart(String title, Map<String, double[]> costs) {
    LineChart chart =
        LineChart.titled(title)
            .x(Axis.linear("share of the living found (α)").percent().from(0).to(1))
            .y(Axis.log("questions per living page").from(1));
    for (Map.Entry<String, double[]> line : costs.entrySet()) {
      chart = chart.line(line.getKey(), ALPHAS, line.getValue());
    }
    return chart;
  }

  private static Table table(Old old, Map<String, double[]> costs) {
    Table table =
        Table.of("Cost, " + old.name(), "ordering", "α = 0.1", "α = 0.2", "α = 0.5", "α = 0.9");
    for (Map.Entry<String, double[]> line : costs.entrySet()) {
      double[] cost = line.getValue();
      table = table.row(line.getKey(), cost[1], cost[2], cost[HALF], cost[NINETY]);
    }
    return table;
  }

  private static List<Claim> claims(
      Old old, Map<String, double[]> main, Map<String, double[]> samples) {
    double[] none = new double[ALPHAS.length];
    double[] random = main.getOrDefault("R", none);
    double[] rank = main.getOrDefault("P", none);
    double[] simple = main.getOrDefault("Pa", none);
    double[] twice = main.getOrDefault("Pa+-", none);
    double[] breadth = main.getOrDefault("BFS", none);
    double[] learned = main.getOrDefault("learned", none);
    double best = Double.POSITIVE_INFINITY;
    double bestLate = Double.POSITIVE_INFINITY;
    for (Map.Entry<String, double[]> line : main.entrySet()) {
      if (!line.getKey().equals("learned")) {
        best = Math.min(best, line.getValue()[HALF]);
        bestLate = Math.min(bestLate, line.getValue()[NINETY]);
      }
    }
    return List.of(
        claim(
            old,
            "002 §4.1",
            "PageRank order is much better than random for small α.",
            "at least 1.5 times cheaper at α = 0.1",
            random[1] >= 1.5 * rank[1],
            "R %s, P %s",
            random[1],
            rank[1]),
        claim(
            old,
            "002 §4.1",
            "Double-adaptive Pa+- improves on simple-adaptive Pa.",
            "cheaper at α = 0.5",
            twice[HALF] < simple[HALF],
            "Pa+- %s, Pa %s",
            twice[HALF],
            simple[HALF]),
        claim(
            old,
            "002 §4.2",
            "A random training set is better than the top by PageRank.",
            "Pa+- with 1 %, α = 0.5",
            at(samples, "Pa+-, random:1%") < at(samples, "Pa+-, pagerank:1%"),
            "random %s, PageRank %s",
            at(samples, "Pa+-, random:1%"),
            at(samples, "Pa+-, pagerank:1%")),
        claim(
            old,
            "002 §4.3",
            "BFS outperforms Pa+- for large α.",
            "cheaper at α = 0.9",
            breadth[NINETY] < twice[NINETY],
            "BFS %s, Pa+- %s",
            breadth[NINETY],
            twice[NINETY]),
        claim(
            old,
            "Nephila",
            "The learned ordering beats every ordering of the paper.",
            "cheaper than the best of the others in hindsight, at α = 0.5 and 0.9",
            learned[HALF] < best && learned[NINETY] < bestLate,
            "learned %s and %s, best of the paper %s and %s",
            learned[HALF],
            learned[NINETY],
            best,
            bestLate));
  }

  private static double at(Map<String, double[]> costs, String name) {
    return costs.getOrDefault(name, new double[ALPHAS.length])[HALF];
  }

  private static Claim claim(
      Old old,
      String source,
      String words,
      String rule,
      boolean holds,
      String format,
      Double... figures) {
    Object[] shown = Arrays.stream(figures).map(Shown::number).toArray();
    return new Claim(
        source,
        words,
        rule + ", " + old.name(),
        "cost on the " + old.name() + ": " + format.formatted(shown),
        Verdict.of(holds));
  }
}
