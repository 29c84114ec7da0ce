package nephila.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.fetch.Truncation;
import nephila.formats.GraphReader;
import nephila.graph.CsrGraph;
import nephila.graph.LinkGraph;
import nephila.rank.PageRank;
import nephila.url.Scope;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Crawls a web with the links of a real graph to ten reads a page, exports what every page is
/// worth, and compares with the off-line rank: the error is at most 1.3 times that of `simulate`
/// with the same ledger, window and order: where no page changes, the crawl re-reads by the root of
/// importance and age, as `simulate --select refresh` does.
@Tag("slow")
class OpicOnARealGraphTest {
  private static final Path GRAPH =
      Path.of(System.getProperty("nephila.root", ".."), "../shared/data/graphs/polblogs.edges.gz");
  private static final String ORIGIN = "http://127.0.0.1:81/";
  private static final int ROUNDS = 10;

  @TempDir Path dir;

  /// Answers at once; a second passes with every request.
  private record GraphWeb(CsrGraph graph, AtomicLong second) implements Fetcher {
    Instant now() {
      return Instant.parse("2030-01-01T00:00:00Z").plusSeconds(second.get());
    }

    @Override
    public Exchange fetch(FetchRequest request) {
      second.incrementAndGet();
      String name = request.url().substring(ORIGIN.length());
      String answer = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
      if (name.matches("\\d+")) {
        StringBuilder body = new StringBuilder("<html><title>" + name + "</title>");
        LinkGraph.LinkCursor links = graph.successors(Integer.parseInt(name));
        for (int to = links.next(); to >= 0; to = links.next()) {
          body.append("<a href=\"/").append(to).append("\">x</a>\n");
        }
        answer =
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: "
                + body.length()
                + "\r\n\r\n"
                + body;
      }
      return Exchange.of(
          request,
          new byte[0],
          answer.getBytes(StandardCharsets.UTF_8),
          new Exchange.Circumstances(
              InetAddress.getLoopbackAddress(), now(), 1, 1, Truncation.NONE, null));
    }

    @Override
    public void close() {}
  }

  @ParameterizedTest
  @CsvSource({
    "exact, ''",
    "opic, all",
    "opic, growing:4",
    "opic-corrected, all",
    "opic-corrected, variable:8"
  })
  void theErrorOfTheExportIsThatOfSimulate(String importance, String window) throws Exception {
    assumeTrue(Files.exists(GRAPH), GRAPH + " is absent");
    CsrGraph graph = new GraphReader().open(GRAPH.toString()).csr();
    crawl(graph, importance, window);
    Path table = dir.resolve("pages.jsonl");
    Typed.line("export", dir.toString(), "--pages", table.toString());
    double crawled = error(graph, table);
    double refresh = simulated(importance, window, "refresh");
    System.out.printf("%s %s: crawl %.4g, simulate %.4g%n", importance, window, crawled, refresh);
    assertTrue(crawled < Math.max(1e-4, 1.3 * refresh), crawled + " against " + refresh);
  }

  /// The papers' selections, in one lane from the first read on. Xyleme's is held to Greedy.
  @ParameterizedTest
  @CsvSource({
    "opic, all, greedy",
    "opic, growing:4, greedy",
    "opic-corrected, all, greedy",
    "opic, all, cycle",
    "opic, growing:4, cycle",
    "opic, all, random",
    "opic, growing:4, clock",
    "opic, all, xyleme",
    "exact, '', greedy",
    "exact, '', cycle",
    "exact, '', clock"
  })
  void theErrorOfASelectionIsThatOfSimulate(String importance, String window, String select)
      throws Exception {
    assumeTrue(Files.exists(GRAPH), GRAPH + " is absent");
    CsrGraph graph = new GraphReader().open(GRAPH.toString()).csr();
    GraphWeb web = new GraphWeb(graph, new AtomicLong());
    run(
        web,
        plan(graph, importance, window)
            .with("select", select)
            .with("budget", ROUNDS * (long) graph.pages())
            .checked());
    Path table = dir.resolve("pages.jsonl");
    Typed.line("export", dir.toString(), "--pages", table.toString());
    assertEquals(0, Typed.line("check", dir.toString()).exit(), "the books");
    double crawled = error(graph, table);
    double alike = simulated(importance, window, select.equals("xyleme") ? "greedy" : select);
    System.out.printf(
        "%s %s %s: crawl %.4g, simulate %.4g%n", importance, window, select, crawled, alike);
    assertTrue(crawled < Math.max(1e-4, 1.3 * alike), crawled + " against " + alike);
  }

  private void crawl(CsrGraph graph, String importance, String window) throws Exception {
    GraphWeb web = new GraphWeb(graph, new AtomicLong());
    CrawlConfig first = plan(graph, importance, window).checked();
    CrawlConfig again =
        first.with("refresh", 1).with("budget", (ROUNDS - 1) * (long) graph.pages()).checked();
    run(web, first);
    run(web, again);
  }

  private static CrawlConfig plan(CsrGraph graph, String importance, String window) {
    return CrawlConfig.of(
            IntStream.range(0, graph.pages()).mapToObj(page -> ORIGIN + page).toList())
        .with("importance", importance)
        .with("window", window)
        .with("scope", Scope.Kind.ANY)
        .with("delay", Duration.ZERO)
        .with("min-age", Duration.ZERO)
        .with("workers", 1)
        .with("archive", false);
  }

  private void run(GraphWeb web, CrawlConfig plan) throws Exception {
    InstantSource clock = web::now;
    var world = new Crawl.World(clock.withZone(ZoneOffset.UTC), new Random(1), web);
    try (Crawl crawl = Crawl.open(dir, plan, world)) {
      crawl.run(CrawlListener.SILENT);
      assertEquals(web.graph().pages(), crawl.store().readPages());
    }
  }

  private static double error(CsrGraph graph, Path table) throws Exception {
    Map<String, Double> found = new HashMap<>();
    double sum = 0;
    for (String line : Files.readAllLines(table)) {
      Map<String, Object> row = JSON.std.mapFrom(line);
      double importance = ((Number) row.get("importance")).doubleValue();
      found.put(String.valueOf(row.get("url")), importance);
      sum += importance;
    }
    double[] rank = PageRank.solve(graph).values();
    double error = 0;
    for (int page = 0; page < rank.length; page++) {
      error += Math.abs(rank[page] - found.get(ORIGIN + page) / sum);
    }
    return error;
  }

  private static double simulated(String importance, String window, String select)
      throws Exception {
    String[] usual = {
      "simulate",
      GRAPH.toString(),
      "--json",
      "--reads",
      ROUNDS + "N",
      "--select",
      select,
      "--algorithm",
      importance
    };
    String[] args = window.isEmpty() ? usual : java.util.Arrays.copyOf(usual, usual.length + 2);
    if (!window.isEmpty()) {
      args[usual.length] = "--window";
      args[usual.length + 1] = window;
    }
    String out = Typed.line(args).out().strip();
    return ((Number) JSON.std.mapFrom(out.substring(out.lastIndexOf('\n') + 1)).get("l1"))
        .doubleValue();
  }
}
