package nephila.refresh;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import nephila.UserError;
import nephila.store.UrlHash;

/// `answers.tsv`: everything that was heard, a line each, from which a run goes on. Later lines win
/// over earlier ones.
///
/// ```
/// nephila-refresh 1   pages   fingerprint of the URLs
/// page    requests so far   url   verdict   status   place   how   drawn
/// host    requests so far   origin   verdict
/// probe   requests so far   origin   target   title hash   signature
/// ```
///
/// A line is handed to the system as soon as it is known, so that killing the process loses
/// nothing; a line that was torn is cut off when the log is opened again.
final class AnswerLog implements AutoCloseable {
  static final String NAME = "answers.tsv";
  private static final String MAGIC = "nephila-refresh 1";

  private final FileChannel channel;

  private AnswerLog(FileChannel channel) {
    this.channel = channel;
  }

  /// Opens the log in `dir`, handing over the columns of every line that is there.
  static AnswerLog open(Path dir, OldWeb old, Consumer<String[]> lines) throws IOException {
    Files.createDirectories(dir);
    Path file = dir.resolve(NAME);
    String head = MAGIC + "\t" + old.pages() + "\t" + fingerprint(old.urls());
    long whole = 0;
    if (Files.exists(file)) {
      whole = read(file, head, lines);
    }
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    channel.truncate(whole);
    channel.position(whole);
    AnswerLog log = new AnswerLog(channel);
    if (whole == 0) {
      log.write(head);
    }
    return log;
  }

  /// Hands over whole lines; returns where they end.
  private static long read(Path file, String head, Consumer<String[]> lines) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int start = 0;
    for (int at = 0; at < bytes.length; at++) {
      if (bytes[at] == '\n') {
        String line = new String(bytes, start, at - start, UTF_8);
        if (start == 0) {
          check(file, head, line);
        } else {
          lines.accept(line.split("\t", -1));
        }
        start = at + 1;
      }
    }
    return start;
  }

  private static void check(Path file, String head, String line) {
    if (!line.equals(head)) {
      throw new UserError(
          file
              + ": belongs to a refresh of other pages; name the same old crawl, or another --dir");
    }
  }

  private static String fingerprint(List<String> urls) {
    long sum = 0;
    for (String url : urls) {
      sum += UrlHash.of(url);
    }
    return Long.toHexString(sum);
  }

  void page(long requests, String url, Answer answer) {
    write(
        String.join(
            "\t",
            "page",
            Long.toString(requests),
            url,
            answer.verdict().shown(),
            Integer.toString(answer.status()),
            answer.place(),
            answer.how(),
            answer.drawn() ? "1" : "0"));
  }

  void host(long requests, String origin, Verdict verdict) {
    write(String.join("\t", "host", Long.toString(requests), origin, verdict.shown()));
  }

  void probe(long requests, OldHost host) {
    var missing = host.missing;
    write(
        String.join(
            "\t",
            "probe",
            Long.toString(requests),
            host.origin,
            host.probeTarget,
            missing == null ? "" : Integer.toString(missing.titleHash()),
            missing == null ? "" : Long.toString(missing.signature())));
  }

  private void write(String line) {
    ByteBuffer bytes = UTF_8.encode(line + "\n");
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.force(true);
    channel.close();
  }
}
