package nephila.tables;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/// Packs pieces of a file that is appended to: each is a gzip member or a zstd frame of its own, so
/// that the file is whole after every piece.
public final class PackedPiece {
  private PackedPiece() {}

  /// The bytes as a file of that name has them: packed by `.gz` or `.zst`, else as they are.
  public static byte[] of(String name, byte[] bytes) {
    if (name.endsWith(".zst")) {
      return Zstd.compress(bytes);
    }
    if (!name.endsWith(".gz")) {
      return bytes;
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream(bytes.length / 3 + 64);
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }
}
