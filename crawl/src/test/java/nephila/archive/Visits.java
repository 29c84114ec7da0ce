package nephila.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.net.InetAddress;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import nephila.archive.warc.EarlierRead;
import nephila.archive.warc.Notes;
import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.FetchRequest;
import nephila.fetch.Truncation;
import org.jspecify.annotations.Nullable;

/// Exchanges for tests, without a network.
final class Visits {
  static final Instant START = Instant.parse("2026-11-15T08:00:00.123456Z");

  private Visits() {}

  static Exchange answered(String url, String head, byte[] body) {
    return answered(url, head, body, Truncation.NONE);
  }

  static Exchange answered(String url, String head, byte[] body, Truncation truncation) {
    byte[] headBytes = (head + "\r\n\r\n").getBytes(ISO_8859_1);
    byte[] response = new byte[headBytes.length + body.length];
    System.arraycopy(headBytes, 0, response, 0, headBytes.length);
    System.arraycopy(body, 0, response, headBytes.length, body.length);
    byte[] request = "GET /x HTTP/1.1\r\nHost: a.example\r\n\r\n".getBytes(ISO_8859_1);
    return Exchange.of(FetchRequest.get(url), request, response, how(truncation, 0));
  }

  static Exchange page(String url, String text) {
    String head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8";
    byte[] body = text.getBytes(ISO_8859_1);
    return answered(url, head + "\r\nContent-Length: " + body.length, body);
  }

  static Exchange failed(String url, Failure kind) {
    return Exchange.failed(
        FetchRequest.get(url), kind, "it is so", new byte[0], how(Truncation.NONE, 0));
  }

  private static Exchange.Circumstances how(Truncation truncation, int later) {
    return new Exchange.Circumstances(
        InetAddress.ofLiteral("192.0.2.7"), START.plusSeconds(later), 12, 45, truncation, null);
  }

  /// Any kind of exchange.
  static Exchange random(Random random, int number) {
    String url = "https://www.example.org:8443/p/" + number + "?b=2&a=" + random.nextInt(100);
    if (random.nextInt(8) == 0) {
      Failure[] kinds = Failure.values();
      return failed(url, kinds[random.nextInt(kinds.length)]);
    }
    byte[] body = new byte[random.nextInt(4) == 0 ? 0 : random.nextInt(3000)];
    random.nextBytes(body);
    int[] statuses = {200, 200, 200, 301, 404, 500};
    String head =
        "HTTP/1.1 %d Any\r\nContent-Type: text/html\r\nContent-Length: %d"
            .formatted(statuses[random.nextInt(statuses.length)], body.length);
    Truncation[] cuts = Truncation.values();
    Truncation cut = random.nextInt(6) == 0 ? cuts[random.nextInt(cuts.length)] : Truncation.NONE;
    return answered(url, head, body, cut);
  }

  static Notes notes(Random random, @Nullable EarlierRead previous) {
    return new Notes(
        random.nextBoolean() ? "https://www.example.org/from" : null,
        "LLR".substring(random.nextInt(4)),
        random.nextBoolean() ? random.nextDouble() : Double.NaN,
        previous,
        java.util.List.of(),
        random.nextBoolean() ? Map.of("page", "17") : Map.of());
  }
}
