package nephila.exchange;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;

/// A file's length, checksum and digest, found in one pass over it.
record DigestedRecord(long bytes, long crc, String sha256) {
  static DigestedRecord of(Path file) throws IOException {
    MessageDigest digest = fresh();
    CRC32 crc = new CRC32();
    long bytes = 0;
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        digest.update(buffer, 0, count);
        crc.update(buffer, 0, count);
        bytes += count;
      }
    }
    return new DigestedRecord(bytes, crc.getValue(), shown(digest));
  }

  static String sha256(List<byte[]> parts) {
    MessageDigest digest = fresh();
    parts.forEach(digest::update);
    return shown(digest);
  }

  private static String shown(MessageDigest digest) {
    return "sha256:" + HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest fresh() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }
}
