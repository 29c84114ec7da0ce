package nephila.notices;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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

  @Test
  void aReceiverThatIsNoneIsRefused() {
    for (String where : List.of("|  ", "http://", "https://a b/")) {
      Assertions.assertThrows(
          UserError.class, () -> Delivery.begin(dir, where, Clock.systemUTC()), where);
    }
  }
}
