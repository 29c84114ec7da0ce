package nephila.fetch.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import nephila.UserError;
import nephila.fetch.Content;
import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.fetch.Outcome;
import nephila.fetch.Truncation;
import nephila.fetch.Validators;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a fetcher does with servers that behave, and with what it is told to do.
class HttpFetcherTest {
  private static final String OK =
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nETag: \"x\"\r\n\r\nhello";

  private static HttpFetcher.Builder settings() {
    return HttpFetcher.builder("test/1 (+mailto:t@example.org)", (address, port) -> true);
  }

  private static String text(Content content) {
    return new String(content.bytes(), ISO_8859_1);
  }

  @Test
  void aPageIsReadWithItsBytesAsTheyCame() throws IOException {
    try (BadServer server = BadServer.saying(OK);
        HttpFetcher fetcher = settings().build()) {
      Exchange exchange = fetcher.fetch(FetchRequest.get(server.url() + "a?b=c#d"));
      assertEquals(new Outcome.Answered(200), exchange.outcome());
      assertArrayEquals(OK.getBytes(ISO_8859_1), exchange.responseBytes());
      assertEquals("hello", text(exchange.content()));
      assertEquals("\"x\"", exchange.headers().first("etag"));
      assertEquals(server.requests.getFirst(), new String(exchange.requestBytes(), ISO_8859_1));
      assertTrue(server.requests.getFirst().startsWith("GET /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:"));
      assertEquals(InetAddress.ofLiteral("127.0.0.1"), exchange.circumstances().address());
      assertEquals(Truncation.NONE, exchange.truncation());
    }
  }

  @Test
  void aConnectionIsUsedAgain() throws IOException {
    try (BadServer server = BadServer.saying(OK);
        HttpFetcher fetcher = settings().build()) {
      for (int i = 0; i < 5; i++) {
        assertEquals(200, fetcher.fetch(FetchRequest.get(server.url() + i)).status());
      }
      assertEquals(1, server.connections.get());
      assertEquals(1, fetcher.idleConnections());
    }
  }

  @Test
  void aKeptConnectionThatDiedIsReplaced() throws IOException {
    try (BadServer server = BadServer.sayingOnce(OK);
        HttpFetcher fetcher = settings().build()) {
      for (int i = 0; i < 5; i++) {
        assertEquals(200, fetcher.fetch(FetchRequest.get(server.url() + i)).status());
      }
      assertEquals(5, server.connections.get());
    }
  }

  @Test
  void whatCameUnaskedAnswersNothing() throws Exception {
    try (BadServer server =
            new BadServer(
                talk -> {
                  while (!talk.request().isEmpty()) {
                    talk.say(OK + "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison");
                  }
                });
        HttpFetcher fetcher = settings().build()) {
      for (int i = 0; i < 20; i++) {
        assertEquals("hello", text(fetcher.fetch(FetchRequest.get(server.url())).content()));
      }
    }
  }

  @Test
  void aConditionalRequestSendsWhatTheServerOnceSaid() throws IOException {
    try (BadServer server = BadServer.saying("HTTP/1.1 304 Not Modified\r\n\r\n");
        HttpFetcher fetcher = settings().build()) {
      FetchRequest request =
          FetchRequest.get(server.url())
              .with(new Validators("W/\"1\"", "Sun, 15 Nov 2026 08:00:00 GMT"))
              .from("http://a.example/");
      assertEquals(304, fetcher.fetch(request).status());
      String sent = server.requests.getFirst();
      assertTrue(sent.contains("If-None-Match: W/\"1\"\r\n"), sent);
      assertTrue(sent.contains("If-Modified-Since: Sun, 15 Nov 2026 08:00:00 GMT\r\n"), sent);
      assertTrue(sent.contains("Referer: http://a.example/\r\n"), sent);
    }
  }

  @Test
  void noLineBreakReachesTheWire() throws IOException {
    try (BadServer server = BadServer.saying(OK);
        HttpFetcher fetcher = settings().build()) {
      FetchRequest request =
          FetchRequest.get(server.url())
              .with(new Validators("x\r\nEvil: 1", "y\nEvil: 2"))
              .from("http://a/\r\nEvil: 3");
      assertEquals(200, fetcher.fetch(request).status());
      assertFalse(server.requests.getFirst().contains("Evil"));
      for (String bad : List.of("\r\nEvil: 4", " x", "\u0000", "ü", "\\")) {
        assertEquals(Failure.BAD_URL, failure(fetcher, server.url() + bad));
      }
      assertEquals(1, server.requests.size());
    }
    assertThrows(UserError.class, () -> HttpFetcher.builder("a\r\nEvil: 1", (a, port) -> true));
  }

  static @Nullable Failure failure(Fetcher fetcher, String url) {
    return fetcher.fetch(FetchRequest.get(url)).outcome() instanceof Outcome.Failed failed
        ? failed.kind()
        : null;
  }

  @Test
  void urlsThatAreNoneAreSaidToBe() {
    try (HttpFetcher fetcher = settings().build()) {
      for (String url :
          List.of(
              "",
              "x",
              "ftp://a/",
              "file:///etc/passwd",
              "http://",
              "http:///x",
              "http://a:0/",
              "http://a:99999/",
              "http://a:b/",
              "http://[::1/",
              "http://[::1]x/")) {
        assertEquals(Failure.BAD_URL, failure(fetcher, url), url);
      }
    }
  }

  @Test
  void aRefusedAddressIsNeverConnectedTo() throws IOException {
    InetAddress canary = InetAddress.ofLiteral("127.0.0.1");
    try (BadServer server = BadServer.saying(OK);
        HttpFetcher fetcher =
            HttpFetcher.builder("t", (address, port) -> !address.isLoopbackAddress())
                .resolver(host -> List.of(canary))
                .build()) {
      for (String host :
          List.of(
              "127.0.0.1",
              "127.1",
              "2130706433",
              "[::ffff:127.0.0.1]",
              "[::1]",
              "name.example",
              "user@127.0.0.1")) {
        String url = "http://" + host + ":" + server.port() + "/";
        assertEquals(Failure.ADDRESS_REFUSED, failure(fetcher, url), url);
      }
      assertEquals(0, server.connections.get());
    }
  }

  @Test
  void aNameThatChangesItsAddressAfterTheCheckGainsNothing() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    List<InetAddress> checked = new ArrayList<>();
    try (BadServer server = BadServer.saying(OK);
        HttpFetcher fetcher =
            HttpFetcher.builder(
                    "t",
                    (address, port) -> {
                      checked.add(address);
                      return !address.equals(InetAddress.ofLiteral("127.0.0.1"));
                    })
                .resolver(
                    host ->
                        List.of(
                            InetAddress.ofLiteral(
                                asked.incrementAndGet() == 1 ? "127.0.0.2" : "127.0.0.1")))
                .dns(Duration.ZERO, Duration.ofSeconds(10))
                .build()) {
      String url = "http://rebind.example:" + server.port() + "/";
      assertEquals(Failure.REFUSED, failure(fetcher, url));
      assertEquals(1, asked.get());
      assertEquals(Failure.ADDRESS_REFUSED, failure(fetcher, url));
      assertEquals(2, checked.size());
      assertEquals(0, server.connections.get());
    }
  }

  @Test
  void addressesAreAskedForOnceAndFailuresToo() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    Resolver resolver =
        host -> {
          asked.incrementAndGet();
          if (host.startsWith("no")) {
            throw new UnknownHostException(host);
          }
          return List.of(InetAddress.ofLiteral("127.0.0.1"));
        };
    try (BadServer server = BadServer.sayingOnce(OK);
        HttpFetcher fetcher = settings().resolver(resolver).build()) {
      for (int i = 0; i < 3; i++) {
        String url = "http://a.example:" + server.port() + "/" + i;
        assertEquals(200, fetcher.fetch(FetchRequest.get(url)).status());
        assertEquals(Failure.DNS, failure(fetcher, "http://no.example/"));
      }
      assertEquals(2, asked.get());
      assertTrue(server.requests.getFirst().contains("Host: a.example:" + server.port() + "\r\n"));
    }
  }

  @Test
  void cookiesAreOffUnlessWantedAndGoOnlyWhereTheyCameFrom() throws IOException {
    String response =
        "HTTP/1.1 200 OK\r\nSet-Cookie: a=1; Path=/; Domain=example\r\n"
            + "Set-Cookie: s=2; Secure\r\nSet-Cookie: bad\u0001=3\r\nContent-Length: 0\r\n\r\n";
    Resolver here = host -> List.of(InetAddress.ofLiteral("127.0.0.1"));
    for (boolean on : new boolean[] {false, true}) {
      try (BadServer server = BadServer.saying(response);
          HttpFetcher fetcher = settings().resolver(here).cookies(on).build()) {
        for (String host : List.of("a.example", "a.example", "b.example")) {
          fetcher.fetch(FetchRequest.get("http://" + host + ":" + server.port() + "/"));
        }
        assertEquals(on, server.requests.get(1).contains("\r\nCookie: a=1\r\n"));
        assertFalse(server.requests.get(2).contains("Cookie"));
      }
    }
  }

  @Test
  void aProxyIsAskedForTheWholeUrl() throws IOException {
    try (BadServer proxy = BadServer.saying(OK);
        HttpFetcher fetcher =
            HttpFetcher.builder("t", (a, port) -> !a.isLoopbackAddress())
                .proxy("127.0.0.1", proxy.port())
                .build()) {
      assertEquals(200, fetcher.fetch(FetchRequest.get("http://far.example:81/x?y")).status());
      assertTrue(
          proxy.requests.getFirst().startsWith("GET http://far.example:81/x?y HTTP/1.1\r\n"));
      for (String here : List.of("127.0.0.1", "localhost", "a.localhost.", "[::1]")) {
        assertEquals(Failure.ADDRESS_REFUSED, failure(fetcher, "http://" + here + "/"), here);
      }
    }
  }

  @Test
  void aProxyThatRefusesATunnelIsSaidToHave() throws IOException {
    try (BadServer proxy = BadServer.saying("HTTP/1.1 403 No\r\n\r\n");
        HttpFetcher fetcher = settings().proxy("127.0.0.1", proxy.port()).build()) {
      assertEquals(Failure.PROXY, failure(fetcher, "https://far.example/"));
      assertTrue(proxy.requests.getFirst().startsWith("CONNECT far.example:443 HTTP/1.1\r\n"));
    }
  }

  @Test
  void aClosedFetcherCancels() throws Exception {
    try (BadServer server =
        new BadServer(
            talk -> {
              talk.request();
              talk.stall();
            })) {
      HttpFetcher fetcher = settings().build();
      Exchange[] got = new Exchange[1];
      Thread asking =
          Thread.ofVirtual().start(() -> got[0] = fetcher.fetch(FetchRequest.get(server.url())));
      server.stalled.await();
      fetcher.close();
      asking.join();
      assertTrue(
          got[0].outcome() instanceof Outcome.Failed failed && failed.kind() == Failure.CANCELLED);
      assertNull(got[0].headers().first("x"));
      assertEquals(Failure.CANCELLED, failure(fetcher, "http://a.example/"));
    }
  }

  @Test
  void idleConnectionsAreBounded() throws IOException {
    Resolver here = host -> List.of(InetAddress.ofLiteral("127.0.0.1"));
    try (BadServer server = BadServer.saying(OK);
        HttpFetcher fetcher =
            settings().resolver(here).keepAlive(3, Duration.ofSeconds(30)).build()) {
      for (int i = 0; i < 10; i++) {
        fetcher.fetch(FetchRequest.get("http://h" + i + ".example:" + server.port() + "/"));
      }
      assertEquals(3, fetcher.idleConnections());
      fetcher.fetch(FetchRequest.get("http://h9.example:" + server.port() + "/"));
      assertEquals(10, server.connections.get());
    }
  }
}
