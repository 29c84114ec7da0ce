package nephila.archive.warc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// Packs records, each as a gzip member of its own (RFC 1952), into a buffer that is used again.
/// Not thread-safe.
final class Members implements AutoCloseable {
  static final byte[] GZIP_HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};
  private static final byte[] RECORD_END = {'\r', '\n', '\r', '\n'};

  /// A larger buffer is not kept.
  private static final int KEEP = 4 << 20;

  private final Deflater deflater;
  private final CRC32 crc = new CRC32();
  private byte[] out = new byte[64 << 10];
  private int size;

  Members(int level) {
    this.deflater = new Deflater(level, true);
  }

  int size() {
    return size;
  }

  byte[] bytes() {
    return Arrays.copyOf(out, size);
  }

  void clear() {
    size = 0;
    if (out.length > KEEP) {
      out = new byte[64 << 10];
    }
  }

  /// Appends a record: head (ending with its empty line), block, record end.
  void add(StringBuilder head, byte[] block, int from, int length) {
    byte[] headBytes = head.toString().getBytes(UTF_8);
    crc.reset();
    deflater.reset();
    append(GZIP_HEADER, GZIP_HEADER.length);
    pack(headBytes, 0, headBytes.length);
    pack(block, from, length);
    pack(RECORD_END, 0, RECORD_END.length);
    deflater.finish();
    drain();
    little((int) crc.getValue());
    little(headBytes.length + length + RECORD_END.length);
  }

  private void pack(byte[] bytes, int from, int length) {
    crc.update(bytes, from, length);
    deflater.setInput(bytes, from, length);
    while (!deflater.needsInput()) {
      deflate();
    }
  }

  private void drain() {
    while (!deflater.finished()) {
      deflate();
    }
  }

  private void deflate() {
    if (out.length - size < 1024) {
      out = Arrays.copyOf(out, 2 * out.length);
    }
    size += deflater.deflate(out, size, out.length - size);
  }

  private void append(byte[] bytes, int length) {
    if (out.length - size < length) {
      out = Arrays.copyOf(out, 2 * out.length);
    }
    System.arraycopy(bytes, 0, out, size, length);
    size += length;
  }

  private void little(int value) {
    byte[] bytes = {(byte) value, (byte) (value >> 8), (byte) (value >> 16), (byte) (value >> 24)};
    append(bytes, 4);
  }

  @Override
  public void close() {
    deflater.end();
  }
}
