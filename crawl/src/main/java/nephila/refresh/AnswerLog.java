package nephila.refresh;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import nephila.UserError;
import nephila.store.record.UrlHash;

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

  private final Path file;
  private final FileChannel channel;

  private AnswerLog(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /// Opens the log in `dir`, handing over the columns of every line that is there. Until [#close]
  /// no other process can.
  static AnswerLog open(Path dir, OldWeb old, Consumer<String[]> lines) throws IOException {
    Files.createDirectories(dir);
    Path file = dir.resolve(NAME);
    String head = MAGIC + "\t" + old.pages() + "\t" + fingerprint(old.urls());
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      lock(channel, dir);
      long whole = read(file, contents(channel), head, lines);
      channel.truncate(whole);
      channel.position(whole);
      AnswerLog log = new AnswerLog(file, channel);
      if (whole == 0) {
        log.write(head);
      }
      return log;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static void lock(FileChannel channel, Path dir) throws IOException {
    try {
      if (channel.tryLock() == null) {
        throw new UserError(
            dir + " is in use by another refresh; wait for it, or name another --dir");
      }
    } catch (OverlappingFileLockException e) {
      throw new UserError(dir + " is in use by this process; close it first", e);
    }
  }

  /// Through the channel that is locked: the lock goes with the first one of a file that is closed.
  private static byte[] contents(FileChannel channel) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(channel.size()));
    while (all.hasRemaining() && channel.read(all) >= 0) {}
    return all.array();
  }

  /// Hands over whole lines; returns where they end.
  private static long read(Path file, byte[] bytes, String head, Consumer<String[]> lines) {
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
    if (start == 0 && !head.startsWith(new String(bytes, UTF_8))) {
      throw foreign(file);
    }
    return start;
  }

  private static void check(Path file, String head, String line) {
    if (!line.equals(head)) {
      throw foreign(file);
    }
  }

  private static UserError foreign(Path file) {
    return new UserError(
        file + ": belongs to a refresh of other pages; name the same old crawl, or another --dir");
  }

  private static String fingerprint(List<String> urls) {
    long sum = 0;
    for (String url : urls) {
      sum += UrlHash.of(url);
    }
    return Long.toHexString(sum);
  }

  void page(long requests, String url, PageAnswer answer) {
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

  void host(long requests, String origin, LivenessVerdict verdict) {
    write(String.join("\t", "host", Long.toString(requests), origin, verdict.shown()));
  }

  void probe(long requests, OldHost host) {
    var missing = host.state.missing();
    write(
        String.join(
            "\t",
            "probe",
            Long.toString(requests),
            host.state.origin(),
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
      throw new UserError(
          file + ": cannot be written: " + e.getMessage() + "; what was answered before is kept",
          e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.force(true);
    channel.close();
  }
}
