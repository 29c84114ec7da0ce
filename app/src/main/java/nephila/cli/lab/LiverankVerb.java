package nephila.cli.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import nephila.UserError;
import nephila.cli.AnswerFiles;
import nephila.cli.FileToWrite;
import nephila.cli.Numbers;
import nephila.cli.OldCrawlSource;
import nephila.cli.Verb;
import nephila.cli.WholeFile;
import nephila.cli.WrongUse;
import nephila.formats.GraphReader;
import nephila.formats.LoadedGraph;
import nephila.formats.OldCrawl;
import nephila.lab.chart.Axis;
import nephila.lab.chart.LineChart;
import nephila.lab.experiment.liverank.DecayedGraph;
import nephila.liverank.Audit;
import nephila.liverank.CostCurve;
import nephila.liverank.Liveness;
import nephila.liverank.OldGraph;
import nephila.liverank.Order;
import nephila.liverank.Ordering;
import nephila.liverank.RankedPages;
import nephila.liverank.Revisit;
import nephila.liverank.Sample;
import nephila.liverank.Stop;
import nephila.liverank.Trail;
import nephila.refresh.OldWeb;
import nephila.tables.TableFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// What would each ordering have cost on an old crawl whose truth is known?
@Command(
    name = "liverank",
    description = {
      "In which order to ask which pages of an old crawl still exist.",
      "With --out the pages of an old crawl in that order, for this or another crawler; nothing is"
          + " asked. Orders with a training set take two rounds: the first writes the set, the"
          + " second takes its --answers and writes the rest.",
      "Without it, where the truth is known, what each order costs: the number of questions per"
          + " living page when the share alpha of the living is found; 1 is ideal."
    },
    footer = {
      "  nephila liverank --pages pages.tsv.gz --links links.tsv.gz",
      "  nephila liverank --pages P --links L --order Pa+-,BFS,learned --runs 5 --svg cost.svg",
      "  nephila liverank --pages P --links L --order learned --until 0.9",
      "  nephila liverank --crawl old-crawl --order P --out order.tsv.gz",
      "  nephila liverank --crawl old.warc.gz --order Pa+- --out ask.tsv --deal 3      round one",
      "  nephila liverank --crawl old.warc.gz --order Pa+- --answers got.tsv --out rest.tsv",
    })
public final class LiverankVerb extends Verb {
  private static final double AUDIT_RATE = 0.04;

  @Option(
      names = "--crawl",
      arity = "1..*",
      paramLabel = "OLD",
      description =
          "The old crawl to put in order: a crawl dir, WARC, WACZ, CDX or CDXJ, or a file of pages"
              + " (id TAB url) with its --links.")
  List<Path> crawl = List.of();

  @Option(
      names = "--out",
      converter = FileToWrite.class,
      paramLabel = "FILE",
      description =
          "Where to write the order: position, score, url (.tsv .csv .jsonl, .gz .zst; .parquet).")
  @Nullable Path out;

  @Option(
      names = "--deal",
      defaultValue = "1",
      converter = Numbers.AtLeastOne.class,
      paramLabel = "P",
      description = "Write P files, one a crawler: page i of the order goes to file i mod P.")
  int deal = 1;

  @Option(
      names = "--answers",
      split = ",",
      paramLabel = "FILE",
      description =
          "What was answered: url and status (HTTP's, or alive, dead, closed), in any order; the"
              + " rest is written.")
  List<Path> answers = List.of();

  @Option(
      names = "--decayed",
      paramLabel = "GRAPH",
      description =
          "Instead of pages with a truth: any graph file, of which part has died by site, folder"
              + " and along links; for measuring.")
  @Nullable String decayed;

  @Option(
      names = "--share",
      defaultValue = "0.06",
      paramLabel = "S",
      description = "Of a --decayed graph, about this share lives (default: ${DEFAULT-VALUE}).")
  double share = 0.06;

  @Option(
      names = "--pages",
      paramLabel = "FILE",
      description =
          "Pages of the old crawl: id, URL, alive (1, 0 or closed), tabs between; .gz, .zst.")
  @Nullable Path pages;

  @Option(names = "--links", paramLabel = "FILE", description = "Links: source id, target id.")
  @Nullable Path links;

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
          "Training set: random, indegree, pagerank, site (the same number of each), or"
              + " random-apart and so on (no neighbours), as 1%% or 5000 (default:"
              + " ${DEFAULT-VALUE}).")
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
  public Integer call() throws IOException {
    if (out != null) {
      return writeOrder(out);
    }
    if (!crawl.isEmpty() || !answers.isEmpty() || deal > 1) {
      throw new WrongUse("--crawl, --answers and --deal write an order: give --out FILE");
    }
    chosen();
    training();
    checkNumbers();
    if (decayed != null) {
      return costs(decay(decayed));
    }
    if (pages == null || links == null) {
      throw new WrongUse(
          "give --crawl OLD --out FILE to write an order, or --pages FILE --links FILE to tell"
              + " costs");
    }
    OldCrawl old = OldCrawl.read(pages, links, console().progress());
    truth(old, pages);
    return costs(old);
  }

  private OldCrawl decay(String graph) {
    if (!(share > 0 && share < 1)) {
      throw new WrongUse("--share " + share + ": must lie between 0 and 1");
    }
    LoadedGraph loaded =
        new GraphReader().weights(false).progress(console().progress()).open(graph);
    DecayedGraph old = DecayedGraph.of(loaded, share, seed);
    return new OldCrawl(old.snapshot(), Optional.of(old.alive()), new BitSet(), 0);
  }

  private int writeOrder(Path file) throws IOException {
    if (orders.size() > 1) {
      throw new WrongUse("--order " + String.join(",", orders) + ": one order for one list");
    }
    if (crawl.isEmpty() == (pages == null)) {
      throw new WrongUse("give the old crawl to put in order: --crawl OLD");
    }
    if (until != null || !svg.toString().isEmpty()) {
      throw new WrongUse("--until and --svg tell what orders cost, --out writes one; give one");
    }
    TableFormat format =
        TableFormat.ofName(file.toString())
            .orElseThrow(
                () ->
                    new WrongUse(
                        file
                            + ": no known ending; give .tsv, .csv, .jsonl (.gz, .zst) or"
                            + " .parquet"));
    Order order =
        orders.isEmpty() ? Order.LEARNED : WrongUse.typed(() -> Order.parse(orders.getFirst()));
    Sample training = training();
    List<Path> sources = pages == null ? crawl : List.of(pages);
    OldWeb old = new OldCrawlSource(sources, links, false).readPages(console().progress());
    old.remarks().forEach(remark -> console().err("%s", remark));
    OldGraph snapshot = old.snapshot();
    boolean first = answers.isEmpty();
    RankedPages ranked;
    String told = "";
    if (first) {
      ranked = order.firstRound(snapshot, training, seed);
    } else {
      Ordering ordering = order.start(snapshot, training, seed);
      AnswerFiles.Told heard = AnswerFiles.tell(answers, old, ordering, console());
      told =
          String.format(
              Locale.ROOT,
              "%,d alive, %,d dead, %,d closed",
              heard.alive(),
              heard.dead(),
              heard.closed());
      console().err("Answers for %,d of %,d pages: %s.", heard.all(), old.pages(), told);
      ranked = ordering.rest();
    }
    List<Path> files = new OrderTable(old.urls(), ranked, format).write(file, deal);
    boolean isSample = first && ranked.pages().length < old.pages();
    report(order, training, old, ranked, files, isSample);
    return DONE;
  }

  private void report(
      Order order,
      Sample training,
      OldWeb old,
      RankedPages ranked,
      List<Path> files,
      boolean isSample) {
    if (json) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("order", order.shown());
      line.put("sample", isSample ? order.sample(training).toString() : "");
      line.put("part", isSample ? "sample" : "rest");
      line.put("pages", old.pages());
      line.put("written", ranked.pages().length);
      line.put("files", files.stream().map(Path::toString).toList());
      console().json(line);
      return;
    }
    String what = isSample ? "pages of the training set" : "pages in the order " + order.shown();
    String names = files.stream().map(Path::toString).collect(Collectors.joining(", "));
    console().out("%,d %s of %,d: %s.", ranked.pages().length, what, old.pages(), names);
    if (isSample) {
      console()
          .out(
              "Ask for them, note url and status, and give both with --answers FILE for the rest.");
    }
  }

  private List<Order> chosen() {
    return orders.isEmpty()
        ? List.of(Order.values())
        : WrongUse.typed(() -> orders.stream().map(Order::parse).toList());
  }

  private Sample training() {
    return WrongUse.typed(() -> Sample.parse(sample));
  }

  private int costs(OldCrawl old) {
    List<Order> chosen = chosen();
    Sample training = training();
    boolean[] alive = old.alive().orElseThrow();
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
      Spent spent = Spent.now();
      for (int run = 0; run < runs; run++) {
        CostCurve curve = walk(old, alive, order, training, seed + run).cost(living);
        for (int k = 0; k < alphas.length; k++) {
          cost[k] += curve.cost(alphas[k]) / runs;
        }
      }
      costs.put(order, cost);
      report(order, training, cost);
      tell(order, spent, old.snapshot().pages());
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

  private static void truth(OldCrawl old, Path pages) {
    if (old.snapshot().pages() == 0) {
      throw new UserError(pages + ": no pages; give one line a page: id TAB url TAB alive");
    }
    if (old.alive().isEmpty()) {
      throw new UserError(
          pages + ": no third column; costs can be told only where alive (1 or 0) is known");
    }
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
    if (!old.closed().isEmpty()) {
      console().err("%,d pages are closed: asked in vain.", old.closed().cardinality());
    }
    if (old.unknownLinks() > 0) {
      console()
          .err(
              "%,d links from or to pages that %s does not list: left out",
              old.unknownLinks(), pages);
    }
  }

  private Trail walk(OldCrawl old, boolean[] alive, Order order, Sample training, long runSeed) {
    Liveness known = Liveness.known(alive, old.closed());
    return new Revisit(order.start(old.snapshot(), training, runSeed), known, batch)
        .until(Stop.never(), console().progress());
  }

  /// What the runs of an order took of this machine.
  private void tell(Order order, Spent before, int all) {
    Spent now = Spent.now();
    double seconds = now.cpuSeconds() - before.cpuSeconds();
    console()
        .err(
            "%s: %.1f s of CPU, %.1f µs a question; peak memory so far %,d MiB",
            order.shown(), seconds, 1e6 * seconds / runs / all, now.peakMemory() >> 20);
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
      row.put("sample", order.sampled() ? order.sample(training).toString() : "");
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
            new Revisit(audit, Liveness.known(alive, old.closed()), batch)
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
