package nephila.lab.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import nephila.Progress;
import nephila.formats.GraphReader;
import nephila.graph.CsrGraph;
import nephila.lab.chart.Axis;
import nephila.lab.chart.LineChart;
import nephila.lab.report.Chapter;
import nephila.lab.report.Claim;
import nephila.lab.report.ClaimVerdict;
import nephila.lab.report.Shown;
import nephila.lab.report.Table;
import nephila.rank.Distance;
import nephila.rank.MutualReinforcement;
import nephila.rank.OnlineReinforcement;
import nephila.rank.RankOptions;

/// An open question of paper 000 (section 5): can other properties of pages be computed on line as
/// importance is? Kleinberg's hubs and authorities can, from the rows of the pages read: their
/// error over reads, beside the plain power iteration of the same matrix.
public final class HubsOnLine implements Experiment {
  private static final int CRAWLS = 10;
  private static final String CYCLE = "on line, Cycle";
  private static final String RANDOM = "on line, Random";
  private static final String OFF_LINE = "off-line, power iteration";

  /// L1 distances of authorities and of hubs to their eigenvectors, by crawl.
  private record Run(double[] authorities, double[] hubs) {}

  @Override
  public String name() {
    return "hubs";
  }

  @Override
  public String about() {
    return "hubs and authorities computed on line, error over reads (000 section 5)";
  }

  @Override
  public Chapter run(Workbench bench) {
    long seed = bench.seeds().getFirst();
    int pages = Math.min(bench.pages(), 10_000);
    Map<String, CsrGraph> graphs = new LinkedHashMap<>();
    for (Model model : Model.values()) {
      graphs.put(model.toString(), model.graph(pages, seed));
    }
    bench
        .data()
        .ifPresent(
            data -> {
              graphs.put("wikispeedia", real(data, "wikispeedia"));
              graphs.put("hollins", real(data, "hollins"));
            });
    List<Workbench.Run<Map<String, Run>>> tasks = new ArrayList<>();
    graphs.forEach(
        (name, graph) ->
            tasks.add(new Workbench.Run<>(name + ", seed " + seed, () -> runs(graph, seed))));
    List<Map<String, Run>> found = bench.all(name(), tasks);
    Chapter chapter =
        new Chapter(name(), "Hubs and authorities on line (paper 000, section 5)")
            .settings(
                "%,d pages, seed %d; truth: nephila rank GRAPH --variant authorities (or hubs)"
                    .formatted(pages, seed));
    Table table =
        Table.of(
            "L1 distance to the eigenvector (at most 2)",
            "web",
            "values",
            "computed",
            "N",
            "2N",
            "5N",
            "10N");
    Map<String, Map<String, Run>> byName = new LinkedHashMap<>();
    int at = 0;
    for (String name : graphs.keySet()) {
      Map<String, Run> runs = found.get(at++);
      byName.put(name, runs);
      chapter.figure(chart(name, runs));
      for (Map.Entry<String, Run> run : runs.entrySet()) {
        table = row(table, name, "authorities", run.getKey(), run.getValue().authorities());
        table = row(table, name, "hubs", run.getKey(), run.getValue().hubs());
      }
    }
    return chapter.table(table).claim(asFast(byName));
  }

  private static Table row(Table table, String web, String values, String how, double[] errors) {
    return table.row(web, values, how, errors[0], errors[1], errors[4], errors[9]);
  }

  private static CsrGraph real(Path data, String name) {
    return new GraphReader()
        .progress(Progress.SILENT)
        .open(data.resolve("graphs/" + name + ".edges.gz").toString())
        .csr()
        .unweighted();
  }

  private static Map<String, Run> runs(CsrGraph graph, long seed) {
    RankOptions tight = RankOptions.DEFAULTS.withThreshold(1e-12).withMaxIterations(100_000);
    MutualReinforcement offLine = new MutualReinforcement(graph);
    double[] authorities = offLine.authorities(tight).values();
    double[] hubs = offLine.hubs(tight).values();
    int[][] rows = graph.rows();
    SplittableRandom random = new SplittableRandom(seed);
    Map<String, Run> runs = new LinkedHashMap<>();
    runs.put(CYCLE, onLine(rows, read -> (int) (read % rows.length), authorities, hubs));
    runs.put(RANDOM, onLine(rows, read -> random.nextInt(rows.length), authorities, hubs));
    runs.put(OFF_LINE, power(rows, authorities, hubs));
    return runs;
  }

  /// Which page is read next.
  private interface Order {
    int page(long read);
  }

  private static Run onLine(int[][] rows, Order order, double[] authorities, double[] hubs) {
    OnlineReinforcement online = new OnlineReinforcement();
    Run run = new Run(new double[CRAWLS], new double[CRAWLS]);
    for (long read = 0; read < (long) CRAWLS * rows.length; read++) {
      int page = order.page(read);
      online.read(page, rows[page]);
      if ((read + 1) % rows.length == 0) {
        int crawl = (int) ((read + 1) / rows.length) - 1;
        run.authorities()[crawl] = distance(online.authorities(), authorities);
        run.hubs()[crawl] = distance(online.hubs(), hubs);
      }
    }
    return run;
  }

  private static double distance(double[] found, double[] truth) {
    return Distance.l1(Arrays.copyOf(found, truth.length), truth);
  }

  /// a ← Kᵀ·K·a from the uniform vector, a pass over the links counted as N reads.
  private static Run power(int[][] rows, double[] authorities, double[] hubs) {
    double[] a = new double[rows.length];
    Arrays.fill(a, 1.0 / a.length);
    Run run = new Run(new double[CRAWLS], new double[CRAWLS]);
    for (int crawl = 0; crawl < CRAWLS; crawl++) {
      double[] h = new double[a.length];
      double[] next = new double[a.length];
      for (int page = 0; page < rows.length; page++) {
        for (int target : rows[page]) {
          h[page] += a[target];
        }
        for (int target : rows[page]) {
          next[target] += h[page];
        }
      }
      a = normalised(next);
      run.authorities()[crawl] = distance(a, authorities);
      run.hubs()[crawl] = distance(normalised(h), hubs);
    }
    return run;
  }

  private static double[] normalised(double[] values) {
    double sum = Arrays.stream(values).sum();
    return Arrays.stream(values).map(value -> value / sum).toArray();
  }

  private static LineChart chart(String web, Map<String, Run> runs) {
    LineChart chart =
        LineChart.titled("Authorities, " + web + " web")
            .x(Axis.linear("reads per page").from(1).to(CRAWLS))
            .y(Axis.log("L1 distance").from(1e-6));
    double[] crawls = new double[CRAWLS];
    Arrays.setAll(crawls, k -> k + 1);
    for (Map.Entry<String, Run> run : runs.entrySet()) {
      chart = chart.line(run.getKey(), crawls, run.getValue().authorities());
    }
    return chart;
  }

  private static Claim asFast(Map<String, Map<String, Run>> all) {
    int holding = 0;
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, Map<String, Run>> one : all.entrySet()) {
      double onLine = last(one.getValue(), CYCLE);
      double offLine = last(one.getValue(), OFF_LINE);
      holding += onLine <= offLine ? 1 : 0;
      text.append(text.isEmpty() ? "" : "; ")
          .append(one.getKey())
          .append(' ')
          .append(Shown.number(onLine))
          .append(" and ")
          .append(Shown.number(offLine));
    }
    return new Claim(
        "000 §5",
        "Other properties of pages may be computed on line in the same way: hubs and authorities.",
        "L1 of authorities after 10N reads by Cycle at most that of ten power iterations",
        text.toString(),
        ClaimVerdict.of(holding, all.size()));
  }

  private static double last(Map<String, Run> runs, String name) {
    Run run = runs.get(name);
    return run == null ? Double.NaN : run.authorities()[CRAWLS - 1];
  }
}
