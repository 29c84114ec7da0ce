package nephila.fetch.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.FetchRequest;
import nephila.fetch.Outcome;
import nephila.fetch.Truncation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Servers that misbehave, and what must come of it.
class MisbehaviourTest {
  private static final int LIMIT = 10_000;

  private final AtomicLong nanos = new AtomicLong();

  /// Looks that the fetcher took at the clock.
  private final Semaphore looks = new Semaphore(0);

  private long look() {
    looks.release();
    return nanos.get();
  }

  private HttpFetcher fetcher() {
    return HttpFetcher.builder("t", (address, port) -> true)
        .maxBodyBytes(LIMIT)
        .headLimits(4096, 50)
        .clock(InstantSource.system(), this::look)
        .timeouts(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(60))
        .minimumRate(100, Duration.ofSeconds(20))
        .build();
  }

  /// One answer, then the connection closes: name, bytes, outcome or failure, content, truncation.
  static Stream<Arguments> answers() {
    String many = "X: y\r\n".repeat(60);
    return Stream.of(
        ok("close-delimited 1.0", "HTTP/1.0 200 OK\r\n\r\nabc", "abc"),
        ok("no reason", "HTTP/1.1 200\r\nContent-Length: 1\r\n\r\na", "a"),
        ok("bare line feeds", "HTTP/1.1 200 OK\nContent-Length: 1\n\na", "a"),
        ok("interim", "HTTP/1.1 103 Early\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\n\r\nabc", "abc"),
        ok("same length twice", length("1\r\nContent-Length: 1") + "a", "a"),
        ok("length list", length("1, 1") + "ab", "a"),
        ok("length no number", length("x") + "abc", "abc"),
        ok("length negative", length("-5") + "abc", "abc"),
        ok("more than length", length("2") + "abcdef", "ab"),
        ok("folded", "HTTP/1.1 200 OK\r\nA: b\r\n c\r\nContent-Length: 1\r\n\r\na", "a"),
        ok("line without colon", "HTTP/1.1 200 OK\r\nwhat\r\n\r\nabc", "abc"),
        ok("NUL in header", "HTTP/1.1 200 OK\r\nA: \u0000\r\n\r\nabc", "abc"),
        ok("chunks", chunked("1;x=y\r\na\r\n2\r\nbc\r\n0\r\nT: u\r\n\r\n"), "abc"),
        ok(
            "chunks beat length",
            "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
            "a"),
        ok("204 with body", "HTTP/1.1 204 No\r\nContent-Length: 3\r\n\r\nabc", ""),
        ok("304 with body", "HTTP/1.1 304 No\r\nContent-Length: 3\r\n\r\nabc", ""),
        ok("empty", length("0"), ""),
        cut("less than length", length("9") + "abc", "abc", Truncation.DISCONNECT),
        cut("huge length", length("999999999999999999") + "abc", "abc", Truncation.DISCONNECT),
        cut("too long", length("20000") + "x".repeat(20000), "x".repeat(LIMIT), Truncation.LENGTH),
        cut(
            "too long, no length",
            "HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(20000),
            "x".repeat(LIMIT),
            Truncation.LENGTH),
        cut("bad chunk size", chunked("1\r\na\r\nzz\r\n"), "a", Truncation.UNSPECIFIED),
        cut("chunk size too big", chunked("ffffffffffffffff\r\nabc"), "", Truncation.UNSPECIFIED),
        cut("chunk without end", chunked("1\r\nab"), "a", Truncation.UNSPECIFIED),
        cut("chunks cut", chunked("5\r\nab"), "ab", Truncation.DISCONNECT),
        cut("no last chunk", chunked("1\r\na\r\n"), "a", Truncation.DISCONNECT),
        cut(
            "endless chunk extension",
            chunked("1;" + "x".repeat(9000)),
            "",
            Truncation.UNSPECIFIED),
        bad("two lengths", length("1\r\nContent-Length: 2") + "ab", Failure.BAD_HTTP),
        bad("two lengths in a list", length("1, 2") + "ab", Failure.BAD_HTTP),
        bad("HTTP/0.9", "<html>hello</html>", Failure.BAD_HTTP),
        bad("HTTP/2", "HTTP/2.0 200 OK\r\n\r\n", Failure.BAD_HTTP),
        bad("ICY", "ICY 200 OK\r\n\r\n", Failure.BAD_HTTP),
        bad("a TLS alert", "\u0015\u0003\u0001\u0000\u0002\u0002\u0046", Failure.BAD_HTTP),
        bad("status of two digits", "HTTP/1.1 20 OK\r\n\r\n", Failure.BAD_HTTP),
        bad("status no number", "HTTP/1.1 abc OK\r\n\r\n", Failure.BAD_HTTP),
        bad("status of four digits", "HTTP/1.1 2000 OK\r\n\r\n", Failure.BAD_HTTP),
        bad("protocol switch", "HTTP/1.1 101 Up\r\n\r\n", Failure.BAD_HTTP),
        bad("endless interim", "HTTP/1.1 100 Go\r\n\r\n".repeat(99), Failure.BAD_HTTP),
        bad("many fields", "HTTP/1.1 200 OK\r\n" + many + "\r\n", Failure.BAD_HTTP),
        bad("long head", "HTTP/1.1 200 OK\r\nA: " + "x".repeat(9000), Failure.BAD_HTTP),
        bad("nothing", "", Failure.RESET),
        bad("half a status line", "HTTP/1.", Failure.RESET),
        bad("half a head", "HTTP/1.1 200 OK\r\nA: b\r\n", Failure.RESET));
  }

  private static String length(String value) {
    return "HTTP/1.1 200 OK\r\nContent-Length: " + value + "\r\n\r\n";
  }

  private static String chunked(String body) {
    return "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body;
  }

  private static Arguments ok(String name, String bytes, String content) {
    return cut(name, bytes, content, Truncation.NONE);
  }

  private static Arguments cut(String name, String bytes, String content, Truncation truncation) {
    return Arguments.of(name, bytes, content + " " + truncation);
  }

  private static Arguments bad(String name, String bytes, Failure failure) {
    return Arguments.of(name, bytes, failure.name());
  }

  private static String seen(Exchange exchange) {
    if (exchange.outcome() instanceof Outcome.Failed failed) {
      return failed.kind().name();
    }
    return new String(exchange.content().bytes(), ISO_8859_1) + " " + exchange.truncation();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("answers")
  void everyAnswerIsAValue(String name, String bytes, String expected) throws IOException {
    try (BadServer server = BadServer.sayingOnce(bytes);
        HttpFetcher fetcher = fetcher()) {
      assertEquals(expected, seen(fetcher.fetch(FetchRequest.get(server.url()))));
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("answers")
  void arrivingByteByByteChangesNothing(String name, String bytes, String expected)
      throws IOException {
    if (bytes.length() > 300) {
      return;
    }
    try (BadServer server =
            new BadServer(
                talk -> {
                  talk.request();
                  for (int i = 0; i < bytes.length(); i++) {
                    talk.say(bytes.substring(i, i + 1));
                    Thread.yield();
                  }
                });
        HttpFetcher fetcher = fetcher()) {
      assertEquals(expected, seen(fetcher.fetch(FetchRequest.get(server.url()))));
    }
  }

  @Test
  void aResetAtAnyByteIsAValue() throws IOException {
    String bytes = length("5") + "hello";
    int[] end = new int[1];
    try (BadServer server =
            new BadServer(
                talk -> {
                  talk.request();
                  talk.say(bytes.substring(0, end[0]));
                  talk.reset();
                });
        HttpFetcher fetcher = fetcher()) {
      List<String> seen = new ArrayList<>();
      for (end[0] = 0; end[0] < bytes.length(); end[0]++) {
        Exchange exchange = fetcher.fetch(FetchRequest.get(server.url()));
        boolean failed =
            exchange.outcome() instanceof Outcome.Failed f && f.kind() == Failure.RESET;
        boolean cut = exchange.truncation() == Truncation.DISCONNECT;
        if (!failed && !cut) {
          seen.add(end[0] + ": " + seen(exchange));
        }
      }
      assertEquals(List.of(), seen);
    }
  }

  @Test
  void aHeadRequestHasNoBodyWhateverItsLengthSays() throws IOException {
    try (BadServer server = BadServer.saying(length("500"));
        HttpFetcher fetcher = fetcher()) {
      for (int i = 0; i < 3; i++) {
        Exchange exchange = fetcher.fetch(FetchRequest.head(server.url()));
        assertEquals(" NONE", seen(exchange));
      }
      assertEquals(1, server.connections.get());
    }
  }

  @Test
  void anAnswerBeforeTheRequestIsRead() throws IOException {
    try (BadServer server =
            new BadServer(
                talk -> {
                  talk.say(length("2") + "ab");
                  talk.request();
                  talk.halfClose();
                });
        HttpFetcher fetcher = fetcher()) {
      assertEquals("ab NONE", seen(fetcher.fetch(FetchRequest.get(server.url()))));
    }
  }

  /// Asks, waits until the server stalls, lets time pass, and returns what came of it.
  private Exchange afterSeconds(int seconds, BadServer.Manners manners) throws Exception {
    try (BadServer server = new BadServer(manners);
        HttpFetcher fetcher = fetcher()) {
      Exchange[] got = new Exchange[1];
      Thread asking =
          Thread.ofVirtual().start(() -> got[0] = fetcher.fetch(FetchRequest.get(server.url())));
      server.stalled.await();
      // The client may not have read yet what the server said: time passes in small steps.
      for (int i = 0; i < seconds * 4 && asking.isAlive(); i++) {
        nanos.addAndGet(250_000_000);
        asking.join(Duration.ofMillis(5));
      }
      asking.join();
      return got[0];
    }
  }

  @Test
  void silenceEndsAtTheFirstByteTimeout() throws Exception {
    Exchange exchange =
        afterSeconds(
            15,
            talk -> {
              talk.request();
              talk.stall();
            });
    assertEquals("FIRST_BYTE_TIMEOUT", seen(exchange));
  }

  @Test
  void aStallWithinTheHeadEnds() throws Exception {
    Exchange exchange =
        afterSeconds(
            100,
            talk -> {
              talk.request();
              talk.say("HTTP/1.1 200 OK\r\nA:");
              talk.stall();
            });
    assertEquals("WHOLE_TIMEOUT", seen(exchange));
  }

  @Test
  void aStallWithinTheBodyKeepsWhatCame() throws Exception {
    Exchange exchange =
        afterSeconds(
            100,
            talk -> {
              talk.request();
              talk.say(length("50") + "abc");
              talk.stall();
            });
    assertEquals("abc TIME", seen(exchange));
  }

  @Test
  void aDripIsCutWhenItFallsBelowTheMinimumRate() throws Exception {
    try (BadServer server =
            new BadServer(
                talk -> {
                  talk.request();
                  talk.say(length("9000"));
                  while (true) {
                    // A byte for every two seconds of the test's time; the watchdog looks twice.
                    talk.say("x");
                    nanos.addAndGet(2_000_000_000);
                    looks.drainPermits();
                    looks.acquire(2);
                  }
                });
        HttpFetcher fetcher = fetcher()) {
      Exchange exchange = fetcher.fetch(FetchRequest.get(server.url()));
      assertEquals(Truncation.TIME, exchange.truncation());
      assertTrue(exchange.circumstances().wholeMillis() < 60_000, exchange::toString);
      assertTrue(exchange.payload().length() > 0);
    }
  }

  @Test
  void aClosedPortAndAFullOneAreToldApart() throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0)) {
      port = closed.getLocalPort();
    }
    try (HttpFetcher fetcher =
        HttpFetcher.builder("t", (a, to) -> true)
            .timeouts(Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofSeconds(1))
            .build()) {
      assertEquals(
          Failure.REFUSED, HttpFetcherTest.failure(fetcher, "http://127.0.0.1:" + port + "/"));
      List<Socket> queue = new ArrayList<>();
      try (ServerSocket full = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
        for (int i = 0; i < 3; i++) {
          Socket waiting = new Socket();
          queue.add(waiting);
          try {
            waiting.connect(new InetSocketAddress("127.0.0.1", full.getLocalPort()), 50);
          } catch (IOException e) {
            // Its queue is full now.
          }
        }
        String url = "http://127.0.0.1:" + full.getLocalPort() + "/";
        assertEquals(Failure.CONNECT_TIMEOUT, HttpFetcherTest.failure(fetcher, url));
      } finally {
        for (Socket waiting : queue) {
          waiting.close();
        }
      }
    }
  }
}
