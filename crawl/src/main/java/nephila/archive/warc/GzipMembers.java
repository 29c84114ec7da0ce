package nephila.archive.warc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/// Reads gzip members one by one, each checked by its length and CRC, with the exact place of each.
/// A member that is cut or damaged ends the reading. Not thread-safe.
final class GzipMembers implements AutoCloseable {
  /// No record is larger unpacked; a damaged one may seem so.
  private static final int MAX_RECORD = Integer.MAX_VALUE - 1024;

  private final FileChannel channel;
  private final long size;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private final byte[] in = new byte[64 << 10];

  /// The buffer holds the bytes of the file from `inAt` to `inAt + inLength`.
  private long inAt;

  private int inLength;
  private long position;
  private boolean asWritten;

  GzipMembers(Path file, long from) throws IOException {
    this.channel = FileChannel.open(file, StandardOpenOption.READ);
    this.size = channel.size();
    this.position = from;
  }

  /// Where the next member starts.
  long position() {
    return position;
  }

  /// Goes back to where a member starts.
  void back(long to) {
    position = to;
  }

  boolean atEnd() {
    return position == size;
  }

  /// Whether the header of the last member, which no checksum covers, is the one that [Members]
  /// writes.
  boolean asWritten() {
    return asWritten;
  }

  /// The content of the next member, or null when there is no whole one; the position then stays.
  byte @Nullable [] next() throws IOException {
    long at = position;
    byte[] header = read(at, 10);
    if (header == null || header[0] != 0x1f || (header[1] & 0xff) != 0x8b || header[3] != 0) {
      return null;
    }
    asWritten = Arrays.equals(header, Members.GZIP_HEADER);
    byte[] content = inflate(at + 10);
    if (content == null) {
      return null;
    }
    long dataEnd = at + 10 + inflater.getBytesRead();
    byte[] trailer = read(dataEnd, 8);
    crc.reset();
    crc.update(content);
    if (trailer == null
        || little(trailer, 0) != (int) crc.getValue()
        || little(trailer, 4) != content.length) {
      return null;
    }
    position = dataEnd + 8;
    return content;
  }

  private byte @Nullable [] inflate(long from) throws IOException {
    inflater.reset();
    byte[] out = new byte[64 << 10];
    int length = 0;
    long at = from;
    try {
      while (!inflater.finished()) {
        if (inflater.needsInput()) {
          int held = hold(at);
          if (held == 0) {
            return null;
          }
          inflater.setInput(in, (int) (at - inAt), held);
          at += held;
        }
        if (length == out.length) {
          if (out.length > MAX_RECORD / 2) {
            return null;
          }
          out = Arrays.copyOf(out, 2 * out.length);
        }
        int n = inflater.inflate(out, length, out.length - length);
        if (n == 0 && inflater.needsDictionary()) {
          return null;
        }
        length += n;
      }
    } catch (DataFormatException e) {
      return null;
    }
    return Arrays.copyOf(out, length);
  }

  /// A few bytes at a place, or null beyond the end.
  private byte @Nullable [] read(long at, int count) throws IOException {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      if (hold(at + i) == 0) {
        return null;
      }
      bytes[i] = in[(int) (at + i - inAt)];
    }
    return bytes;
  }

  /// Sees to it that the buffer holds the byte at a place; returns how many it holds from there.
  private int hold(long at) throws IOException {
    if (at < inAt || at >= inAt + inLength) {
      int n = channel.read(ByteBuffer.wrap(in), at);
      inAt = at;
      inLength = Math.max(0, n);
    }
    return (int) (inAt + inLength - at);
  }

  private static int little(byte[] bytes, int from) {
    return (bytes[from] & 0xff)
        | (bytes[from + 1] & 0xff) << 8
        | (bytes[from + 2] & 0xff) << 16
        | (bytes[from + 3] & 0xff) << 24;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    channel.close();
  }
}
