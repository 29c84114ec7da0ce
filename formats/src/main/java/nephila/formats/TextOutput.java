package nephila.formats;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import nephila.UserError;
import nephila.graph.NewFile;

/// Text as bytes, numbers without a `String` each, compressed as the file's name asks for.
final class TextOutput implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final OutputStream out;
  private final OutputStream file;
  private final String name;
  private final byte[] buffer = new byte[BUFFER];
  private final byte[] digits = new byte[20];
  private int used;

  private TextOutput(OutputStream out, OutputStream file, String name) {
    this.out = out;
    this.file = file;
    this.name = name;
  }

  static TextOutput to(OutputStream out, String name) {
    return new TextOutput(out, out, name);
  }

  static TextOutput create(NewFile file, Path target) {
    try {
      OutputStream raw = Files.newOutputStream(file.temporary());
      String name = target.toString();
      OutputStream packed = raw;
      if (name.endsWith(".gz")) {
        packed = new GZIPOutputStream(raw, BUFFER);
      } else if (name.endsWith(".zst")) {
        packed = new ZstdOutputStream(raw);
      }
      return new TextOutput(packed, raw, name);
    } catch (IOException e) {
      throw file.failed(e);
    }
  }

  void put(char c) {
    if (used == BUFFER) {
      flush();
    }
    buffer[used++] = (byte) c;
  }

  void put(long number) {
    int at = digits.length;
    long rest = number;
    do {
      digits[--at] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
    put(digits, at, digits.length - at);
  }

  void put(String text) {
    put(text.getBytes(StandardCharsets.UTF_8));
  }

  void put(byte[] bytes) {
    put(bytes, 0, bytes.length);
  }

  private void put(byte[] bytes, int from, int count) {
    if (count > BUFFER - used) {
      flush();
    }
    if (count > BUFFER) {
      write(bytes, from, count);
    } else {
      System.arraycopy(bytes, from, buffer, used, count);
      used += count;
    }
  }

  private void flush() {
    write(buffer, 0, used);
    used = 0;
  }

  private void write(byte[] bytes, int from, int count) {
    try {
      out.write(bytes, from, count);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private UserError failed(IOException e) {
    return NewFile.cannotWrite(Path.of(name), e);
  }

  /// Writes what is left; without it the text is not complete.
  void finish() {
    flush();
    try {
      out.flush();
      if (out instanceof GZIPOutputStream gzip) {
        gzip.finish();
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public void close() {
    // A compressor whose last write failed does not close what it writes to.
    try (file) {
      out.close();
    } catch (IOException e) {
      throw failed(e);
    }
  }
}
