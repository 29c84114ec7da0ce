package nephila.testweb.contract;

import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.fetch.Truncation;
import nephila.process.Probe;
import nephila.url.CanonicalUrl;

/// A web in memory that answers each address as a script says, and knows what was asked and when.
/// An answer takes [#TOOK] by the clock; an address without a script answers 404. Not thread-safe.
public final class ScriptedWeb implements Fetcher {
  public static final Duration TOOK = Duration.ofMillis(100);

  private final SteppedClock clock;
  private final Map<String, List<Reply>> scripts = new HashMap<>();
  private final Map<String, Integer> counts = new HashMap<>();
  private final List<Request> requests = new ArrayList<>();

  /// What an address does when it is asked.
  public sealed interface Reply {
    /// @param headers lines that end in CRLF
    record Answer(int status, String headers, byte[] body) implements Reply {}

    record Fails(Failure kind) implements Reply {}
  }

  /// A request, and when it was sent and answered.
  public record Request(String url, long sentMillis, long endedMillis) {}

  public ScriptedWeb(SteppedClock clock) {
    this.clock = clock;
  }

  /// Each request to the address is answered by the next of these, all further ones by the last.
  public void script(String url, List<Reply> inTurn) {
    scripts.put(url, List.copyOf(inTurn));
  }

  /// Every request so far; addresses of probes end in `/probe`.
  public List<Request> requests() {
    return List.copyOf(requests);
  }

  @Override
  public Exchange fetch(FetchRequest request) {
    String asked = request.url();
    String url = Probe.is(asked) ? CanonicalUrl.ofCanonical(asked).origin() + "/probe" : asked;
    long sent = clock.millis();
    var how =
        new Exchange.Circumstances(
            InetAddress.getLoopbackAddress(),
            clock.instant(),
            (int) TOOK.toMillis(),
            (int) TOOK.toMillis(),
            Truncation.NONE,
            null);
    clock.pass(TOOK);
    requests.add(new Request(url, sent, clock.millis()));
    return switch (reply(url)) {
      case Reply.Fails(Failure kind) -> Exchange.failed(request, kind, "failed", new byte[0], how);
      case Reply.Answer answer -> {
        String tag = request.validators().etag();
        boolean known = tag != null && answer.headers().contains("ETag: " + tag + "\r\n");
        Reply.Answer given = known ? new Reply.Answer(304, "", new byte[0]) : answer;
        byte[] sentBytes =
            ("GET " + request.url() + " HTTP/1.1\r\n\r\n").getBytes(StandardCharsets.UTF_8);
        yield Exchange.of(request, sentBytes, bytes(given), how);
      }
    };
  }

  private Reply reply(String url) {
    List<Reply> script = scripts.getOrDefault(url, List.of(ResultTable.status(404)));
    int turn = counts.merge(url, 1, Integer::sum) - 1;
    return script.get(Math.min(turn, script.size() - 1));
  }

  private static byte[] bytes(Reply.Answer answer) {
    String head =
        "HTTP/1.1 "
            + answer.status()
            + " X\r\n"
            + answer.headers()
            + "Content-Length: "
            + answer.body().length
            + "\r\n\r\n";
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
    bytes.writeBytes(answer.body());
    return bytes.toByteArray();
  }

  @Override
  public void close() {}
}
