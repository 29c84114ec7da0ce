package nephila.testweb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import nephila.links.Link;
import nephila.links.LinkExtractor;
import nephila.links.PageText;
import nephila.links.SoftNotFound;
import nephila.links.TextSignature;
import nephila.url.CanonicalUrl;
import nephila.url.TrapRules;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LittleWebTest {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static LittleWeb web;

  @BeforeAll
  static void open() throws Exception {
    web = LittleWeb.open(1, LittleWeb.Options.quick(Clock.systemUTC()));
  }

  @AfterAll
  static void close() throws Exception {
    web.close();
  }

  private static HttpResponse<byte[]> get(String url, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return CLIENT.send(request.build(), BodyHandlers.ofByteArray());
  }

  private static PageText text(String url) throws Exception {
    byte[] body = get(url).body();
    return PageText.of(body, 0, body.length, "text/html; charset=utf-8");
  }

  @Test
  void everyReadablePageButTheHiddenOneIsReachedFromTheFront() throws Exception {
    TrapRules traps = TrapRules.usual(Clock.systemUTC());
    LinkExtractor extractor = new LinkExtractor("nephila");
    Set<String> read = new TreeSet<>();
    Set<String> known = new HashSet<>(Set.of(web.front()));
    Deque<String> queue = new ArrayDeque<>(known);
    while (!queue.isEmpty()) {
      String url = queue.remove();
      HttpResponse<byte[]> response = get(url);
      if (response.statusCode() == 200) {
        read.add(url);
      }
      byte[] body = response.body();
      String type = response.headers().firstValue("content-type").orElse("");
      CanonicalUrl base = CanonicalUrl.typed(url);
      for (Link link : extractor.extract(body, 0, body.length, type, base).links()) {
        boolean calendar = link.url().text().startsWith(web.origin("calendar") + "/month/");
        if (!calendar && traps.trap(link.url()) == null && known.add(link.url().text())) {
          queue.add(link.url().text());
        }
      }
    }
    Set<String> expected = new TreeSet<>(web.readable());
    assertTrue(expected.size() > 300, "only " + expected.size() + " pages");
    assertTrue(expected.remove(web.hidden()));
    assertTrue(read.containsAll(expected), () -> minus(expected, read) + " not reached");
    assertFalse(read.contains(web.hidden()));
  }

  private static Set<String> minus(Set<String> all, Set<String> some) {
    Set<String> rest = new TreeSet<>(all);
    rest.removeAll(some);
    return rest;
  }

  @Test
  void theSameSeedGrowsTheSamePages() throws Exception {
    try (LittleWeb again = LittleWeb.open(1, LittleWeb.Options.quick(Clock.systemUTC()));
        LittleWeb other = LittleWeb.open(2, LittleWeb.Options.quick(Clock.systemUTC()))) {
      String page = "/silk/5.html";
      byte[] body = get(web.origin("atlas") + page).body();
      assertEquals(new String(body), new String(get(again.origin("atlas") + page).body()));
      assertNotEquals(new String(body), new String(get(other.origin("atlas") + page).body()));
    }
  }

  @Test
  void anUnchangedPageIsNotSentAgain() throws Exception {
    String url = web.origin("atlas") + "/silk/1.html";
    String etag = get(url).headers().firstValue("etag").orElseThrow();
    HttpResponse<byte[]> again = get(url, "If-None-Match", etag);
    assertEquals(304, again.statusCode());
    assertEquals(0, again.body().length);
  }

  @Test
  void theNewsChangeWithTheEdition() throws Exception {
    String front = web.origin("news") + "/";
    PageText before = text(front);
    web.nextEdition();
    assertNotEquals(before.title(), text(front).title());
  }

  @Test
  void theBusyHostRefusesAndThenAnswers() throws Exception {
    LittleWeb.Options usual = LittleWeb.Options.usual();
    try (LittleWeb busy = LittleWeb.open(1, usual)) {
      for (int i = 0; i < usual.refusals(); i++) {
        HttpResponse<byte[]> refused = get(busy.origin("busy") + "/");
        assertEquals(503, refused.statusCode());
        assertEquals("2", refused.headers().firstValue("retry-after").orElseThrow());
      }
      HttpResponse<byte[]> packed = get(busy.origin("busy") + "/", "Accept-Encoding", "gzip");
      assertEquals(200, packed.statusCode());
      assertEquals("gzip", packed.headers().firstValue("content-encoding").orElse(""));
    }
  }

  @Test
  void theMirrorIsKnownByItsSignature() throws Exception {
    long original = text(web.origin("atlas") + "/silk/7.html").signature();
    long copy = text(web.origin("mirror") + "/copy/7.html").signature();
    long other = text(web.origin("atlas") + "/silk/8.html").signature();
    assertTrue(
        TextSignature.distance(original, copy) < TextSignature.distance(original, other) / 2,
        TextSignature.distance(original, copy) + " " + TextSignature.distance(original, other));
  }

  @Test
  void theShopsApologiesAreKnownByAProbe() throws Exception {
    SoftNotFound probe = SoftNotFound.of(text(web.origin("shop") + "/x7f3a9c21"));
    assertTrue(probe.matches(text(web.origin("shop") + "/sold-out/3")));
    assertFalse(probe.matches(text(web.origin("shop") + "/item/3")));
  }

  @Test
  void everyVisitIsLogged() throws Exception {
    String path = "/nowhere?x=" + System.identityHashCode(this);
    get(web.origin("blog") + path, "User-Agent", "tester");
    LoggedRequest visit =
        web.visits().stream().filter(v -> v.path().equals(path)).findFirst().orElseThrow();
    assertEquals("blog", visit.place());
    assertEquals(404, visit.status());
    assertEquals("tester", visit.userAgent());
    assertTrue(Duration.between(visit.at(), Clock.systemUTC().instant()).toMinutes() < 1);
  }
}
