package nephila.notices;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import nephila.UserError;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeliveryTest {
  @TempDir Path dir;

  private long outbox(int from, int to) throws Exception {
    Path file = NoticeFollowing.outbox(dir);
    Files.createDirectories(file.getParent());
    StringBuilder lines = new StringBuilder(Files.exists(file) ? Files.readString(file) : "");
    for (int i = from; i < to; i++) {
      lines
          .append(new Notice(Notice.Kind.NEW, "k" + i, i, "http://h.test/" + i, Map.of()).line("c"))
          .append('\n');
    }
    Files.writeString(file, lines);
    return Files.size(file);
  }

  @Test
  void aFileGetsEveryLineOnceAlsoOverRuns() throws Exception {
    Path file = dir.resolve("told.jsonl");
    long length = outbox(0, 3);
    try (Delivery delivery = Delivery.begin(dir, file.toString(), Clock.systemUTC())) {
      delivery.grown(length);
      assertEquals("", delivery.finish(20_000));
    }
    length = outbox(3, 5);
    try (Delivery delivery = Delivery.begin(dir, file.toString(), Clock.systemUTC())) {
      delivery.grown(length);
      assertEquals("", delivery.finish(20_000));
    }
    assertEquals(Files.readAllLines(NoticeFollowing.outbox(dir)), Files.readAllLines(file));
  }

  @Test
  void aLineThatTheFileGotBeforeACrashIsNotWrittenAgain() throws Exception {
    Path file = dir.resolve("told.jsonl");
    long length = outbox(0, 2);
    List<String> lines = Files.readAllLines(NoticeFollowing.outbox(dir));
    Files.writeString(file, lines.get(0) + "\n" + lines.get(1).substring(0, 30));
    try (Delivery delivery = Delivery.begin(dir, file.toString(), Clock.systemUTC())) {
      delivery.grown(length);
      assertEquals("", delivery.finish(20_000));
    }
    assertEquals(lines, Files.readAllLines(file));
  }

  @Test
  void aWebhookThatRefusesGetsAllLaterSignedInOrder() throws Exception {
    List<String> got = Collections.synchronizedList(new ArrayList<>());
    List<String> wrong = Collections.synchronizedList(new ArrayList<>());
    int[] refusals = {1};
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          String signature = exchange.getRequestHeaders().getFirst("Nephila-Signature");
          long seconds = Long.parseLong(signature.replaceAll("t=(\\d+),.*", "$1"));
          byte[] secret = Files.readString(dir.resolve("notices/secret")).strip().getBytes(UTF_8);
          if (!signature.endsWith("v1=" + WebhookReceiver.signature(secret, seconds, body))) {
            wrong.add(signature);
          }
          boolean refuse = refusals[0]-- > 0;
          if (!refuse) {
            got.add(body);
          }
          exchange.sendResponseHeaders(refuse ? 503 : 204, -1);
          exchange.close();
        });
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
    long length = outbox(0, 4);
    try (Delivery delivery = Delivery.begin(dir, url, Clock.systemUTC())) {
      delivery.grown(length);
      assertEquals("", delivery.finish(30_000));
    } finally {
      server.stop(0);
    }
    assertEquals(Files.readAllLines(NoticeFollowing.outbox(dir)), got);
    assertEquals(List.of(), wrong);
  }

  @Test
  void whatNobodyTookIsKeptAndSaid() throws Exception {
    long length = outbox(0, 1);
    String url = "http://127.0.0.1:1/";
    try (Delivery delivery = Delivery.begin(dir, url, Clock.systemUTC())) {
      delivery.grown(length);
      String said = delivery.finish(300);
      assertTrue(said.startsWith(url + ": not all"), said);
    }
  }

  /// A clock that the pauses of a delivery move on: a pause takes no time.
  private static final class PausedClock extends Clock {
    final AtomicLong millis = new AtomicLong();

    long pause(long its) {
      millis.addAndGet(its);
      return 0;
    }

    @Override
    public long millis() {
      return millis.get();
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(millis());
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  /// Tells a receiver that is away for the first minute.
  private void tellAfterAMinute(Receiver receiver) throws Exception {
    PausedClock clock = new PausedClock();
    Receiver away =
        new Receiver() {
          @Override
          public void take(List<String> lines) throws IOException {
            if (clock.millis() < 60_000) {
              throw new IOException("away");
            }
            receiver.take(lines);
          }

          @Override
          public int most() {
            return receiver.most();
          }

          @Override
          public String last() throws IOException {
            return receiver.last();
          }

          @Override
          public void close() throws IOException {
            receiver.close();
          }
        };
    long first = outbox(0, 3);
    try (Delivery delivery = Delivery.begin(dir, "away", away, clock::pause)) {
      delivery.grown(first);
      assertEquals("", delivery.finish(20_000));
      delivery.grown(outbox(3, 7));
      assertEquals("", delivery.finish(20_000));
    }
    assertTrue(clock.millis() >= 60_000, "it was asked again until the minute was over");
    assertEquals(Files.readAllLines(NoticeFollowing.outbox(dir)), read());
  }

  private List<String> read() throws IOException {
    return Files.readAllLines(dir.resolve("told.jsonl"));
  }

  @Test
  void aFileThatIsAwayForAMinuteGetsEveryLineOnce() throws Exception {
    Path file = dir.resolve("told.jsonl");
    tellAfterAMinute(new FileReceiver(file));
  }

  @Test
  void aCommandThatIsAwayForAMinuteGetsEveryLineOnce() throws Exception {
    Path file = dir.resolve("told.jsonl");
    Receiver command = new CommandReceiver("cat >> '" + file + "'", CommandReceiver.PATIENCE);
    tellAfterAMinute(command);
  }

  @Test
  void aFileThatIsMovedAwayIsMadeAnew() throws Exception {
    Path file = dir.resolve("told.jsonl");
    try (Delivery delivery = Delivery.begin(dir, file.toString(), Clock.systemUTC())) {
      delivery.grown(outbox(0, 2));
      assertEquals("", delivery.finish(20_000));
      Files.move(file, dir.resolve("told.1"));
      delivery.grown(outbox(2, 5));
      assertEquals("", delivery.finish(20_000));
    }
    List<String> lines = Files.readAllLines(NoticeFollowing.outbox(dir));
    assertEquals(lines.subList(0, 2), Files.readAllLines(dir.resolve("told.1")));
    assertEquals(lines.subList(2, 5), read());
  }

  @Test
  void aCommandThatFailsGetsTheSameLinesAgain() throws Exception {
    Path file = dir.resolve("told.jsonl");
    PausedClock clock = new PausedClock();
    String fails = "test -e once || { touch once; cat > half; exit 3; }; cat >> told.jsonl";
    Receiver command = new CommandReceiver("cd '" + dir + "'; " + fails, CommandReceiver.PATIENCE);
    try (Delivery delivery = Delivery.begin(dir, "c", command, clock::pause)) {
      delivery.grown(outbox(0, 3));
      assertEquals("", delivery.finish(20_000));
    }
    assertEquals(Files.readAllLines(NoticeFollowing.outbox(dir)), Files.readAllLines(file));
    assertEquals(1000, clock.millis(), "one pause");
  }

  @Test
  void aCommandThatHangsAndReadsNothingIsEnded() throws Exception {
    List<String> much = Collections.nCopies(5000, "x".repeat(100));
    Receiver command = new CommandReceiver("sleep 1000", Duration.ofMillis(50));
    IOException wrong = Assertions.assertThrows(IOException.class, () -> command.take(much));
    assertTrue(String.valueOf(wrong.getMessage()).contains("does not end"), wrong.toString());
  }

  @Test
  void aWebhookThatFailsInEveryWayHasEveryNoticeOnce() throws Exception {
    PausedClock clock = new PausedClock();
    List<String> got = Collections.synchronizedList(new ArrayList<>());
    List<String> keys = Collections.synchronizedList(new ArrayList<>());
    int[] statuses = {500, 429, 302, 503, 200, 429};
    AtomicInteger asked = new AtomicInteger();
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          int at = asked.getAndIncrement();
          int status = at < statuses.length ? statuses[at] : 200;
          if (status / 100 == 2) {
            got.add(body);
            keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
          }
          if (status == 302) {
            exchange.getResponseHeaders().add("Location", "http://127.0.0.1:1/elsewhere");
          }
          if (status == 429) {
            exchange.getResponseHeaders().add("Retry-After", "90");
          }
          // A body that never ends: the head is the receipt.
          exchange.sendResponseHeaders(status, status == 200 ? 1_000_000 : -1);
          if (status == 200) {
            exchange.getResponseBody().flush();
          } else {
            exchange.close();
          }
        });
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
    long length = outbox(0, 3);
    try (Delivery delivery =
        Delivery.begin(dir, url, Delivery.receiver(dir, url, clock), clock::pause)) {
      delivery.grown(length);
      assertEquals("", delivery.finish(30_000));
    } finally {
      server.stop(0);
    }
    List<String> lines = Files.readAllLines(NoticeFollowing.outbox(dir));
    assertEquals(lines, got);
    assertEquals(lines.stream().map(Delivery::id).toList(), keys);
    // 1 s, then 90 as asked, 2 and 4 s, and 90 again.
    assertEquals(187_000, clock.millis());
  }

  @Test
  void aReceiverThatIsNoneIsRefused() {
    for (String where : List.of("|  ", "http://", "https://a b/")) {
      Assertions.assertThrows(
          UserError.class, () -> Delivery.begin(dir, where, Clock.systemUTC()), where);
    }
  }
}
