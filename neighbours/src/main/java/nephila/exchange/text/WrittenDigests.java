package nephila.exchange.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import nephila.graph.NewFile;
import nephila.store.record.UrlHash;

/// What pages said when they were last written to a file, by digest: in the crawl dir, under
/// `text/`.
final class WrittenDigests {
  private static final String HEAD = "nephila texts 1\t";

  private final Path file;
  private final Path target;
  private final Map<Long, String> before = new HashMap<>();
  private final Map<Long, String> now = new HashMap<>();

  WrittenDigests(Path dir, Path target) throws IOException {
    this.target = target.toAbsolutePath().normalize();
    this.file = state(dir, target, ".tsv");
    if (!Files.exists(file)) {
      return;
    }
    for (String line : Files.readAllLines(file)) {
      int tab = line.indexOf('\t');
      if (tab == 16 && !line.startsWith(HEAD)) {
        before.put(Long.parseUnsignedLong(line, 0, 16, 16), line.substring(17));
      }
    }
  }

  /// The file in a crawl dir that keeps what is to be known of texts written to `target`.
  static Path state(Path dir, Path target, String ending) {
    String name = target.toAbsolutePath().normalize().toString();
    return dir.resolve("text").resolve(TextRow.digest(name).substring(7, 23) + ending);
  }

  /// Whether the page says something else than before; notes what it says.
  boolean isNew(TextRow row) {
    long hash = UrlHash.of(row.url());
    String digest = row.digest();
    now.put(hash, digest);
    return !digest.equals(before.get(hash));
  }

  /// Keeps what was noted. What is not in this run stays as it was.
  void keep() throws IOException {
    before.putAll(now);
    Files.createDirectories(file.getParent());
    try (NewFile whole = new NewFile(file)) {
      try (BufferedWriter out = Files.newBufferedWriter(whole.temporary(), UTF_8)) {
        out.write(HEAD + target + "\n");
        for (Map.Entry<Long, String> each : before.entrySet()) {
          out.write(String.format("%016x\t%s\n", each.getKey(), each.getValue()));
        }
      }
      whole.commit();
    }
  }
}
