package nephila.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import nephila.Progress;
import nephila.cluster.ClusterSettings;
import nephila.cluster.CrawlRegistry;
import nephila.cluster.KafkaConnection;
import nephila.cluster.LocalBroker;
import nephila.cluster.Worker;
import nephila.cluster.query.ClusterStatus;
import nephila.cluster.transfer.ClusterExport;
import nephila.cluster.transfer.ClusterLoad;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.graph.CsrGraph;
import nephila.lab.selection.FrontierSelector;
import nephila.lab.selection.PageSelector;
import nephila.ledger.ExactLedger;
import nephila.rank.PageRank;
import nephila.rank.RankOptions;
import nephila.server.Frontiers;
import nephila.server.RestFrontier;
import nephila.store.CrawlStore;
import nephila.store.StoreCheck;
import nephila.url.Scope;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One web read by every shell around the frontier and the ledger: a crawl on one machine, a client
/// of the frontier server, a refresh of an old crawl, a simulated crawl, and a crawl on a cluster.
/// Each must read every page, once where it reads for the first time, and give each the importance
/// that the off-line PageRank of the graph says, within the error that its own ledger certifies.
class OneWebFiveShellsTest {
  private static final int PAGES = 90;
  private static final int HOSTS = 3;
  private static final double SETTLED = 1e-5;
  private static final Pattern LINK = Pattern.compile("href=\"([^\"]*)\"");

  @TempDir Path dir;

  private final List<HttpServer> hosts = new ArrayList<>();
  private final ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();
  private final int[][] rows = new int[PAGES][];
  private final Map<String, Integer> numbers = new HashMap<>();
  private final AtomicLong millis = new AtomicLong(1_800_000_000_000L);
  private double[] truth;

  /// What a shell says of the web when it has ended.
  ///
  /// @param importance by URL, of every known page
  /// @param read the URLs read
  /// @param bound the certified error of importance, summed over the pages
  private record Outcome(Map<String, Double> importance, Set<String> read, double bound) {}

  /// Links of a page lead to its neighbours, to any page, mostly to those with low numbers, and of
  /// some pages nowhere; some are doubled, some lead to the page itself.
  @BeforeEach
  void serve() throws IOException {
    SplittableRandom random = new SplittableRandom(2026);
    for (int host = 0; host < HOSTS; host++) {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/",
          exchange -> {
            String url = origin(server) + exchange.getRequestURI().getPath();
            requests.add(url);
            Integer page = numbers.get(url);
            byte[] body = (page == null ? "" : html(page)).getBytes(StandardCharsets.UTF_8);
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(page == null ? 404 : 200, head ? -1 : body.length);
            if (!head) {
              exchange.getResponseBody().write(body);
            }
            exchange.close();
          });
      hosts.add(server);
    }
    for (int page = 0; page < PAGES; page++) {
      Set<Integer> links = new LinkedHashSet<>();
      links.add((page + 1) % PAGES); // whence every page can be reached
      for (int k = page % 7 == 3 ? 0 : random.nextInt(8); k > 0; k--) {
        links.add((int) (PAGES * Math.pow(random.nextDouble(), 2.5)));
      }
      rows[page] = links.stream().mapToInt(Integer::intValue).toArray();
      numbers.put(url(page), page);
    }
    truth = PageRank.solve(CsrGraph.of(rows), RankOptions.DEFAULTS.withThreshold(1e-12)).values();
    hosts.forEach(HttpServer::start);
  }

  @AfterEach
  void stop() {
    hosts.forEach(host -> host.stop(0));
  }

  private static String origin(HttpServer server) {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private String url(int page) {
    return origin(hosts.get(page % HOSTS)) + "/p" + page;
  }

  private String html(int page) {
    StringBuilder html = new StringBuilder("<title>page " + page + "</title>");
    for (int target : rows[page]) {
      html.append("<a href=\"").append(url(target)).append("\">to ").append(target).append("</a>");
    }
    return html.append("<a href=\"").append(url(rows[page][0])).append("\">again</a>").toString();
  }

  private CrawlConfig plan() {
    return CrawlConfig.of(url(0))
        .with("scope", Scope.Kind.ANY)
        .with("delay", Duration.ZERO)
        .with("allow-network", List.of("127.0.0.0/8"))
        .checked();
  }

  private Path crawled() throws Exception {
    Path crawl = dir.resolve("crawl");
    try (Crawl all = Crawl.open(crawl, plan())) {
      all.run(CrawlListener.SILENT);
    }
    return crawl;
  }

  private static Outcome outcome(Path crawl) throws IOException {
    try (CrawlStore store = CrawlStore.look(crawl)) {
      Map<String, Double> importance = new TreeMap<>();
      Set<String> read = new HashSet<>();
      for (int slot = 0; slot < store.pages().size(); slot++) {
        importance.put(store.url(slot), store.ledger().importance(slot));
        if (store.pages().isRead(slot)) {
          read.add(store.url(slot));
        }
      }
      return new Outcome(importance, read, store.ledger().errorBound());
    }
  }

  /// Every page is known and was read, and none is worth anything else than the rank says.
  private void check(Outcome outcome, double mostError) {
    assertEquals(numbers.keySet(), outcome.importance().keySet());
    assertEquals(numbers.keySet(), outcome.read());
    double error = 0;
    for (Map.Entry<String, Double> page : outcome.importance().entrySet()) {
      error += Math.abs(page.getValue() - truth[numbers.get(page.getKey())]);
    }
    assertTrue(error <= outcome.bound() + 1e-9, error + " > " + outcome.bound());
    assertTrue(outcome.bound() <= mostError, "certified " + outcome.bound());
  }

  /// No page of the web was asked for twice.
  private void checkRequests() {
    List<String> pages = requests.stream().filter(numbers::containsKey).toList();
    assertEquals(numbers.keySet(), new HashSet<>(pages));
    assertEquals(PAGES, pages.size());
  }

  @Test
  void aCrawlOnOneMachine() throws Exception {
    check(outcome(crawled()), SETTLED);
    checkRequests();
  }

  @Test
  void aRefreshOfAnOldCrawlIntoAFreshOne() throws Exception {
    Path old = crawled();
    Path fresh = dir.resolve("fresh");
    Typed typed =
        Typed.line(
            "refresh",
            old.toString(),
            "--dir",
            dir.resolve("answers").toString(),
            "--into",
            fresh.toString(),
            "--allow-private",
            "--agent",
            "test",
            "--contact",
            "me@example.org",
            "--delay",
            "0");
    assertEquals(0, typed.exit(), typed.err());
    check(outcome(fresh), SETTLED);
  }

  @Test
  void aClientOfTheFrontierServer() throws Exception {
    Path served = dir.resolve("served");
    try (Frontiers crawls = new Frontiers(served, () -> Instant.ofEpochMilli(millis.get()));
        RestFrontier rest = RestFrontier.start(crawls, "127.0.0.1", 0);
        HttpClient http = HttpClient.newHttpClient()) {
      String calls = "http://127.0.0.1:" + rest.port() + "/frontier/v1/crawls/one";
      post(http, calls + "/urls", JSON.std.asString(Map.of("url", url(0))));
      post(http, calls + "/delay?seconds=0", "");
      for (List<String> got = next(http, calls); !got.isEmpty(); got = next(http, calls)) {
        for (String url : got) {
          String known =
              JSON.std.asString(Map.of("url", url, "known", true, "links", links(http, url)));
          post(http, calls + "/urls", known);
        }
      }
    }
    // What pages owe is pushed down to three tenths of a credit between calls, not settled.
    check(outcome(served.resolve("one")), 0.3);
    checkRequests();
  }

  private static String post(HttpClient http, String call, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(call))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    assertEquals(200, answer.statusCode(), answer.body());
    return answer.body();
  }

  private List<String> next(HttpClient http, String calls) throws Exception {
    millis.addAndGet(2); // a queue is handed out once a millisecond
    List<String> urls = new ArrayList<>();
    for (String line : post(http, calls + "/next?urls=2&queues=5", "").lines().toList()) {
      urls.add((String) JSON.std.mapFrom(line).get("url"));
    }
    return urls;
  }

  private static Set<String> links(HttpClient http, String url) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
    Matcher found = LINK.matcher(http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    Set<String> links = new LinkedHashSet<>();
    while (found.find()) {
      links.add(found.group(1));
    }
    return links;
  }

  @Test
  void aSimulatedCrawl() {
    ExactLedger ledger = new ExactLedger(0.85, PAGES);
    ledger.pushAbove(1e-6);
    PageSelector frontier = FrontierSelector.greedy(ledger);
    ledger.discovered(0);
    Set<String> read = new HashSet<>();
    while (read.size() < PAGES) {
      int page = frontier.next();
      read.add(url(page));
      ledger.read(page, rows[page]);
      frontier.changed(page);
      IntStream.of(rows[page]).forEach(frontier::changed);
    }
    while (!ledger.push(Long.MAX_VALUE)) {}
    Map<String, Double> importance = new TreeMap<>();
    IntStream.range(0, PAGES).forEach(page -> importance.put(url(page), ledger.importance(page)));
    check(new Outcome(importance, read, ledger.errorBound()), SETTLED);
  }

  @Test
  @Tag("slow")
  void aCrawlOnACluster() throws Exception {
    Path exported = dir.resolve("exported");
    try (LocalBroker broker = LocalBroker.start(dir.resolve("broker"))) {
      KafkaConnection kafka = KafkaConnection.to(broker.address());
      ClusterSettings settings = new ClusterSettings(plan(), 3);
      Worker.Options options =
          new Worker.Options(
              kafka, "one", dir.resolve("worker"), "w", settings, 1, 0, 1, 100, true);
      try (Worker worker = Worker.start(options)) {
        assertTrue(worker.run(true, status -> {}).balanced());
        Progress silent = (what, done, total) -> {};
        ClusterExport.export(kafka, "one", exported, silent);
      }
    }
    check(outcome(exported), SETTLED);
    checkRequests();
  }

  /// With the papers' OPIC pages are read ten times. Partitions hear of each other late, and are
  /// about as near to the rank as one machine is.
  @Test
  @Tag("slow")
  void aCrawlOnAClusterWithOpic() throws Exception {
    int reads = 10 * PAGES;
    CrawlConfig plan =
        plan()
            .with("importance", "opic-corrected")
            .with("window", "all")
            .with("refresh", 0.8)
            .with("min-age", Duration.ZERO);
    Path single = dir.resolve("single");
    try (Crawl crawl = Crawl.open(single, plan.with("budget", reads).checked())) {
      crawl.run(CrawlListener.SILENT);
    }
    Path exported = dir.resolve("exported");
    try (LocalBroker broker = LocalBroker.start(dir.resolve("broker"))) {
      KafkaConnection kafka = KafkaConnection.to(broker.address());
      CrawlConfig endless = plan.with("continuous", true).checked();
      Worker.Options options =
          new Worker.Options(
              kafka,
              "opic",
              dir.resolve("worker"),
              "w",
              new ClusterSettings(endless, 3),
              1,
              0,
              1,
              100,
              true);
      try (Worker worker = Worker.start(options)) {
        Thread works = Thread.ofVirtual().start(() -> works(worker));
        while (worker.status().fetched() < reads || worker.status().read() < PAGES) {
          Thread.sleep(50);
        }
        ClusterStatus end =
            ClusterExport.export(kafka, "opic", exported, (what, done, total) -> {});
        assertTrue(end.balanced(), end.toString());
        worker.stop();
        works.join();
      }
      goesBack(kafka, single, endless);
    }
    try (CrawlStore store = CrawlStore.look(exported)) {
      assertEquals(List.of(), StoreCheck.of(store).faults());
    }
    double here = error(outcome(single));
    double there = error(outcome(exported));
    System.out.printf("opic-corrected, all: one machine %.4f, cluster %.4f%n", here, there);
    assertTrue(there < 2 * here + 0.02, "one machine " + here + ", cluster " + there);
  }

  /// A crawl dir of OPIC goes into a cluster and comes out as it was; then it goes on there.
  private void goesBack(KafkaConnection kafka, Path from, CrawlConfig plan) throws Exception {
    ClusterSettings settings = new ClusterSettings(plan, 3);
    Progress silent = (what, done, total) -> {};
    assertEquals(PAGES, ClusterLoad.load(from, kafka, "back", settings, 1, silent));
    Path back = dir.resolve("back");
    Worker.Options options =
        new Worker.Options(kafka, "back", dir.resolve("w2"), "w", null, 1, 0, 1, 100, true);
    try (Worker worker = Worker.start(options)) {
      Thread works = Thread.ofVirtual().start(() -> works(worker));
      while (worker.status().known() < PAGES || !worker.status().drained()) {
        Thread.sleep(50);
      }
      assertTrue(worker.status().balanced(), worker.status().toString());
      ClusterExport.export(kafka, "back", back, silent);
      long before = worker.status().fetched();
      new CrawlRegistry(kafka, "back").begin(before);
      while (worker.status().fetched() < before + PAGES) {
        Thread.sleep(50);
      }
      Path on = dir.resolve("on");
      assertTrue(ClusterExport.export(kafka, "back", on, silent).balanced());
      try (CrawlStore store = CrawlStore.look(on)) {
        assertEquals(List.of(), StoreCheck.of(store).faults());
      }
      worker.stop();
      works.join();
    }
    Map<String, Double> was = outcome(from).importance();
    Map<String, Double> is = outcome(back).importance();
    was.forEach((url, importance) -> assertEquals(importance, is.get(url), 1e-9, url));
  }

  private static void works(Worker worker) {
    try {
      worker.run(false, status -> {});
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// The L1 error of importance that is normalised.
  private double error(Outcome outcome) {
    assertEquals(numbers.keySet(), outcome.read());
    double sum = outcome.importance().values().stream().mapToDouble(i -> i).sum();
    double error = 0;
    for (Map.Entry<String, Double> page : outcome.importance().entrySet()) {
      error += Math.abs(page.getValue() / sum - truth[numbers.get(page.getKey())]);
    }
    return error;
  }
}
