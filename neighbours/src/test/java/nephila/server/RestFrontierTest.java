package nephila.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import nephila.config.CrawlConfig;
import nephila.store.CrawlStore;
import nephila.store.StoreCheck;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestFrontierTest {
  @TempDir Path dir;

  private final HttpClient http = HttpClient.newHttpClient();
  private long millis = 1_800_000_000_000L;
  private Frontiers crawls;
  private RestFrontier server;
  private int status;

  @BeforeEach
  void start() throws Exception {
    crawls = new Frontiers(dir, () -> java.time.Instant.ofEpochMilli(millis));
    server = RestFrontier.start(crawls, "127.0.0.1", 0);
  }

  @AfterEach
  void stop() {
    server.close();
    crawls.close();
  }

  private List<Map<String, Object>> ask(String method, String path, String... body)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + server.port() + "/frontier/v1/" + path))
            .method(method, HttpRequest.BodyPublishers.ofString(String.join("\n", body)));
    HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    status = answer.statusCode();
    List<Map<String, Object>> lines = new ArrayList<>();
    for (String line : answer.body().lines().toList()) {
      lines.add(JSON.std.mapFrom(line));
    }
    return lines;
  }

  private List<Object> of(String name, List<Map<String, Object>> lines) {
    return lines.stream().map(line -> line.get(name)).toList();
  }

  @Test
  void aPageWithItsLinksPaysThem() throws Exception {
    assertEquals(
        List.of("OK", "OK", "FAIL"),
        of(
            "status",
            ask(
                "POST",
                "crawls/c/urls",
                "{\"url\":\"http://a.org/\",\"metadata\":{\"x\":\"1\",\"y\":[\"2\",\"3\"]}}",
                "{\"url\":\"http://poor.org/\"}",
                "{\"url\":\"nothing\"}")));
    List<Map<String, Object>> first = ask("POST", "crawls/c/next?urls=1&queues=9");
    assertEquals(2, first.size());
    assertEquals(Map.of("x", List.of("1"), "y", List.of("2", "3")), first.get(0).get("metadata"));
    ask(
        "POST",
        "crawls/c/urls",
        "{\"url\":\"http://z.org/\"}",
        "{\"url\":\"http://a.org/\",\"known\":true,\"status\":200,"
            + "\"links\":[\"http://rich.org/\",\"http://a.org/2\"]}");
    assertEquals(
        List.of("http://rich.org/", "http://z.org/"),
        of("url", ask("POST", "crawls/c/next?urls=1")));
    millis += 1000;
    assertEquals(List.of("http://a.org/2"), of("url", ask("POST", "crawls/c/next")));
    Map<String, Object> stats = ask("GET", "crawls/c/stats").getFirst();
    assertEquals(5, ((Number) stats.get("queues")).intValue() + 1, stats.toString());
    assertEquals(1, stats.get("completed"));
  }

  @Test
  void aCrawlIsBegunWithTheImportanceThatItsClientChooses() throws Exception {
    Map<String, Object> begun =
        ask("POST", "crawls/c?importance=opic&window=all&links=forget").getFirst();
    assertEquals("opic", begun.get("importance"), begun.toString());
    assertEquals("all", begun.get("window"), begun.toString());
    assertEquals("forget", begun.get("links"), begun.toString());
    assertEquals("exact", ask("POST", "crawls/plain").getFirst().get("importance"));
    ask("POST", "crawls/c/urls", "{\"url\":\"http://a.org/\"}");
    for (int page = 0; page < 40; page++) {
      List<Map<String, Object>> next = ask("POST", "crawls/c/next?urls=1&queues=1");
      String url = (String) next.getFirst().get("url");
      ask(
          "POST",
          "crawls/c/urls",
          "{\"url\":\""
              + url
              + "\",\"known\":true,\"status\":200,\"refetchableFrom\":1,"
              + "\"links\":[\"http://hub.org/\",\"http://a.org/\",\"http://p"
              + page % 3
              + ".org/\"]}");
      millis += 2000;
      if (page == 20) {
        restart();
      }
    }
    Map<String, Object> stats = ask("GET", "crawls/c/stats").getFirst();
    assertEquals("opic", stats.get("algorithm"), stats.toString());
    double turnover = ((Number) stats.get("turnover")).doubleValue();
    assertEquals(1 / turnover, ((Number) stats.get("errorFactor")).doubleValue(), 1e-9);
    assertTrue(turnover > 1, stats.toString());
    double cash = 0;
    double history = 0;
    for (String url : List.of("a", "hub", "p0", "p1", "p2")) {
      Map<String, Object> page =
          ask("GET", "crawls/c/url?url=http%3A%2F%2F" + url + ".org%2F").getFirst();
      assertEquals("opic", page.get("algorithm"), page.toString());
      cash += ((Number) page.get("cash")).doubleValue();
      history += ((Number) page.get("history")).doubleValue();
    }
    assertEquals(1, cash, 1e-6);
    assertEquals(turnover, history, 1e-6);
    stop();
    try (CrawlStore store = CrawlStore.look(dir.resolve("c"))) {
      assertEquals(List.of(), StoreCheck.of(store).faults());
      assertEquals(0, store.ledger().links(), "links are not kept");
    }
    start();
  }

  @Test
  void aCrawlKeepsWhatItWasBegunWithAndWhatCannotBeIsRefusedInALine() throws Exception {
    ask("POST", "crawls/c?importance=opic-corrected");
    restart();
    assertEquals("opic-corrected", ask("GET", "crawls/c").getFirst().get("importance"));
    assertEquals("growing:4", ask("GET", "crawls/c").getFirst().get("window"));
    refused("crawls/c?importance=opic", "begun with importance opic-corrected, not opic");
    refused("crawls/c?importance=opic-corrected&window=all", "window growing:4, not all");
    refused("crawls/n?window=all", "the exact ledger has none");
    refused("crawls/n?links=forget", "clients keep the copies");
    refused("crawls/n?importace=opic", "importace: a crawl has no such setting");
    refused("crawls/n?preference=mine.tsv", "send the lines of the file as the body");
    refused("crawls/n?importance=best", "best");
    refused("crawls/n?importance=opic&window=some", "some");
    assertEquals(List.of("c"), of("crawl", ask("GET", "crawls")));
  }

  @Test
  void theServerSaysWhatNewCrawlsAreBegunWith() throws Exception {
    stop();
    crawls =
        new Frontiers(
            dir,
            () -> java.time.Instant.ofEpochMilli(millis),
            CrawlConfig.usual().with("importance", "opic").with("window", "variable:3"));
    server = RestFrontier.start(crawls, "127.0.0.1", 0);
    ask("POST", "crawls/c/urls", "{\"url\":\"http://a.org/\"}");
    assertEquals("variable:3", ask("GET", "crawls/c").getFirst().get("window"));
    assertEquals("exact", ask("POST", "crawls/e?importance=exact").getFirst().get("importance"));
    restart();
    assertEquals("variable:3", ask("GET", "crawls/c").getFirst().get("window"));
  }

  @Test
  void everyChoiceOfACrawlIsKeptAndAnotherIsRefused() throws Exception {
    String choices =
        "?importance=opic&window=interpolation:4&select=greedy&default-history=true"
            + "&small-edge=true&internal=0.2&dynamic=0.5&by=site&links=forget";
    ask("POST", "crawls/c" + choices);
    assertEquals(200, status);
    restart();
    Map<String, Object> kept = ask("GET", "crawls/c").getFirst();
    assertEquals("greedy", kept.get("select"), kept.toString());
    assertEquals(true, kept.get("default-history"));
    assertEquals(true, kept.get("small-edge"));
    assertEquals(0.2, kept.get("internal"));
    assertEquals("site", kept.get("by"));
    ask("POST", "crawls/c" + choices);
    assertEquals(200, status);
    refused("crawls/c" + choices.replace("greedy", "cycle"), "select greedy, not cycle");
    refused("crawls/c" + choices.replace("0.2", "0.3"), "internal 0.2, not 0.3");
    refused("crawls/n?select=clock", "no hand goes round");
    refused("crawls/n?default-history=true", "the exact ledger has no history");
    refused("crawls/n?small-edge=true", "small-edge");
    refused("crawls/n?internal=2", "internal");
    ask("POST", "crawls/p", "host=a.org\t1", "url~/\t0.25");
    assertEquals(200, status);
    restart();
    assertEquals(true, ask("GET", "crawls/p").getFirst().get("preference"));
    ask("POST", "crawls/p/urls", "{\"url\":\"http://a.org/\"}", "{\"url\":\"http://b.org/\"}");
    List<Map<String, Object>> next = ask("POST", "crawls/p/next");
    assertEquals("http://a.org/", next.getFirst().get("url"));
    assertEquals(0.8, (Double) next.getFirst().get("importance"), 1e-9);
    ask("POST", "crawls/p", "no weight");
    assertEquals(400, status);
  }

  @Test
  void theOrderOfACrawlIsTheOneChosen() throws Exception {
    for (String select : List.of("exact", "cycle", "bfs")) {
      String crawl = "crawls/" + select;
      ask("POST", crawl + "?select=" + select);
      ask("POST", crawl + "/urls", "{\"url\":\"http://a.org/first\"}");
      millis += 1000;
      ask("POST", crawl + "/urls", "{\"url\":\"http://a.org/second\"}");
      ask(
          "POST",
          crawl + "/urls",
          "{\"url\":\"http://a.org/second\",\"parent\":\"http://b.org/\"}");
      Object best = ask("POST", crawl + "/next").getFirst().get("url");
      assertEquals("http://a.org/" + (select.equals("exact") ? "second" : "first"), best, select);
    }
  }

  private void refused(String call, String why) throws Exception {
    String error = String.valueOf(ask("POST", call).getFirst().get("error"));
    assertEquals(400, status, error);
    assertTrue(error.contains(why), error);
    assertEquals(1, error.lines().count(), error);
  }

  private void restart() throws Exception {
    stop();
    start();
  }

  @Test
  void queuesAreSetListedAndDeleted() throws Exception {
    ask("POST", "crawls/c%2Fd/urls", "{\"url\":\"http://a.org/1\"}", "{\"url\":\"http://b.org/\"}");
    assertEquals(List.of("c/d"), of("crawl", ask("GET", "crawls")));
    ask("POST", "crawls/c%2Fd/block?key=b.org&until=" + (millis / 1000 + 9));
    assertEquals(List.of("a.org"), of("key", ask("GET", "crawls/c%2Fd/queues")));
    ask("POST", "crawls/c%2Fd/limit?key=a.org&urls=1");
    assertEquals(
        List.of("SKIPPED"),
        of("status", ask("POST", "crawls/c%2Fd/urls", "{\"url\":\"http://a.org/2\"}")));
    assertEquals(1, ask("GET", "crawls/c%2Fd/count?key=a.org").getFirst().get("count"));
    assertEquals(1, ask("DELETE", "crawls/c%2Fd/queues?key=a.org").getFirst().get("deleted"));
    ask("GET", "crawls/c%2Fd/url?url=http%3A%2F%2Fa.org%2F1");
    assertEquals(404, status);
    assertEquals(
        List.of("http://b.org/"),
        of("url", ask("GET", "crawls/c%2Fd/urls?filter=B&ignoreCase=true")));
    assertEquals(1, ask("DELETE", "crawls/c%2Fd").getFirst().get("deleted"));
  }

  @Test
  void aTimeBeyondAllYearsIsLongAndNotNone() throws Exception {
    ask("POST", "crawls/c/urls", "{\"url\":\"http://a.org/1\"}", "{\"url\":\"http://a.org/2\"}");
    ask("POST", "crawls/c/delay?key=a.org&seconds=" + Long.MAX_VALUE);
    String next = "crawls/c/next?lease=" + Long.MAX_VALUE + "&urls=";
    assertEquals(1, ask("POST", next + 1).size());
    millis += 1000;
    assertEquals(List.of(), ask("POST", next + 2));
    ask("POST", "crawls/c/urls", "{\"url\":\"http://b.org/\"}");
    ask("POST", "crawls/c/block?key=b.org&until=" + Long.MAX_VALUE);
    assertEquals(List.of(), ask("POST", next + 2));
  }

  @Test
  void whatFailsHereIsSaidAndNobodyWaitsForIt() throws Exception {
    ask("POST", "crawls/c/urls", "{\"url\":\"http://a.org/\"}");
    FrontierCrawl crawl = crawls.crawl("c");
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () ->
            assertThrows(
                IllegalStateException.class,
                () ->
                    crawl.ask(
                        books -> {
                          throw new StackOverflowError("of a test");
                        })));
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> assertThrows(IllegalStateException.class, () -> crawl.ask(books -> 1)));
    ask("GET", "crawls/c/stats");
    assertEquals(500, status);
  }

  @Test
  void moreThanFitsIsRefusedAndTheServerGoesOn() throws Exception {
    String line = "{\"url\":\"http://a.org/" + "x".repeat(1 << 20) + "\"}";
    List<Map<String, Object>> refused =
        ask("POST", "crawls/c/urls", Collections.nCopies(33, line).toArray(String[]::new));
    assertEquals(413, status);
    assertEquals(1, refused.size());
    assertEquals(
        List.of("OK"),
        of("status", ask("POST", "crawls/c/urls", "{\"url\":\"http://a.org/\u2028\"}")));
  }

  @Test
  void whatIsWrongIsRefusedInOneLine() throws Exception {
    assertTrue(
        ask("POST", "crawls/c/urls", "{\"url\":\"http://a.org/\"}", "{oops")
            .toString()
            .contains("line 2 is no JSON"));
    assertEquals(400, status);
    ask("POST", "crawls/c/urls", "null");
    assertEquals(400, status);
    ask("POST", "crawls/c/next?urls=-1");
    assertEquals(200, status); // no crawl yet: nothing to give
    ask("POST", "crawls/c/urls", "{\"url\":\"http://a.org/\"}");
    ask("POST", "crawls/c/next?urls=-1");
    assertEquals(400, status);
    ask("GET", "crawls/no/stats");
    assertEquals(404, status);
    ask("PUT", "crawls/c/urls");
    assertEquals(404, status);
    HttpRequest page =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + server.port() + "/frontier/v1/active?state=false"))
            .header("Origin", "http://evil.example")
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();
    assertEquals(403, http.send(page, HttpResponse.BodyHandlers.discarding()).statusCode());
    assertEquals(true, ask("GET", "active").getFirst().get("active"));
  }

  @Test
  void onlyTheExactPathOfACallDeletesAnything() throws Exception {
    for (String crawl : List.of("z", "victim")) {
      ask("POST", "crawls/" + crawl + "/urls", "{\"url\":\"http://a.example/\"}");
    }
    for (String path :
        List.of(
            "crawls/z/queues/a.example",
            "crawls/z/",
            "crawls/z/urls",
            "crawls/a/%2e%2e/victim",
            "crawls/a/..%2f../victim",
            "crawls//z",
            "crawls/z/x/y/w")) {
      ask("DELETE", path);
      assertEquals(404, status, path);
    }
    assertEquals(List.of("victim", "z"), of("crawl", ask("GET", "crawls")));
    assertEquals(1, ask("DELETE", "crawls/z").getFirst().get("deleted"));
    assertEquals(List.of("victim"), of("crawl", ask("GET", "crawls")));
  }

  @Test
  void aNameTooLongForAFolderIsAMistakeAndTellsNoPath() throws Exception {
    String name = "n".repeat(300);
    String told = ask("POST", "crawls/" + name + "/urls", "{\"url\":\"http://a.org/\"}") + "";
    assertEquals(400, status);
    assertTrue(told.contains("200 letters") && !told.contains(dir.toString()), told);
    assertEquals(List.of(), ask("GET", "crawls"));
  }

  @Test
  void aHostOfAnotherNameThatLeadsHereIsRefused() throws Exception {
    ask("POST", "crawls/z/urls", "{\"url\":\"http://a.example/\"}");
    for (String host : List.of("evil.example:80", "evil.example", "127.0.0.1.evil.example")) {
      assertEquals("HTTP/1.1 421", firstLine(host), host);
    }
    for (String host : List.of("localhost:1", "127.0.0.1", "[::1]:9")) {
      assertEquals("HTTP/1.1 200", firstLine(host), host);
    }
  }

  private String firstLine(String host) throws Exception {
    try (Socket socket = new Socket("127.0.0.1", server.port())) {
      String request =
          "GET /frontier/v1/crawls HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    }
  }
}
