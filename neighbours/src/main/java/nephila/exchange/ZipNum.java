package nephila.exchange;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/// A sorted CDXJ index in packed blocks with a small index over them, as replay tools fetch it in
/// parts: `index.cdx.gz`, a gzip member every 3,000 lines, and `index.idx`, a line a member with
/// its first key, place, length and digest.
final class ZipNum {
  private static final int LINES = 3000;

  private final OutputStream packed;
  private final Writer index;
  private final ByteArrayOutputStream block = new ByteArrayOutputStream(1 << 20);
  private String firstKey = "";
  private int lines;
  private long at;

  private ZipNum(OutputStream packed, Writer index) {
    this.packed = packed;
    this.index = index;
  }

  static void write(Path sorted, Path packedTo, Path indexTo) throws IOException {
    try (OutputStream packed = Files.newOutputStream(packedTo);
        Writer index = Files.newBufferedWriter(indexTo)) {
      index.write("!meta 0 {\"format\": \"cdxj-gzip-1.0\", \"filename\": \"index.cdx.gz\"}\n");
      ZipNum zipNum = new ZipNum(packed, index);
      TextFile.read(
          sorted,
          new LineTally("index.cdxj"),
          nephila.Progress.SILENT,
          (number, line) -> zipNum.line(line));
      zipNum.endBlock();
    }
  }

  private void line(String line) throws IOException {
    if (lines == 0) {
      int key = line.indexOf(' ');
      firstKey = line.substring(0, Math.max(0, line.indexOf(' ', key + 1)));
    }
    block.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
    if (++lines == LINES) {
      endBlock();
    }
  }

  private void endBlock() throws IOException {
    if (lines == 0) {
      return;
    }
    ByteArrayOutputStream member = new ByteArrayOutputStream(block.size() / 4);
    try (GZIPOutputStream gzip = new GZIPOutputStream(member)) {
      block.writeTo(gzip);
    }
    member.writeTo(packed);
    String digest = DigestedRecord.sha256(List.of(member.toByteArray()));
    index.write(
        String.format(
            "%s {\"offset\": %d, \"length\": %d, \"digest\": \"%s\", \"filename\":"
                + " \"index.cdx.gz\"}%n",
            firstKey, at, member.size(), digest));
    at += member.size();
    block.reset();
    lines = 0;
  }
}
