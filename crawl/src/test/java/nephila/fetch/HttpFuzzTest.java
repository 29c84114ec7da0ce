package nephila.fetch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPOutputStream;
import nephila.fetch.http.BadServer;
import nephila.fetch.http.HttpFetcher;
import org.junit.jupiter.api.Test;

/// Damaged answers, at random: whatever comes, a value comes of it, and soon. Replay a seed with
/// `-Dnephila.seed=N`.
class HttpFuzzTest {
  private static final long SEED = Long.getLong("nephila.seed", 1);

  private static List<byte[]> valid() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write("some text some text".getBytes(ISO_8859_1));
    }
    String gzipHead =
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + packed.size();
    return List.of(
        bytes("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nhello"),
        bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
        bytes("HTTP/1.0 301 Moved\r\nLocation: http://a/\r\nConnection: close\r\n\r\nbye"),
        bytes("HTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204 No\r\nA: b\r\n c\r\n\r\n"),
        join(bytes(gzipHead + "\r\n\r\n"), packed.toByteArray()));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static byte[] mutated(byte[] valid, Random random) {
    byte[] bytes = valid.clone();
    String[] pieces = {
      "\r\n", "\n", ":", " ", "\0", "Content-Length: 7\r\n", "Transfer-Encoding: chunked\r\n",
      "99999999999999999999", "-1", "HTTP/1.1 100 Go\r\n\r\n", "\r\n\r\n", "ffffffff\r\n", ";", ","
    };
    for (int n = 1 + random.nextInt(4); n > 0; n--) {
      int at = random.nextInt(bytes.length + 1);
      byte[] tail = Arrays.copyOfRange(bytes, at, bytes.length);
      byte[] front = Arrays.copyOf(bytes, at);
      bytes =
          switch (random.nextInt(5)) {
            case 0 -> at < bytes.length ? flip(bytes, at, random) : bytes;
            case 1 -> front;
            case 2 -> join(join(front, bytes(pieces[random.nextInt(pieces.length)])), tail);
            case 3 -> join(front, Arrays.copyOfRange(tail, Math.min(3, tail.length), tail.length));
            default -> join(bytes, Arrays.copyOf(tail, Math.min(20, tail.length)));
          };
    }
    return bytes;
  }

  private static byte[] flip(byte[] bytes, int at, Random random) {
    bytes[at] = (byte) random.nextInt(256);
    return bytes;
  }

  @Test
  void anyBytesMakeAnExchange() throws IOException {
    Random random = new Random(SEED);
    List<byte[]> valid = valid();
    Exchange.Circumstances how =
        new Exchange.Circumstances(null, Instant.EPOCH, 1, 1, Truncation.NONE, null);
    for (int i = 0; i < 100_000; i++) {
      byte[] bytes = mutated(valid.get(random.nextInt(valid.size())), random);
      String replay = "seed " + SEED + " round " + i;
      Exchange exchange = Exchange.of(FetchRequest.get("http://a/"), new byte[0], bytes, how);
      assertNotNull(exchange.content(), replay);
      assertEquals(20, exchange.payloadSha1().length, replay);
      for (int field = 0; field < exchange.headers().size(); field++) {
        assertTrue(exchange.headers().value(field).indexOf('\n') < 0, replay);
        assertNotNull(exchange.headers().first(exchange.headers().name(field)), replay);
      }
    }
  }

  @Test
  void anyAnswerOnTheWireEndsSoon() throws IOException {
    Random random = new Random(SEED);
    List<byte[]> valid = valid();
    AtomicReference<byte[]> next = new AtomicReference<>(new byte[0]);
    try (BadServer server =
            new BadServer(
                talk -> {
                  talk.request();
                  byte[] all = next.get();
                  int cut = all.length / 2;
                  talk.say(Arrays.copyOf(all, cut));
                  talk.say(Arrays.copyOfRange(all, cut, all.length));
                });
        HttpFetcher fetcher =
            HttpFetcher.builder("t", (a, port) -> true)
                .timeouts(Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofSeconds(20))
                .build()) {
      for (int i = 0; i < 1_000; i++) {
        next.set(mutated(valid.get(random.nextInt(valid.size())), random));
        Exchange exchange = fetcher.fetch(FetchRequest.get(server.url()));
        String replay = "seed " + SEED + " round " + i + ": " + exchange;
        if (exchange.outcome() instanceof Outcome.Failed failed) {
          boolean expected = failed.kind() == Failure.BAD_HTTP || failed.kind() == Failure.RESET;
          assertTrue(expected, replay);
        } else {
          assertTrue(exchange.truncation() != Truncation.TIME, replay);
          assertNotNull(exchange.content(), replay);
        }
      }
    }
  }
}
