package nephila.formats;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.ZipException;
import nephila.UserError;

/// The lines of a text file as bytes in a window that always ends after a complete line, so that a
/// parser needs no bounds check a byte: every line, the last one too, ends with `\n`. A byte order
/// mark before the first one is left out.
///
/// A parser reads `window[at … end − 1]`, moves [#at], counts lines in [#line], and calls [#refill]
/// when `at == end`. One thread only.
final class TextLines implements AutoCloseable {
  private static final int WINDOW = 1 << 18;
  private static final int MAX_LINE = 1 << 24;

  /// The byte order mark of UTF-8.
  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  final String file;
  private final InputStream in;

  byte[] window = new byte[WINDOW];

  /// The next byte to parse.
  int at;

  /// One past the last byte of the last complete line in the window.
  int end;

  /// How many lines were parsed; the line being parsed is line + 1.
  long line;

  private int filled;
  private boolean begins = true;
  private boolean finished;

  TextLines(InputStream in, String file) {
    this.in = in;
    this.file = file;
  }

  /// Reads more lines; false at the end of the file. The window's unparsed rest is kept.
  boolean refill() {
    System.arraycopy(window, at, window, 0, filled - at);
    filled -= at;
    at = 0;
    end = 0;
    int searched = 0;
    while (end == 0 && !finished) {
      if (filled == window.length - 1) {
        grow();
      }
      int count = read();
      if (count < 0) {
        finish();
      } else {
        filled += count;
        if (begins && filled >= MARK.length) {
          begins = false;
          searched = 0;
          leaveMarkOut();
        }
        end = lastLineEnd(searched);
        begins &= end == 0;
        searched = filled;
      }
    }
    return at < end;
  }

  private void leaveMarkOut() {
    if (Arrays.equals(window, 0, MARK.length, MARK, 0, MARK.length)) {
      filled -= MARK.length;
      System.arraycopy(window, MARK.length, window, 0, filled);
    }
  }

  private void finish() {
    finished = true;
    if (filled > 0 && window[filled - 1] != '\n') {
      window[filled++] = '\n';
    }
    end = filled;
  }

  private int lastLineEnd(int from) {
    for (int i = filled; i > from; i--) {
      if (window[i - 1] == '\n') {
        return i;
      }
    }
    return 0;
  }

  private void grow() {
    if (window.length >= MAX_LINE) {
      throw error("a line longer than " + MAX_LINE + " bytes; this is not an edge list");
    }
    window = Arrays.copyOf(window, 4 * window.length);
  }

  private int read() {
    try {
      return in.read(window, filled, window.length - 1 - filled);
    } catch (EOFException | ZipException e) {
      throw damaged(e);
    } catch (IOException e) {
      if (e.getClass().getSimpleName().startsWith("Zstd")) {
        throw damaged(e);
      }
      throw new UncheckedIOException(e);
    }
  }

  private UserError damaged(IOException e) {
    return new UserError(
        "%s: after line %d: the compressed data is damaged or cut off (%s)"
            .formatted(file, line, e.getMessage()),
        e);
  }

  /// An error at the line being parsed.
  UserError error(String message) {
    return UserError.atLine(file, line + 1, message);
  }

  /// The rest of the line from `from`, without its end.
  String restOfLine(int from) {
    int to = from;
    while (window[to] != '\n') {
      to++;
    }
    return new String(window, from, to - from, StandardCharsets.UTF_8).strip();
  }

  /// Moves past the end of the line being parsed.
  void skipLine() {
    int i = at;
    while (window[i] != '\n') {
      i++;
    }
    at = i + 1;
    line++;
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
