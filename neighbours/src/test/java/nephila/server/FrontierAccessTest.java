package nephila.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import crawlercommons.urlfrontier.URLFrontierGrpc;
import crawlercommons.urlfrontier.Urlfrontier;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import nephila.UserError;
import nephila.linelog.LineLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who may call, how often, and what is noted of it.
class FrontierAccessTest {
  private static final String TOKEN = "0123456789abcdef0123";
  private static final FrontierAccess CLOSED = new FrontierAccess(TOKEN, null, null, 5);

  @TempDir Path dir;
  private Frontiers crawls;
  private FrontierChanges changes;

  @BeforeEach
  void open() throws Exception {
    crawls = new Frontiers(dir, InstantSource.system());
    changes = new FrontierChanges(dir, InstantSource.system());
  }

  @AfterEach
  void close() throws Exception {
    crawls.close();
    changes.close();
  }

  private List<String> noted() throws Exception {
    List<String> lines = new ArrayList<>();
    assertEquals(0, LineLog.read(dir.resolve(FrontierChanges.NAME), lines::add).count());
    return lines;
  }

  @Test
  void gRpcWithoutTheTokenIsRefusedAndChangesAreNoted() throws Exception {
    List<String> told = new ArrayList<>();
    try (FrontierServer server =
        FrontierServer.start(crawls, "127.0.0.1", 0, CLOSED, changes, told::add)) {
      ManagedChannel channel =
          ManagedChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();
      try {
        URLFrontierGrpc.URLFrontierBlockingStub bare = URLFrontierGrpc.newBlockingStub(channel);
        Urlfrontier.Local all = Urlfrontier.Local.getDefaultInstance();
        StatusRuntimeException refused =
            assertThrows(StatusRuntimeException.class, () -> bare.listCrawls(all));
        assertEquals(Status.Code.UNAUTHENTICATED, refused.getStatus().getCode());
        assertFalse(String.valueOf(refused.getMessage()).contains(TOKEN));

        Metadata headers = new Metadata();
        headers.put(
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + TOKEN);
        var allowed = bare.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
        allowed.listCrawls(all);
        allowed.deleteCrawl(
            Urlfrontier.DeleteCrawlMessage.newBuilder().setValue("some-crawl").build());
        assertEquals(1, noted().size());
        assertTrue(noted().getFirst().contains("127.0.0.1\tgRPC DeleteCrawl"), noted().toString());
        assertTrue(noted().getFirst().contains("some-crawl"), noted().toString());
        StatusRuntimeException tooOften =
            assertThrows(
                StatusRuntimeException.class,
                () -> {
                  for (int i = 0; i < 100; i++) {
                    allowed.listCrawls(all);
                  }
                });
        assertEquals(Status.Code.RESOURCE_EXHAUSTED, tooOften.getStatus().getCode());
      } finally {
        channel.shutdownNow();
      }
    }
  }

  @Test
  void restWithoutTheTokenIsRefusedAndChangesAreNoted() throws Exception {
    try (RestFrontier rest = RestFrontier.start(crawls, "127.0.0.1", 0, CLOSED, changes);
        HttpClient http = HttpClient.newHttpClient()) {
      URI call = URI.create("http://127.0.0.1:" + rest.port() + "/frontier/v1/crawls/one");
      assertEquals(401, send(http, call, "POST", "Bearer wrong").statusCode());
      assertEquals(401, send(http, call, "DELETE", "Basic x").statusCode());
      assertEquals(200, send(http, call, "POST", "Bearer " + TOKEN).statusCode());
      assertEquals(200, send(http, call, "DELETE", "Bearer " + TOKEN).statusCode());
      assertEquals(2, noted().size());
      assertTrue(noted().getLast().endsWith("REST DELETE /frontier/v1/crawls/one"));
      int status = 200;
      for (int i = 0; i < 100 && status == 200; i++) {
        status = send(http, call.resolve("../crawls"), "GET", "Bearer " + TOKEN).statusCode();
      }
      assertEquals(429, status);
    }
  }

  private static HttpResponse<String> send(HttpClient http, URI call, String method, String token)
      throws Exception {
    return http.send(
        HttpRequest.newBuilder(call)
            .method(method, HttpRequest.BodyPublishers.noBody())
            .header("Authorization", token)
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aTokenThatCouldBeGuessedIsNone() throws Exception {
    Path file = dir.resolve("token.txt");
    for (String bad :
        new String[] {"", "short", "two words that are long enough", "ä".repeat(30)}) {
      Files.writeString(file, bad + "\n");
      assertThrows(UserError.class, () -> FrontierAccess.token(file));
    }
    Files.writeString(file, TOKEN + "\n");
    assertEquals(TOKEN, FrontierAccess.token(file));
    assertFalse(CLOSED.toString().contains(TOKEN));
  }

  @Test
  void aClientsBudgetFillsEvenly() {
    long[] nanos = {0};
    ClientLimits limits = new ClientLimits(4, () -> nanos[0]);
    int admitted = 0;
    for (int i = 0; i < 10; i++) {
      admitted += limits.admits("a") ? 1 : 0;
    }
    assertEquals(4, admitted);
    assertTrue(limits.admits("b"));
    nanos[0] += 500_000_000;
    assertTrue(limits.admits("a"));
    assertTrue(limits.admits("a"));
    assertFalse(limits.admits("a"));
  }
}
