package nephila.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.fetch.Truncation;
import nephila.formats.GraphReader;
import nephila.formats.LoadedGraph;
import nephila.graph.LinkGraph;
import nephila.store.CrawlStore;
import nephila.store.LinkRowWalk;
import nephila.store.StoreCheck;
import nephila.url.CanonicalUrl;
import nephila.url.PagePreference;
import nephila.url.Scope;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Crawls a web with the pages and links of a real site whose links have weights, and compares what
/// every page is worth with `nephila rank` of the crawl's links with the same weights: no farther
/// apart than the crawl certifies.
@Tag("slow")
class WeighedCrawlOnARealGraphTest {
  private static final Path GRAPHS =
      Path.of(System.getProperty("nephila.root", ".."), "../shared/data/graphs");
  private static final double RANK_ERROR = 1e-10;

  @TempDir Path dir;

  /// Answers at once with the page's links; a second passes with every request.
  private record GraphWeb(LoadedGraph graph, Map<String, Integer> pages, AtomicLong second)
      implements Fetcher {
    Instant now() {
      return Instant.parse("2030-01-01T00:00:00Z").plusSeconds(second.get());
    }

    @Override
    public Exchange fetch(FetchRequest request) {
      second.incrementAndGet();
      Integer page = pages.get(request.url());
      String answer = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
      if (page != null) {
        StringBuilder body = new StringBuilder("<html><title>" + page + "</title>");
        LinkGraph.LinkCursor links = graph.graph().successors(page);
        for (int to = links.next(); to >= 0; to = links.next()) {
          String address = graph.name(to).replace("&", "&amp;").replace("\"", "&quot;");
          body.append("<a href=\"").append(address).append("\">x</a>\n");
        }
        byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
        answer =
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: "
                + bytes.length
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
    "hollins, exact, '', 1, 1, page",
    "hollins, exact, '', 0.1, 0.5, page",
    "hollins, exact, '', 0.1, 0, page",
    "epa, exact, '', 0, 1, page",
    "epa, exact, '', 0.1, 1, page",
    "epa, exact, '', 1, 1, site",
    "epa, exact, '', 0.1, 1, site",
    "hollins, opic, all, 0.1, 0.5, page",
    "epa, opic-corrected, all, 0.1, 1, page",
    "epa, opic-corrected, all, 0.1, 1, site"
  })
  void importanceIsTheRankWithTheSameWeights(
      String web, String importance, String window, double internal, double dynamic, String by)
      throws Exception {
    CrawlConfig plan =
        config(web)
            .with("importance", importance)
            .with("window", window)
            .with("internal", internal)
            .with("dynamic", dynamic)
            .with("by", by);
    Path crawl = dir.resolve("crawl");
    crawl(crawl, web, plan);
    double bound;
    try (CrawlStore store = CrawlStore.look(crawl)) {
      assertEquals(List.of(), StoreCheck.of(store).faults());
      bound = store.ledger().errorBound();
      export(store);
    }
    Map<String, Double> rank = rank(internal, dynamic, "--by", by);
    Map<String, Double> plain = rank(1, 1);
    double apart = 0;
    double distance = 0;
    try (CrawlStore store = CrawlStore.look(crawl)) {
      assertEquals(store.pages().size(), rank.size());
      for (int slot = 0; slot < store.pages().size(); slot++) {
        distance += Math.abs(store.ledger().importance(slot) - rank.get(store.url(slot)));
        apart += Math.abs(plain.get(store.url(slot)) - rank.get(store.url(slot)));
      }
    }
    System.out.printf(
        "%s %s %s, internal %s, dynamic %s, by %s: %,d pages, %.3g from the rank, certified to"
            + " %.3g; without weights the rank is %.3g off%n",
        web, importance, window, internal, dynamic, by, rank.size(), distance, bound, apart);
    assertTrue(
        apart > 0.001 || (internal * dynamic == 1 && by.equals("page")),
        "weights make no difference");
    assertTrue(distance <= bound + RANK_ERROR, distance + " above " + bound);
    assertTrue(distance < (plan.importance().isOpic() ? 0.2 : 1e-5), "distance " + distance);
  }

  /// The rank of the links of the crawl, by URL, as the verb gives it.
  private Map<String, Double> rank(double internal, double dynamic, String... more)
      throws Exception {
    Path out = dir.resolve("rank.tsv");
    List<String> typing =
        new ArrayList<>(
            List.of("rank", dir.resolve("links.tsv").toString(), "--out", out.toString()));
    typing.addAll(List.of("--urls", dir.resolve("urls.txt").toString()));
    typing.addAll(List.of("--threshold", String.valueOf(RANK_ERROR)));
    typing.addAll(List.of("--internal", String.valueOf(internal)));
    typing.addAll(List.of("--dynamic", String.valueOf(dynamic)));
    typing.addAll(List.of(more));
    Typed typed = Typed.line(typing.toArray(String[]::new));
    assertEquals(0, typed.exit(), typed.err());
    Map<String, Double> rank = new HashMap<>();
    for (String line : Files.readAllLines(out)) {
      rank.put(line.split("\t")[0], Double.parseDouble(line.split("\t")[1]));
    }
    return rank;
  }

  /// Fields of interest of many kinds of line, with weights too; links of every page count.
  @ParameterizedTest
  @CsvSource({
    "exact, hollins, 1, 1",
    "exact, hollins, 0.2, 0.5",
    "exact, epa, 0.2, 1",
    "opic-corrected, epa, 1, 1",
    "opic, epa, 0.2, 1"
  })
  void importanceIsTheRankWithTheSamePreference(
      String importance, String web, double internal, double dynamic) throws Exception {
    LoadedGraph graph = graph(web);
    Path file = dir.resolve("preferred.tsv");
    Files.writeString(
        file,
        graph.name(3)
            + "\t40\nurl~[.]pdf$\t0\nhost=www.hollins.edu\t3\nsite=epa.gov\t5\n"
            + "url~(?i)/[a-c][^/]*$\t0.5\n");
    CrawlConfig plan =
        config(web)
            .with("preference", file.toString())
            .with("importance", importance)
            .with("window", importance.equals("exact") ? "" : "all")
            .with("internal", internal)
            .with("dynamic", dynamic);
    Path crawl = dir.resolve("crawl");
    crawl(crawl, web, plan);
    int preferred = 0;
    double bound;
    try (CrawlStore store = CrawlStore.look(crawl)) {
      assertEquals(List.of(), StoreCheck.of(store).faults());
      bound = store.ledger().errorBound();
      export(store);
      PagePreference preference = PagePreference.read(file);
      for (int slot = 0; slot < store.pages().size(); slot++) {
        double share = preference.share(CanonicalUrl.ofCanonical(store.url(slot)));
        preferred += share > 0 ? 1 : 0;
      }
    }
    Map<String, Double> rank = rank(internal, dynamic, "--preference", file.toString());
    Map<String, Double> plain = rank(internal, dynamic);
    double distance = 0;
    double apart = 0;
    try (CrawlStore store = CrawlStore.look(crawl)) {
      for (int slot = 0; slot < store.pages().size(); slot++) {
        double truth = rank.get(store.url(slot));
        distance += Math.abs(store.ledger().importance(slot) - truth);
        apart += Math.abs(plain.get(store.url(slot)) - truth);
      }
    }
    System.out.printf(
        "%s %s by preference, internal %s, dynamic %s: %,d pages, %,d preferred, %.3g from the"
            + " rank, certified to %.3g; without the preference the rank is %.3g off%n",
        importance, web, internal, dynamic, rank.size(), preferred, distance, bound, apart);
    assertTrue(apart > 0.01, "the preference makes no difference");
    assertTrue(distance <= bound + RANK_ERROR, distance + " above " + bound);
    assertTrue(distance < (plan.importance().isOpic() ? 0.25 : 1e-4), "distance " + distance);
  }

  private static LoadedGraph graph(String web) {
    Path edges = GRAPHS.resolve(web + ".edges.gz");
    Path urls = GRAPHS.resolve(web + ".urls.gz");
    assumeTrue(Files.exists(edges) && Files.exists(urls), edges + " is absent");
    return new GraphReader().urls(urls).open(edges.toString());
  }

  /// Crawls from every page that others link to, so that all are met.
  private static CrawlConfig config(String web) {
    LoadedGraph graph = graph(web);
    List<String> seeds = new ArrayList<>();
    for (int page = 0; page < graph.graph().pages(); page += 50) {
      if (CanonicalUrl.parse(graph.name(page)) instanceof CanonicalUrl url) {
        seeds.add(url.text());
      }
    }
    return CrawlConfig.of(seeds)
        .with("agent", "nephila")
        .with("contact", "https://example.org/")
        .with("scope", Scope.Kind.ANY)
        .with("delay", Duration.ZERO)
        .with("min-age", Duration.ZERO)
        .with("workers", 1)
        .with("robots", false)
        .with("archive", false);
  }

  private static void crawl(Path dir, String name, CrawlConfig plan) throws Exception {
    LoadedGraph graph = graph(name);
    Map<String, Integer> pages = new HashMap<>();
    for (int page = 0; page < graph.graph().pages(); page++) {
      if (CanonicalUrl.parse(graph.name(page)) instanceof CanonicalUrl url) {
        pages.putIfAbsent(url.text(), page);
      }
    }
    GraphWeb web = new GraphWeb(graph, pages, new AtomicLong());
    InstantSource clock = web::now;
    List<CrawlConfig> runs = new ArrayList<>(List.of(plan.checked()));
    if (plan.importance().isOpic()) {
      runs.add(plan.with("refresh", 1).with("budget", 20_000).checked());
    }
    for (CrawlConfig run : runs) {
      var world = new Crawl.World(clock.withZone(ZoneOffset.UTC), new Random(1), web);
      try (Crawl crawl = Crawl.open(dir, run, world)) {
        crawl.run(CrawlListener.SILENT);
      }
    }
  }

  /// The crawl's links by number, and the URLs of the numbers.
  private void export(CrawlStore store) throws Exception {
    List<String> urls = new ArrayList<>();
    for (int slot = 0; slot < store.pages().size(); slot++) {
      urls.add(store.url(slot));
    }
    List<String> lines = new ArrayList<>();
    LinkRowWalk.over(
        store,
        row -> {
          int from = store.index().find(row.host(), row.hash());
          for (int k = 0; k < row.links(); k++) {
            lines.add(from + "\t" + store.index().find(row.host(k), row.hash(k)));
          }
        });
    Files.write(dir.resolve("urls.txt"), urls);
    Files.write(dir.resolve("links.tsv"), lines);
  }
}
