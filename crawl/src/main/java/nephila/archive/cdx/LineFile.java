package nephila.archive.cdx;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import nephila.archive.FaultPoint;

/// A file that lines are appended to, through a buffer. Lines not flushed are lost by a crash and
/// written again on replay. Not thread-safe.
public final class LineFile implements AutoCloseable {
  private static final int FLUSH_AT = 256 << 10;

  private final Path path;
  private final FileChannel channel;
  private byte[] buffer = new byte[FLUSH_AT + 4096];
  private int held;
  private long written;

  /// Opens the file, cut to `size` bytes; it must have that many.
  public LineFile(Path path, long size) throws IOException {
    this.path = path;
    this.channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (channel.size() > size) {
      channel.truncate(size);
    }
    this.written = size;
  }

  public static long size(Path path) throws IOException {
    return Files.exists(path) ? Files.size(path) : 0;
  }

  Path path() {
    return path;
  }

  /// Bytes of the file once flushed.
  public long size() {
    return written + held;
  }

  /// Appends a line to the buffer; nothing is written yet. Call [#flushIfFull] after.
  public void append(CharSequence line) {
    byte[] bytes = line.toString().getBytes(UTF_8);
    if (buffer.length - held < bytes.length) {
      buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, held + bytes.length));
    }
    System.arraycopy(bytes, 0, buffer, held, bytes.length);
    held += bytes.length;
  }

  public void flushIfFull() throws IOException {
    if (held >= FLUSH_AT) {
      flush();
    }
  }

  /// Writes the buffer. After an exception the call may be repeated: nothing is lost or doubled.
  public void flush() throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(buffer, 0, held);
    long at = written;
    if (held > 0 && FaultPoint.LINES_HALF_WRITTEN.isArmed()) {
      at += channel.write(rest.slice(0, held / 2), at);
      rest.position(held / 2);
      FaultPoint.LINES_HALF_WRITTEN.passed();
    }
    while (rest.hasRemaining()) {
      at += channel.write(rest, at);
    }
    written = at;
    held = 0;
    FaultPoint.LINES_WRITTEN.passed();
  }

  public void sync() throws IOException {
    flush();
    channel.force(false);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
