package nephila.lab.experiment;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.crawl.PageEvent;
import nephila.lab.chart.Axis;
import nephila.lab.chart.LineChart;
import nephila.lab.selection.FrontierSelector;
import nephila.lab.selection.PageSelector;
import nephila.ledger.Ledger;
import nephila.ledger.PageTable;
import nephila.ledger.RowlessLedger;
import nephila.store.CrawlStore;
import nephila.url.Scope;
import org.jspecify.annotations.Nullable;

/// The real crawler, over HTTP, on a web that changes while it is crawled: the error of importance
/// over time, by ledger, window and order.
///
/// `ReplayBench openbsd GRAPHS READS_A_DAY OUT [WORD...]` or `ReplayBench power PAGES RATE OUT
/// [WORD...]`. Each contender whose name has all WORDs runs once; its measures are lines of
/// `OUT/NAME.tsv`, and where that file exists it is not run again. At the end all files of OUT are
/// drawn as `OUT/chart.svg` and told in a table.
public final class ReplayBench {
  /// A way to crawl.
  ///
  /// @param importance null for the exact ledger without rows, which no crawl has: a loop over the
  ///   ledger reads the same web page by page, in cycles
  private record Way(String name, @Nullable String importance, String window, String select) {}

  /// In the table alone, so that the lines of the chart can be told apart.
  private static final String NOT_DRAWN = "opic-corrected.*|opic interpolation 4, cycle";

  private final Supplier<MovingWeb> webs;
  private final Path out;

  private ReplayBench(Supplier<MovingWeb> webs, Path out) {
    this.webs = webs;
    this.out = out;
  }

  public static void main(String[] args) throws Exception {
    boolean isSite = args[0].equals("openbsd");
    Path out = Files.createDirectories(Path.of(args[3]));
    // The windows of a year of the site, or of the time in which as many pages are read as there
    // are: "a month" of the papers.
    long seconds;
    Supplier<MovingWeb> webs;
    if (isSite) {
      Path pages = Path.of(args[1], "openbsd-www.pages.tsv.gz");
      SiteHistory history = SiteHistory.read(pages, Path.of(args[1], "openbsd-www.events.tsv.gz"));
      int front = front(pages);
      double readsPerDay = Double.parseDouble(args[2]);
      webs = () -> new MovingWeb.Site(history, front, readsPerDay);
      seconds = Math.round(365 * readsPerDay);
    } else {
      int pages = Integer.parseInt(args[1]);
      double rate = Double.parseDouble(args[2]);
      webs = () -> MovingWeb.power(pages, rate, 20);
      seconds = 2L * pages;
    }
    ReplayBench bench = new ReplayBench(webs, out);
    List<String> words = Arrays.asList(args).subList(4, args.length);
    List<Way> ways = ways(seconds, isSite ? "a year" : "2N reads");
    for (Way way : ways) {
      if (words.stream().allMatch(way.name()::contains)) {
        bench.run(way);
      }
    }
    bench.draw(ways, isSite, args);
  }

  private static List<Way> ways(long seconds, String time) {
    return List.of(
        new Way("exact, links kept, usual order", "exact", "", "exact"),
        new Way("exact, links kept, cycle", "exact", "", "cycle"),
        new Way("exact, links forgotten (loop)", null, "", "cycle"),
        new Way("opic interpolation 1, greedy", "opic", "interpolation:1", "greedy"),
        new Way("opic interpolation 4, greedy", "opic", "interpolation:4", "greedy"),
        new Way("opic interpolation 16, greedy", "opic", "interpolation:16", "greedy"),
        new Way(
            "opic interpolation " + time + ", greedy",
            "opic",
            "interpolation:" + seconds + "s",
            "greedy"),
        new Way("opic interpolation 4, cycle", "opic", "interpolation:4", "cycle"),
        new Way("opic all, greedy", "opic", "all", "greedy"),
        new Way("opic growing 4, greedy", "opic", "growing:4", "greedy"),
        new Way("opic growing 4, usual order", "opic", "growing:4", "exact"),
        new Way("opic-corrected all, greedy", "opic-corrected", "all", "greedy"));
  }

  /// The number of the front page, as [SiteHistory] counts.
  private static int front(Path pages) throws IOException {
    int number = 0;
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(pages)), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] columns = line.split("\t");
        if (columns[1].equals("p")) {
          if (columns[2].endsWith("openbsd.org/index.html")) {
            return number;
          }
          number++;
        }
      }
    }
    throw new IOException(pages + ": no front page");
  }

  private void run(Way way) throws Exception {
    Path file = out.resolve(way.name().replaceAll("[^a-z0-9]+", "-") + ".tsv");
    if (Files.exists(file)) {
      return;
    }
    long begun = System.nanoTime();
    Path part = out.resolve("part");
    try (PrintStream lines = new PrintStream(part.toFile(), StandardCharsets.UTF_8)) {
      lines.println("# " + way.name());
      if (way.importance() == null) {
        loop(lines);
      } else {
        crawl(way, lines);
      }
    }
    Files.move(part, file);
    System.err.printf(Locale.ROOT, "%s: %.0f s%n", way.name(), (System.nanoTime() - begun) / 1e9);
  }

  private void crawl(Way way, PrintStream lines) throws Exception {
    MovingWeb web = webs.get();
    Path dir = Files.createTempDirectory("replay");
    try (LoopbackSite site = new LoopbackSite(web)) {
      CrawlConfig plan =
          CrawlConfig.of(web.seeds().stream().map(site::url).toList())
              .with("importance", way.importance())
              .with("select", way.select())
              .with("scope", Scope.Kind.ANY)
              .with("delay", Duration.ZERO)
              .with("min-age", Duration.ZERO)
              .with("robots", false)
              .with("archive", false)
              .with("continuous", true)
              .with("budget", web.reads())
              .with("workers", 1);
      if (!way.window().isEmpty()) {
        plan = plan.with("window", way.window());
      }
      var fetcher = Crawl.fetcherFor(plan).clock(site.clock(), System::nanoTime).build();
      var world = new Crawl.World(site.clock(), new Random(1), fetcher);
      try (Crawl crawl = Crawl.open(dir, plan.checked(), world)) {
        crawl.run(
            new CrawlListener() {
              @Override
              public void visited(PageEvent event) {
                if (LoopbackSite.page(event.url()) >= 0) {
                  web.tick();
                  double[] truth = web.truthNow();
                  if (truth != null) {
                    tell(lines, web, truth, estimate(crawl.store(), truth.length));
                  }
                }
              }
            });
      }
    } finally {
      try (Stream<Path> files = Files.walk(dir)) {
        files.sorted(Comparator.reverseOrder()).forEach(one -> one.toFile().delete());
      }
    }
  }

  private static double[] estimate(CrawlStore store, int pages) {
    double[] found = new double[pages];
    PageTable table = store.pages();
    for (int slot = 0; slot < table.size(); slot++) {
      int page = LoopbackSite.page(store.url(slot));
      if (page >= 0 && page < pages && !table.isDropped(slot)) {
        found[page] = store.ledger().importance(slot);
      }
    }
    return found;
  }

  /// The exact ledger without rows reads in cycles.
  private void loop(PrintStream lines) {
    MovingWeb web = webs.get();
    Ledger ledger = new RowlessLedger(0.85, web.pages());
    PageSelector selector = FrontierSelector.cycle(ledger);
    web.seeds().forEach(ledger::discovered);
    web.seeds().forEach(selector::changed);
    for (long read = 0; read < web.reads(); read++) {
      int page = selector.next();
      if (web.exists(page)) {
        int[] row = web.row(page);
        ledger.read(page, row, 0, row.length);
        for (int target : row) {
          selector.changed(target);
        }
      } else {
        ledger.gone(page);
      }
      selector.changed(page);
      web.tick();
      double[] truth = web.truthNow();
      if (truth != null) {
        double[] found = new double[truth.length];
        for (int one = 0; one < Math.min(found.length, ledger.pages()); one++) {
          found[one] = ledger.known(one) ? ledger.importance(one) : 0;
        }
        tell(lines, web, truth, found);
      }
    }
  }

  /// Where, the share of importance in the wrong place in %, and the mean relative error in % over
  /// the pages that there are.
  private static void tell(PrintStream lines, MovingWeb web, double[] truth, double[] found) {
    double sum = Arrays.stream(found).sum();
    double distance = 0;
    double relative = 0;
    int count = 0;
    for (int page = 0; page < truth.length; page++) {
      double off = Math.abs(found[page] / sum - truth[page]);
      distance += off;
      if (truth[page] > 0) {
        relative += off / truth[page];
        count++;
      }
    }
    lines.printf(
        Locale.ROOT, "%.4f\t%.4g\t%.4g%n", web.now(), 50 * distance, 100 * relative / count);
    lines.flush();
  }

  private void draw(List<Way> ways, boolean isSite, String[] args) throws IOException {
    int column = isSite ? 1 : 2;
    LineChart chart =
        LineChart.titled(
                isSite
                    ? "www.openbsd.org, " + args[2] + " reads a day"
                    : "Power law, %s %% of the pages change during N reads"
                        .formatted(
                            String.format(Locale.ROOT, "%.3g", 100 * Double.parseDouble(args[2]))))
            .x(isSite ? Axis.linear("year") : Axis.linear("reads a page").from(0))
            .y(Axis.log(isSite ? "importance in the wrong place, %" : "mean relative error, %"));
    System.out.println(
        "| | in the wrong place, mean % | in the last third | relative error, mean % | in the last"
            + " third |");
    System.out.println("| --- | --- | --- | --- | --- |");
    for (Way way : ways) {
      Path file = out.resolve(way.name().replaceAll("[^a-z0-9]+", "-") + ".tsv");
      if (Files.exists(file)) {
        List<double[]> rows = rows(file);
        double[] x = rows.stream().mapToDouble(row -> row[0]).toArray();
        double[] y = rows.stream().mapToDouble(row -> row[column]).toArray();
        if (!way.name().matches(NOT_DRAWN)) {
          chart = chart.line(way.name(), x, y);
        }
        System.out.printf(
            Locale.ROOT,
            "| %s | %.3g | %.3g | %.3g | %.3g |%n",
            way.name(),
            mean(rows, 1, 0),
            mean(rows, 1, rows.size() * 2 / 3),
            mean(rows, 2, 0),
            mean(rows, 2, rows.size() * 2 / 3));
      }
    }
    Files.writeString(out.resolve("chart.svg"), chart.svg());
  }

  private static List<double[]> rows(Path file) throws IOException {
    List<double[]> rows = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.startsWith("#")) {
        rows.add(Arrays.stream(line.split("\t")).mapToDouble(Double::parseDouble).toArray());
      }
    }
    return rows;
  }

  private static double mean(List<double[]> rows, int column, int from) {
    return rows.subList(from, rows.size()).stream()
        .mapToDouble(row -> row[column])
        .average()
        .orElse(Double.NaN);
  }
}
