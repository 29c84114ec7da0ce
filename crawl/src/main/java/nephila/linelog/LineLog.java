package nephila.linelog;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Predicate;

/// A log of lines that is only ever appended to. A line's last column is its seal: its number,
/// counted from 1, a colon, and the CRC-32C of all bytes before the colon in eight hexadecimal
/// digits.
///
/// ```
/// page    1   http://h.test/   lives   200<tab>12:9f3a01bc
/// ```
///
/// - T1 a reader is shown exactly the lines that are as they were written, in their order, each
///   once: of a line that is torn, changed in any bit, without a seal, doubled or moved it is told
///   by file and line, and so of lines that are missing between others.
/// - T2 what a kill leaves of the last line is cut before the next one is written; nothing else of
///   a log is ever changed, and nothing at all by opening it.
///
/// A log that an earlier version began without seals, and this one goes on with, has these lines
/// before the first sealed one, whose number is 1. Who knows how they looked is shown them too, and
/// how many they are ([LineFaults#unsealed]): damage to them cannot be seen.
///
/// Lines missing at the end cannot be told from a log that ended there. An append is one call to
/// the system: it outlives the process, and the machine after [#close]. Lines above [#MOST_BYTES]
/// are not taken, and faults when read. Reading takes memory for one line. Not thread-safe; one
/// writer at a time, any readers.
public final class LineLog implements AutoCloseable {
  /// The longest line that is taken, its seal included.
  public static final int MOST_BYTES = 1 << 20;

  private static final Predicate<String> NONE = line -> false;

  private final Path file;
  private final FileChannel channel;
  private final LineFaults faults;
  private long lines;
  private long end;

  private LineLog(Path file, FileChannel channel, LineFaults faults, long lines, long end) {
    this.file = file;
    this.channel = channel;
    this.faults = faults;
    this.lines = lines;
    this.end = end;
  }

  /// Opens a log to append to it, or begins it, after handing over what is there.
  public static LineLog open(Path file, LineConsumer to) throws IOException {
    return open(file, to, NONE);
  }

  /// The same, of a log that may begin with lines of an earlier version.
  ///
  /// @param earlier whether a line without a seal looks as these did
  public static LineLog open(Path file, LineConsumer to, Predicate<String> earlier)
      throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      return on(file, channel, to, earlier);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /// The same through a channel that reads and writes, which belongs to the log from now on.
  public static LineLog on(Path file, FileChannel channel, LineConsumer to) throws IOException {
    return on(file, channel, to, NONE);
  }

  private static LineLog on(
      Path file, FileChannel channel, LineConsumer to, Predicate<String> earlier)
      throws IOException {
    LineFaults faults = new LineFaults(file);
    SealedLines read = new SealedLines(faults, to, earlier);
    long end = read.all(channel);
    return new LineLog(file, channel, faults, read.last(), end);
  }

  /// Hands over the lines of a log without changing it; nothing where there is no such file.
  public static LineFaults read(Path file, LineConsumer to) throws IOException {
    return read(file, to, NONE);
  }

  /// The same, of a log that may begin with lines of an earlier version.
  ///
  /// @param earlier whether a line without a seal looks as these did
  public static LineFaults read(Path file, LineConsumer to, Predicate<String> earlier)
      throws IOException {
    LineFaults faults = new LineFaults(file);
    if (Files.exists(file)) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        new SealedLines(faults, to, earlier).all(channel);
      }
    }
    return faults;
  }

  /// The number of the last good line, 0 where there is none.
  public long lines() {
    return lines;
  }

  /// What was wrong with it when it was opened.
  public LineFaults faults() {
    return faults;
  }

  /// Writes a line; a line feed in it becomes a space.
  public void append(String line) throws IOException {
    byte[] text = line.replace('\n', ' ').getBytes(UTF_8);
    byte[] sealed = SealedLines.sealed(text, lines + 1);
    if (sealed.length > MOST_BYTES) {
      throw new IOException(
          file + ": a line of " + sealed.length + " bytes, at most " + MOST_BYTES + " are taken");
    }
    if (channel.size() > end) {
      channel.truncate(end);
    }
    ByteBuffer bytes = ByteBuffer.wrap(sealed);
    while (bytes.hasRemaining()) {
      channel.write(bytes, end + bytes.position());
    }
    end += sealed.length;
    lines++;
  }

  /// Forces what was appended to the disk.
  public void force() throws IOException {
    channel.force(true);
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      channel.force(true);
    }
  }
}
