package nephila.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import nephila.server.FrontierAccess;
import nephila.server.FrontierChanges;
import nephila.server.Frontiers;
import nephila.server.RestFrontier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Secrets of the user are in no file that Nephila writes and in nothing that it prints.
class SecretsTest {
  private static final String TOKEN = "s3cret-token-0123456789";

  @TempDir Path dir;

  @Test
  void theFrontiersTokenIsInNoFile() throws Exception {
    Path served = dir.resolve("served");
    FrontierAccess access = new FrontierAccess(TOKEN, null, null, 0);
    List<String> answers = new ArrayList<>();
    try (Frontiers crawls = new Frontiers(served, InstantSource.system());
        FrontierChanges changes = new FrontierChanges(served, InstantSource.system());
        RestFrontier rest = RestFrontier.start(crawls, "127.0.0.1", 0, access, changes);
        HttpClient http = HttpClient.newHttpClient()) {
      String root = "http://127.0.0.1:" + rest.port() + "/frontier/v1/crawls/one";
      for (String call : List.of("", "/delay?seconds=2", "/no-such-call")) {
        HttpRequest post =
            HttpRequest.newBuilder(URI.create(root + call))
                .POST(HttpRequest.BodyPublishers.noBody())
                .header("Authorization", "Bearer " + TOKEN)
                .build();
        answers.add(http.send(post, HttpResponse.BodyHandlers.ofString()).body());
      }
    }
    answers.forEach(answer -> assertTrue(!answer.contains(TOKEN), answer));
    assertEquals(List.of(), holding(served, TOKEN));
  }

  /// Files that hold the text, plain or in gzip.
  private static List<Path> holding(Path folder, String text) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        String plain = new String(bytes, StandardCharsets.ISO_8859_1);
        if (plain.contains(text) || unpacked(file, bytes).contains(text)) {
          found.add(file);
        }
      }
    }
    return found;
  }

  private static String unpacked(Path file, byte[] bytes) throws IOException {
    if (!file.toString().endsWith(".gz")) {
      return "";
    }
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}
