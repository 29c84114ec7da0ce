package nephila.cli.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.UserError;
import nephila.cli.FileToWrite;
import nephila.cli.Verb;
import nephila.cli.WholeFile;
import nephila.cli.WrongUse;
import nephila.formats.OldCrawl;
import nephila.lab.chart.Axis;
import nephila.lab.chart.LineChart;
import nephila.liverank.Audit;
import nephila.liverank.CostCurve;
import nephila.liverank.Liveness;
import nephila.liverank.Order;
import nephila.liverank.Revisit;
import nephila.liverank.Sample;
import nephila.liverank.Stop;
import nephila.liverank.Trail;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// What would each ordering have cost on an old crawl whose truth is known?
@Command(
    name = "liverank",
    description = {
      "In which order to ask which pages of an old crawl still exist, measured where it is known.",
      "The cost at alpha is the number of questions per living page when the share alpha of the"
          + " living is found; 1 is ideal."
    },
    footer = {
      "  nephila liverank --pages pages.tsv.gz --links links.tsv.gz",
      "  nephila liverank --pages P --links L --order Pa+-,BFS,learned --runs 5 --svg cost.svg",
      "  nephila liverank --pages P --links L --order learned --until 0.9",
    })
public final class LiverankVerb extends Verb {
  private static final double AUDIT_RATE = 0.04;

  @Option(
      names = "--pages",
      required = true,
      paramLabel = "FILE",
      description = "Pages of the old crawl: id, URL, alive (1 or 0), tabs between; .gz, .zst.")
  Path pages = Path.of("");

  @Option(
      names = "--links",
      required = true,
      paramLabel = "FILE",
      description = "Links: source id, target id.")
  Path links = Path.of("");

  @Option(
      names = "--order",
      split = ",",
      paramLabel = "NAME",
      description = "Orderings: R I P Pa Pa+- ASF BFS AI recursive learned (default: all).")
  List<String> orders = List.of();

  @Option(
      names = "--sample",
      defaultValue = "random:1%",
      paramLabel = "KIND:SIZE",
      description =
          "Training set: random, indegree or pagerank, as 1%% or 5000 (default: ${DEFAULT-VALUE}).")
  String sample = "random:1%";

  @Option(
      names = "--alpha",
      split = ",",
      defaultValue = "0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,0.95",
      paramLabel = "SHARE",
      description = "Shares of the living to find (default: ${DEFAULT-VALUE}).")
  double[] alphas = {};

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "S",
      description = "Seed of everything random (default: ${DEFAULT-VALUE}).")
  long seed = 1;

  @Option(
      names = "--runs",
      defaultValue = "1",
      paramLabel = "N",
      description = "Runs with seeds S, S+1, ... to take the mean of (default: ${DEFAULT-VALUE}).")
  int runs = 1;

  @Option(
      names = "--batch",
      defaultValue = "1",
      paramLabel = "N",
      description = "Pages asked before the answers are heard (default: ${DEFAULT-VALUE}).")
  int batch = 1;

  @Option(
      names = "--until",
      paramLabel = "SHARE",
      description =
          "Instead of costs: where each ordering would stop by itself, not knowing the truth.")
  @Nullable Double until;

  @Option(
      names = "--confidence",
      defaultValue = "0.9",
      paramLabel = "C",
      description = "How sure --until must be (default: ${DEFAULT-VALUE}).")
  double confidence = 0.9;

  @Option(
      names = {"--svg", "--chart"},
      converter = FileToWrite.class,
      paramLabel = "FILE",
      description = "Write a chart of the cost curves.")
  Path svg = Path.of("");

  @Option(names = "--json", description = "JSON lines: order, sample, alpha, cost.")
  boolean json;

  @Override
  public Integer call() {
    List<Order> chosen =
        orders.isEmpty()
            ? List.of(Order.values())
            : WrongUse.typed(() -> orders.stream().map(Order::parse).toList());
    Sample training = WrongUse.typed(() -> Sample.parse(sample));
    checkNumbers();
    OldCrawl old = OldCrawl.read(pages, links, console().progress());
    boolean[] alive = truth(old);
    int living = count(alive);
    describe(old, living);
    if (living == 0) {
      console().err("No page is alive: there is nothing to find, and no cost to tell.");
      return DONE;
    }
    if (until != null) {
      stopping(old, alive, living, chosen, training, until);
      return DONE;
    }
    Map<Order, double[]> costs = new LinkedHashMap<>();
    if (!json) {
      heading();
    }
    for (Order order : chosen) {
      double[] cost = new double[alphas.length];
      for (int run = 0; run < runs; run++) {
        CostCurve curve = walk(old, alive, order, training, seed + run).cost(living);
        for (int k = 0; k < alphas.length; k++) {
          cost[k] += curve.cost(alphas[k]) / runs;
        }
      }
      costs.put(order, cost);
      report(order, training, cost);
    }
    if (!svg.toString().isEmpty()) {
      WholeFile.write(svg, chart(costs, old, living));
      console().err("Chart of the cost curves: %s", svg);
    }
    return DONE;
  }

  private void checkNumbers() {
    for (double alpha : alphas) {
      if (!(alpha > 0 && alpha <= 1)) {
        throw new WrongUse("--alpha " + alpha + ": must be above 0 and at most 1");
      }
    }
    if (runs < 1 || batch < 1) {
      throw new WrongUse("--runs " + runs + ", --batch " + batch + ": must be at least 1");
    }
    if (until != null && !(until > 0 && until <= 1)) {
      throw new WrongUse("--until " + until + ": must be above 0 and at most 1");
    }
    if (until != null && !svg.toString().isEmpty()) {
      throw new WrongUse("--svg draws costs, and --until tells none; give one of them");
    }
    if (!(confidence > 0 && confidence < 1)) {
      throw new WrongUse("--confidence " + confidence + ": must lie between 0 and 1");
    }
  }

  private boolean[] truth(OldCrawl old) {
    if (old.snapshot().pages() == 0) {
      throw new UserError(pages + ": no pages; give one line a page: id TAB url TAB alive");
    }
    return old.alive()
        .orElseThrow(
            () ->
                new UserError(
                    pages
                        + ": no third column; costs can be told only where alive (1 or 0) is"
                        + " known"));
  }

  private static int count(boolean[] alive) {
    int count = 0;
    for (boolean one : alive) {
      count += one ? 1 : 0;
    }
    return count;
  }

  private void describe(OldCrawl old, int living) {
    int all = old.snapshot().pages();
    console()
        .err(
            "%,d pages on %,d sites, %,d links, %,d alive (%.1f %%)",
            all,
            old.snapshot().siteCount(),
            old.snapshot().links().links(),
            living,
            100.0 * living / all);
    if (old.unknownLinks() > 0) {
      console()
          .err(
              "%,d links from or to pages that %s does not list: left out",
              old.unknownLinks(), pages);
    }
  }

  private Trail walk(OldCrawl old, boolean[] alive, Order order, Sample training, long runSeed) {
    return new Revisit(order.start(old.snapshot(), training, runSeed), Liveness.known(alive), batch)
        .until(Stop.never(), console().progress());
  }

  private void heading() {
    StringBuilder line = new StringBuilder(String.format("%-10s", "cost at"));
    for (double alpha : alphas) {
      line.append(String.format("%8s", String.valueOf(alpha).replaceFirst("^0\\.", ".")));
    }
    console().out("%s", line);
  }

  private void report(Order order, Sample training, double[] cost) {
    if (!json) {
      StringBuilder line = new StringBuilder(String.format("%-10s", order.shown()));
      for (double value : cost) {
        line.append(String.format(java.util.Locale.ROOT, "%8.3f", value));
      }
      console().out("%s", line);
      return;
    }
    for (int k = 0; k < cost.length; k++) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("order", order.shown());
      row.put("sample", order.sampled() ? training.toString() : "");
      row.put("alpha", alphas[k]);
      row.put("cost", cost[k]);
      console().json(row);
    }
  }

  private void stopping(
      OldCrawl old,
      boolean[] alive,
      int living,
      List<Order> chosen,
      Sample training,
      double share) {
    if (!json) {
      console()
          .out(
              "%-10s%10s%10s%12s%26s",
              "stops at", "asked", "found", "true share", "living, as estimated");
    }
    for (Order order : chosen) {
      for (int run = 0; run < runs; run++) {
        int all = alive.length;
        Audit audit =
            new Audit(
                order.start(old.snapshot(), training, seed + run), all, AUDIT_RATE, seed + run);
        Trail trail =
            new Revisit(audit, Liveness.known(alive), batch)
                .until(audit.reached(share, confidence), console().progress());
        reportStop(order, trail, audit, living);
      }
    }
  }

  private void reportStop(Order order, Trail trail, Audit audit, int living) {
    var count = audit.liveCount(confidence);
    if (!json) {
      console()
          .out(
              "%-10s%,10d%,10d%12.3f%,14.0f (%,.0f–%,.0f)",
              order.shown(),
              trail.asked(),
              trail.found(),
              trail.found() / (double) living,
              count.estimate(),
              count.low(),
              count.high());
      return;
    }
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("order", order.shown());
    row.put("until", until);
    row.put("asked", trail.asked());
    row.put("found", trail.found());
    row.put("share", trail.found() / (double) living);
    row.put("livingEstimate", count.estimate());
    row.put("livingLow", count.low());
    row.put("livingHigh", count.high());
    console().json(row);
  }

  private String chart(Map<Order, double[]> costs, OldCrawl old, int living) {
    double worst = costs.values().stream().flatMapToDouble(Arrays::stream).max().orElse(1);
    Axis cost =
        worst > 4
            ? Axis.log("questions per living page")
            : Axis.linear("questions per living page");
    LineChart chart =
        LineChart.titled(
                String.format(
                    java.util.Locale.ROOT,
                    "Finding the %.0f %% of %,d old pages that live",
                    100.0 * living / old.snapshot().pages(),
                    old.snapshot().pages()))
            .x(Axis.linear("share of the living found (α)").percent().from(0).to(1))
            .y(cost.from(1));
    List<Order> shown = new ArrayList<>(costs.keySet());
    for (Order order : shown) {
      chart = chart.line(order.shown(), alphas, costs.getOrDefault(order, new double[0]));
    }
    return chart.svg();
  }
}
