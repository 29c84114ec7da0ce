package nephila.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WebServerTest {
  static {
    System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host,origin");
  }

  private final HttpClient client = HttpClient.newHttpClient();
  private final FakeCrawl crawl = new FakeCrawl();
  private WebServer server;

  @BeforeEach
  void startServer() throws IOException {
    ArchivedPages archive =
        url ->
            Optional.of(
                new ArchivedPages.Copy(
                    "<script>alert(1)</script>".getBytes(StandardCharsets.UTF_8),
                    "text/html",
                    Instant.EPOCH));
    server =
        WebServer.start(InetAddress.getLoopbackAddress(), 0, crawl, new SearchPages(null, archive));
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server.address().replaceFirst("/$", path)));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String path, String body, String... headers) throws Exception {
    HttpRequest.Builder request = request(path).POST(HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request);
  }

  @Test
  void everyViewIsServedWithAStrictPolicy() throws Exception {
    for (String path : List.of("/", "/search", "/style.css", "/js/app.js", "/api", "/metrics")) {
      HttpResponse<String> response = send(request(path));
      assertEquals(200, response.statusCode(), path);
      String policy = response.headers().firstValue("Content-Security-Policy").orElse("");
      assertTrue(policy.contains("default-src 'none'"), path);
      assertFalse(policy.contains("script-src 'unsafe"), path);
    }
  }

  @Test
  void everythingTheApiListsAnswers() throws Exception {
    String page = URLEncoder.encode(FakeCrawl.HOSTILE, StandardCharsets.UTF_8);
    for (String path :
        List.of(
            "status",
            "history",
            "pages",
            "sites",
            "flows",
            "hosts",
            "errors",
            "rules",
            "page?url=" + page)) {
      HttpResponse<String> response = send(request("/api/" + path));
      assertEquals(200, response.statusCode(), path + response.body());
    }
  }

  @Test
  void wrongRequestsGetAFourHundredAndOneLine() throws Exception {
    for (String path :
        List.of(
            "/api/nothing",
            "/api/pages?limit=x",
            "/api/pages?limit=-1",
            "/api/pages?limit=99999999999",
            "/api/pages?order=age",
            "/api/page",
            "/api/page?url=nope",
            "/api/search?q=x",
            "/api/search/explain?q=x",
            "/..%2f..%2fetc%2fpasswd",
            "/js/../../Main.class")) {
      HttpResponse<String> response = send(request(path));
      assertEquals(4, response.statusCode() / 100, path + " " + response.body());
      assertTrue(response.body().startsWith("{\"error\":"), response.body());
      assertFalse(response.body().contains("Exception"), response.body());
    }
  }

  @Test
  void nothingChangesWithoutTheTokenOrFromAnotherOrigin() throws Exception {
    String pause = "{\"action\":\"pause\"}";
    assertEquals(401, post("/api/control", pause).statusCode());
    assertEquals(401, post("/api/control", pause, "X-Nephila-Token", "wrong").statusCode());
    String[] foreign = {"X-Nephila-Token", server.token(), "Origin", "http://evil.test"};
    assertEquals(403, post("/api/control", pause, foreign).statusCode());
    assertEquals(List.of(), crawl.told);
    assertEquals(200, post("/api/control", pause, "X-Nephila-Token", server.token()).statusCode());
    assertEquals(List.of("pause"), crawl.told);
  }

  @Test
  void aCrawlThatHasEndedIsStoppedAndCannotBePaused() throws Exception {
    crawl.over = true;
    String[] token = {"X-Nephila-Token", server.token()};
    assertEquals(200, post("/api/control", "{\"action\":\"stop\"}", token).statusCode());
    assertEquals(409, post("/api/control", "{\"action\":\"pause\"}", token).statusCode());
    assertEquals(List.of(), crawl.told);
  }

  @Test
  void aRebindingHostIsRefused() throws Exception {
    assertEquals(421, send(request("/").header("Host", "evil.test")).statusCode());
  }

  @Test
  void badBodiesAreRefused() throws Exception {
    String[] token = {"X-Nephila-Token", server.token()};
    for (String body : List.of("", "[", "[]", "{}", "{\"action\":1}", "{\"action\":\"fly\"}")) {
      assertEquals(400, post("/api/control", body, token).statusCode(), body);
    }
    assertEquals(413, post("/api/control", " ".repeat(100_000), token).statusCode());
    assertEquals(409, post("/api/undo", "{}", token).statusCode());
  }

  @Test
  void anArchivedCopyCanRunNothing() throws Exception {
    HttpResponse<String> response = send(request("/search/raw?url=http%3A%2F%2Fa.test%2F"));
    assertEquals(200, response.statusCode());
    String policy = response.headers().firstValue("Content-Security-Policy").orElse("");
    assertTrue(policy.startsWith("sandbox;"), policy);
    assertFalse(policy.contains("allow-scripts"), policy);
  }
}
