package nephila.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import nephila.cli.crawl.Yaml;
import nephila.config.CrawlConfig;
import nephila.config.Settings;
import nephila.ledger.PageTable;
import nephila.politeness.HostPace;
import nephila.politeness.RobotsAnswer;
import nephila.politeness.RobotsState;
import nephila.store.CrawlStore;
import nephila.store.record.HostFacts;
import nephila.store.record.ReadFacts;
import nephila.store.record.UrlHash;
import nephila.url.CanonicalUrl;
import nephila.web.FinishedCrawl;
import nephila.web.SearchPages;
import nephila.web.WebServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `top`, `why`, `sites`, `export` and the API say of one small crawl with a page in every
/// state, for people and as JSON. After a change that is meant, `./test --fast -pl app -am
/// -Dtest=ViewTextsTest -Dsurefire.failIfNoSpecifiedTests=false -Dnephila.golden=write` writes the
/// files anew; look at their difference.
class ViewTextsTest {
  private static final Path GOLDEN =
      Path.of(System.getProperty("nephila.root", ".."), "app/src/test/resources/nephila/cli/views");

  private static final Instant READ = Instant.parse("2026-11-18T10:00:00Z");

  /// Digits beyond these depend on the order of additions.
  private static final MathContext DIGITS = new MathContext(6);

  private static final Pattern REAL =
      Pattern.compile("(?<![\\w./-])-?\\d+[.]\\d+(E-?\\d+)?(?![\\w./-])");

  private static final String PLAN =
      """
      seeds:
        - http://a.test/
      scope: any
      include:
        - ^http://(a|b|shut|nowhere)[.]test/
      depth: 3
      agent: TestBot
      contact: me@a.test
      """;

  private static final Map<String, Integer> SLOTS = new LinkedHashMap<>();

  @TempDir static Path temp;

  private static String dir = "";

  /// far.test is worth most and not included; pages of a.test are read, gone, missing, forbidden, a
  /// trap, too deep; b.test failed; nobody knows an address of nowhere.test; shut.test allows
  /// nothing.
  @BeforeAll
  static void crawl() throws Exception {
    Path place = temp.resolve("crawl");
    dir = place.toString();
    try (CrawlStore store = CrawlStore.open(place, 0.85)) {
      know(store, "http://a.test/", "", 0);
      for (String url :
          List.of(
              "http://a.test/about",
              "http://a.test/old",
              "http://a.test/gone",
              "http://a.test/missing",
              "http://a.test/private/x",
              "http://a.test/aa/aa/aa/aa/aa",
              "http://a.test/next",
              "http://b.test/",
              "http://nowhere.test/",
              "http://shut.test/",
              "http://far.test/",
              "http://far.test/more")) {
        know(store, url, "http://a.test/", 1);
      }
      know(store, "http://a.test/deep", "http://a.test/about", 9);
      know(store, "http://sub.b.test/other", "http://a.test/about", 2);
      List<String> all = List.copyOf(SLOTS.keySet());
      read(store, "http://a.test/", 200, all.subList(1, 13));
      read(
          store,
          "http://a.test/about",
          200,
          List.of("http://a.test/", "http://far.test/", "http://a.test/deep", all.getLast()));
      read(store, "http://a.test/old", 301, List.of("http://a.test/about"));
      store.gone(SLOTS.get("http://a.test/gone"), facts("http://a.test/gone", 410));
      read(store, "http://a.test/missing", 404, List.of("http://a.test/", "http://far.test/"));
      read(store, "http://a.test/private/x", -9998, List.of());
      read(store, "http://b.test/", -4, List.of());
      read(store, "http://shut.test/", -9998, List.of());
      for (String url :
          List.of(
              "http://a.test/aa/aa/aa/aa/aa",
              "http://a.test/deep",
              "http://far.test/",
              "http://far.test/more",
              "http://sub.b.test/other")) {
        store.drop(SLOTS.get(url));
      }
      host(store, "http://a.test", "User-agent: *\nDisallow: /private/\n", 42);
      host(store, "http://shut.test", "User-agent: *\nDisallow: /\n", 7);
      host(store, "http://b.test", "", 0);
      RobotsState unknown =
          RobotsState.UNKNOWN.after(new RobotsAnswer.Unreachable(), READ.minusSeconds(7200));
      store.hostFacts(
          store.host("http://nowhere.test"),
          new HostFacts(new HostPace(0, 0, 3, 0), unknown, false, null));
      store.commit(
          Map.of(
              "archive",
              "",
              "tally",
              "fetched=6\nbytes=12345\n2xx=2\n3xx=1\n410=1\n404=1\ntimeout=1\nforbidden by"
                  + " robots.txt=2",
              "focus",
              "1.0+0.0"));
    }
    Files.writeString(place.resolve("plan.yaml"), PLAN);
  }

  private static void know(CrawlStore store, String url, String via, int depth) {
    CanonicalUrl page = CanonicalUrl.ofCanonical(url);
    int from = via.isEmpty() ? PageTable.NO_PAGE : SLOTS.get(via);
    int slot =
        store.know(store.host(page.origin()), UrlHash.of(url), page.pathAndQuery(), depth, from);
    SLOTS.put(url, slot);
  }

  private static void read(CrawlStore store, String url, int status, List<String> links) {
    store.read(
        SLOTS.get(url), facts(url, status), links.stream().mapToInt(SLOTS::get).toArray(), false);
  }

  private static ReadFacts facts(String url, int status) {
    long at = READ.plusSeconds(SLOTS.get(url)).toEpochMilli();
    boolean answered = status > 0;
    return new ReadFacts(
        at,
        status,
        answered ? "text/html" : "",
        answered ? 1000 + status : 0,
        answered ? "0123456789abcdef" + status : "",
        0,
        "",
        "",
        url.equals("http://a.test/") ? ReadFacts.Reason.SEED : ReadFacts.Reason.DISCOVERY,
        1,
        2,
        at);
  }

  private static void host(CrawlStore store, String origin, String robots, double millis) {
    RobotsState known =
        RobotsState.UNKNOWN.after(
            new RobotsAnswer.Answered(200, robots.getBytes(StandardCharsets.UTF_8)), READ);
    store.hostFacts(
        store.host(origin), new HostFacts(new HostPace(millis, 0, 0, 0), known, true, null));
  }

  private static void assertGolden(String file, String text) throws IOException {
    String shown =
        REAL.matcher(text)
            .replaceAll(real -> new BigDecimal(real.group()).round(DIGITS).toString());
    Path golden = GOLDEN.resolve(file);
    if ("write".equals(System.getProperty("nephila.golden"))) {
      Files.createDirectories(golden.getParent());
      Files.writeString(golden, shown);
    }
    assertEquals(Files.readString(golden), shown, file);
  }

  private static String said(String... line) {
    Typed typed = Typed.line(line);
    assertEquals(0, typed.exit(), typed.err());
    return "$ nephila " + String.join(" ", line).replace(dir, "my-crawl") + "\n" + typed.out();
  }

  @Test
  void listsOfPagesAndSites() throws Exception {
    String people =
        said("top", dir, "--limit", "20")
            + said("top", dir, "--unread")
            + said("top", dir, "--read")
            + said("top", dir, "--in-scope")
            + said("top", dir, "--all")
            + said("top", dir, "--sites")
            + said("sites", dir);
    assertGolden("lists.txt", people);
    String json =
        said("top", dir, "--limit", "20", "--json")
            + said("top", dir, "--unread", "--json")
            + said("top", dir, "--sites", "--json")
            + said("sites", dir, "--json");
    assertGolden("lists.jsonl", json);
  }

  @Test
  void whyOfAPageInEveryState() throws Exception {
    StringBuilder people = new StringBuilder();
    StringBuilder json = new StringBuilder();
    for (String url : SLOTS.keySet()) {
      people.append(said("why", dir, url));
      json.append(said("why", dir, url, "--json"));
    }
    assertGolden("why.txt", people.toString());
    assertGolden("why.jsonl", json.toString());
  }

  @Test
  void tablesOfPagesAndSites() throws Exception {
    assertGolden("pages.csv", said("export", dir, "--pages", "-", "--to", "csv"));
    assertGolden("pages.jsonl", said("export", dir, "--pages", "-"));
    assertGolden("sites.jsonl", said("export", dir, "--sites", "-"));
  }

  @Test
  void theApi() throws Exception {
    CrawlConfig plan =
        Settings.apply(CrawlConfig.usual(), Yaml.read(Path.of(dir, "plan.yaml")), "plan.yaml");
    StringBuilder text = new StringBuilder();
    try (CrawlStore store = CrawlStore.look(Path.of(dir));
        WebServer server =
            WebServer.start(
                InetAddress.getLoopbackAddress(),
                0,
                new FinishedCrawl(
                    Path.of(dir), store, plan, Clock.fixed(READ.plusSeconds(3600), ZoneOffset.UTC)),
                new SearchPages(null, url -> java.util.Optional.empty()))) {
      HttpClient client = HttpClient.newHttpClient();
      for (String path :
          List.of(
              "api/status",
              "api/history",
              "api/pages",
              "api/pages?order=cash&limit=3",
              "api/pages?order=unread",
              "api/pages?site=b.test",
              "api/pages?offset=2&limit=2",
              "api/sites",
              "api/rising",
              "api/community",
              "api/flows",
              "api/hosts",
              "api/errors",
              "api/rules",
              "api/page?url=" + encoded("http://a.test/"),
              "api/page?url=" + encoded("http://far.test/"),
              "api/page?url=" + encoded("http://a.test/next"),
              "metrics")) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + path)).build();
        String body = client.send(request, BodyHandlers.ofString()).body();
        text.append("GET /").append(path).append('\n').append(sorted(body)).append('\n');
      }
    }
    assertGolden("api.txt", text.toString());
  }

  /// Answers by kind have no order.
  private static String sorted(String body) throws IOException {
    return body.startsWith("{")
        ? JSON.std.asString(sorted(JSON.std.anyFrom(body)))
        : body.lines().sorted().collect(Collectors.joining("\n"));
  }

  private static Object sorted(Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        Map<Object, Object> all = new TreeMap<>();
        map.forEach((key, each) -> all.put(key, sorted(each)));
        yield all;
      }
      case List<?> list -> list.stream().map(ViewTextsTest::sorted).toList();
      default -> value;
    };
  }

  private static String encoded(String url) {
    return URLEncoder.encode(url, StandardCharsets.UTF_8);
  }
}
