package nephila.exchange;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import nephila.Progress;
import nephila.formats.CountedInput;

/// The lines of a text file of others, plain or gzip: streamed, of bounded length, and UTF-8 or
/// counted as not.
final class TextFile {
  private static final int BUFFER = 1 << 16;
  private static final int LONGEST = 1 << 20;

  private TextFile() {}

  /// Who is given the lines.
  @FunctionalInterface
  interface Lines {
    void line(long number, String text) throws IOException;
  }

  /// Gives every line to `to`; what is too long, no UTF-8 or cut off is counted.
  static void read(Path file, LineTally tally, Progress progress, Lines to) throws IOException {
    long size = Files.size(file);
    try (InputStream raw = Files.newInputStream(file);
        InputStream in =
            unpacked(
                new BufferedInputStream(
                    new CountedInput(
                        raw, "bytes of " + file.getFileName() + " read", size, progress),
                    BUFFER))) {
      lines(in, tally, to);
    }
  }

  static void lines(InputStream in, LineTally tally, Lines to) throws IOException {
    byte[] buffer = new byte[BUFFER];
    ByteArrayOutputStream line = new ByteArrayOutputStream(512);
    long number = 1;
    boolean tooLong = false;
    try {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        int from = 0;
        for (int i = 0; i < count; i++) {
          if (buffer[i] == '\n') {
            tooLong |= append(line, buffer, from, i);
            end(line, number++, tooLong, tally, to);
            tooLong = false;
            from = i + 1;
          }
        }
        tooLong |= append(line, buffer, from, count);
      }
    } catch (EOFException | ZipException e) {
      tally.problem(number, "damaged or cut compression");
      return;
    }
    if (line.size() > 0) {
      end(line, number, tooLong, tally, to);
    }
  }

  private static boolean append(ByteArrayOutputStream line, byte[] from, int start, int end) {
    if (line.size() + end - start > LONGEST) {
      return true;
    }
    line.write(from, start, end - start);
    return false;
  }

  private static void end(
      ByteArrayOutputStream line, long number, boolean tooLong, LineTally tally, Lines to)
      throws IOException {
    byte[] bytes = line.toByteArray();
    line.reset();
    if (tooLong) {
      tally.problem(number, "line longer than a mebibyte");
      return;
    }
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      tally.problem(number, "not UTF-8");
      return;
    }
    to.line(number, text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
  }

  private static InputStream unpacked(BufferedInputStream in) throws IOException {
    in.mark(2);
    boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    return gzip ? new GZIPInputStream(in, BUFFER) : in;
  }
}
