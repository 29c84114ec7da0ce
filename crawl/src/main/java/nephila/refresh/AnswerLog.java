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
import nephila.UserError;
import nephila.linelog.LineFaults;
import nephila.linelog.LineLog;
import nephila.store.record.UrlHash;

/// `answers.tsv`: everything that was heard, a line each, from which a run goes on. Later lines win
/// over earlier ones. Lines are sealed ([LineLog]): one that is damaged costs its answer and no
/// other, is told, and its page is asked again.
///
/// ```
/// nephila-refresh 2   pages   fingerprint of the URLs
/// page    requests so far   url   verdict   status   place   how   drawn   change
/// host    requests so far   origin   verdict
/// probe   requests so far   origin   target   title hash   signature
/// ```
///
/// A line is handed to the system as soon as it is known, so that killing the process loses
/// nothing; a line that was torn is cut off when the log goes on.
final class AnswerLog implements AutoCloseable {
  static final String NAME = "answers.tsv";
  private static final String MAGIC = "nephila-refresh 2";

  /// A head that a kill cut off is shorter than this.
  private static final int LONGEST_HEAD = 200;

  private final Path file;
  private final LineLog lines;

  private AnswerLog(Path file, LineLog lines) {
    this.file = file;
    this.lines = lines;
  }

  /// Takes the columns of a line; false when they say nothing that is known.
  @FunctionalInterface
  interface Columns {
    boolean take(String[] columns);
  }

  /// Opens the log in `dir`, handing over the columns of every line that is there. Until [#close]
  /// no other process can.
  static AnswerLog open(Path dir, OldWeb old, Columns to) throws IOException {
    Files.createDirectories(dir);
    Path file = dir.resolve(NAME);
    String head = MAGIC + "\t" + old.pages() + "\t" + fingerprint(old.urls());
    FileChannel channel = channel(file, dir);
    try {
      if (EarlierLog.is(channel)) {
        EarlierLog.seal(file, channel, head);
        channel.close();
        channel = channel(file, dir);
      }
      LineLog lines = LineLog.on(file, channel, line -> take(file, head, line, to));
      if (lines.lines() == 0) {
        begin(file, channel, head, lines);
      }
      return new AnswerLog(file, lines);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static boolean take(Path file, String head, String line, Columns to) {
    if (line.startsWith("nephila-refresh ")) {
      if (!line.equals(head)) {
        throw foreign(file);
      }
      return true;
    }
    return to.take(line.split("\t", -1));
  }

  /// Hands over the columns of every good line of the log in `dir`, which may be in use; returns
  /// what is wrong with the others.
  static LineFaults look(Path dir, OldWeb old, Columns to) throws IOException {
    Path file = dir.resolve(NAME);
    String head = MAGIC + "\t" + old.pages() + "\t" + fingerprint(old.urls());
    return LineLog.read(file, line -> take(file, head, line, to));
  }

  /// The answer in the columns of a line.
  static PageAnswer answer(int page, String[] columns) {
    int status = Integer.parseInt(columns[4]);
    return new PageAnswer(
        page,
        LivenessVerdict.parse(columns[3], status),
        status,
        columns[5],
        columns[6],
        columns[7].equals("1"),
        PageChange.parse(columns.length > 8 ? columns[8] : ""));
  }

  /// A log without a line: new, or of a run that was killed while it wrote the first.
  private static void begin(Path file, FileChannel channel, String head, LineLog lines)
      throws IOException {
    ByteBuffer start = ByteBuffer.allocate(LONGEST_HEAD);
    channel.read(start, 0);
    String there = new String(start.array(), 0, start.position(), UTF_8);
    if (!head.startsWith(there) && !(there.startsWith(head + "\t1:") && !there.contains("\n"))) {
      throw foreign(file);
    }
    lines.append(head);
  }

  /// What is wrong with the log, as it was found.
  LineFaults faults() {
    return lines.faults();
  }

  /// The locked file. The lock goes with the first channel of a file that is closed.
  private static FileChannel channel(Path file, Path dir) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      channel.close();
      throw new UserError(dir + " is in use by this process; close it first", e);
    }
    channel.close();
    throw new UserError(dir + " is in use by another refresh; wait for it, or name another --dir");
  }

  static UserError foreign(Path file) {
    return new UserError(
        file
            + ": belongs to a refresh of other pages, or to no refresh; name the same old crawl, or"
            + " another --dir");
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
            answer.drawn() ? "1" : "0",
            answer.change().shown()));
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
    try {
      lines.append(line);
    } catch (IOException e) {
      throw new UserError(
          file + ": cannot be written: " + e.getMessage() + "; what was answered before is kept",
          e);
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
