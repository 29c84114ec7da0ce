package nephila.formats;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import nephila.Progress;
import nephila.UserError;

/// Opens text files, plain, gzip or zstd, told apart by their first bytes, and reports how many
/// bytes of the file were read.
final class TextSource {
  private static final int BUFFER = 1 << 16;

  private TextSource() {}

  static TextLines open(Path file, Progress progress) {
    if (Files.isDirectory(file)) {
      throw new UserError(file + ": is a directory; give a file");
    }
    try {
      InputStream in = Files.newInputStream(file);
      return open(in, file.toString(), Files.size(file), progress);
    } catch (NoSuchFileException e) {
      throw new UserError(file + ": no such file", e);
    } catch (IOException e) {
      throw new UserError(file + ": cannot be read (" + e.getMessage() + ")", e);
    }
  }

  static TextLines open(InputStream in, String name, long size, Progress progress)
      throws IOException {
    InputStream counted =
        new BufferedInputStream(new CountedInput(in, "reading " + name, size, progress), BUFFER);
    counted.mark(4);
    byte[] magic = counted.readNBytes(4);
    counted.reset();
    return new TextLines(unpacked(counted, magic, name), name);
  }

  private static InputStream unpacked(InputStream in, byte[] magic, String name)
      throws IOException {
    if (magic.length >= 2 && magic[0] == 0x1f && (magic[1] & 0xff) == 0x8b) {
      try {
        return new GZIPInputStream(in, BUFFER);
      } catch (IOException e) {
        throw new UserError(name + ": byte 0: the gzip header is damaged or cut off", e);
      }
    }
    if (magic.length == 4
        && (magic[0] & 0xff) == 0x28
        && (magic[1] & 0xff) == 0xb5
        && magic[2] == 0x2f
        && (magic[3] & 0xff) == 0xfd) {
      return new ZstdInputStream(in);
    }
    return in;
  }
}
