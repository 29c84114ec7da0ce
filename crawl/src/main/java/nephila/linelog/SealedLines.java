package nephila.linelog;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.HexFormat;
import java.util.function.Predicate;
import java.util.zip.CRC32C;

/// Reads sealed lines from a channel, one pass from its start.
final class SealedLines {
  /// Tab, number, colon, checksum.
  private static final int SUM_DIGITS = 8;

  private static final int MOST_NUMBER_DIGITS = 18;
  private static final int BUFFER = 1 << 16;

  /// How the first sealed line ends, x for a hexadecimal digit.
  private static final String FIRST_SEAL = "\t1:xxxxxxxx";

  private final LineFaults faults;
  private final LineConsumer to;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private boolean tooLong;
  private final Predicate<String> earlier;

  /// Where the lines of an earlier version end, 0 where there are none.
  private long earlierEnd;

  private long inFile;
  private long last;

  /// Lines since the last good one that were told already.
  private long told;

  /// @param earlier whether a line without a seal is one of an earlier version
  SealedLines(LineFaults faults, LineConsumer to, Predicate<String> earlier) {
    this.faults = faults;
    this.to = to;
    this.earlier = earlier;
  }

  /// The line with its seal and a line feed.
  static byte[] sealed(byte[] text, long number) {
    byte[] count = ("\t" + number).getBytes(US_ASCII);
    CRC32C sum = new CRC32C();
    sum.update(text);
    sum.update(count);
    byte[] end = (":" + HexFormat.of().toHexDigits((int) sum.getValue()) + "\n").getBytes(US_ASCII);
    return ByteBuffer.allocate(text.length + count.length + end.length)
        .put(text)
        .put(count)
        .put(end)
        .array();
  }

  /// The highest number seen.
  long last() {
    return last;
  }

  /// Hands over all good lines; returns where the last whole line ends.
  long all(FileChannel from) throws IOException {
    earlierEnd = earlierEnd(from);
    long whole = lines(from, this::wholeLine);
    if (line.size() > 0 || tooLong) {
      faults.add(inFile + 1, "the last line is torn; it is passed over");
    }
    return whole;
  }

  /// Where the lines of an earlier version end: before the first sealed line if that is the first
  /// of all, or at the end where none is sealed, nor was. 0 where the first line is none of these.
  private long earlierEnd(FileChannel from) throws IOException {
    long[] end = {0};
    lines(
        from,
        at -> {
          byte[] bytes = line.toByteArray();
          boolean unsealed = !tooLong && !wasSealed(bytes);
          clear();
          if (unsealed && (end[0] > 0 || earlier.test(new String(bytes, UTF_8)))) {
            end[0] = at;
            return true;
          }
          end[0] = unsealed || number(bytes) != 1 ? 0 : end[0];
          return false;
        });
    clear();
    return end[0];
  }

  private void clear() {
    line.reset();
    tooLong = false;
  }

  /// Whether a line ends like the first sealed one, but for one byte.
  private static boolean wasSealed(byte[] line) {
    int from = line.length - FIRST_SEAL.length();
    if (seal(line) > 0 || from < 0) {
      return seal(line) > 0;
    }
    int other = 0;
    for (int i = 0; i < FIRST_SEAL.length(); i++) {
      char wanted = FIRST_SEAL.charAt(i);
      boolean same =
          wanted == 'x' ? Character.digit(line[from + i], 16) >= 0 : line[from + i] == wanted;
      other += same ? 0 : 1;
    }
    return other <= 1;
  }

  private interface Each {
    /// Sees the line that was collected and ends there; false to end the reading.
    boolean line(long end);
  }

  /// Collects one line after the other; returns where the last whole one ends.
  private long lines(FileChannel from, Each each) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    long at = 0;
    long whole = 0;
    while (from.read(buffer.clear(), at) > 0) {
      byte[] bytes = buffer.array();
      int start = 0;
      for (int i = 0; i < buffer.position(); i++) {
        if (bytes[i] == '\n') {
          collect(bytes, start, i);
          start = i + 1;
          whole = at + start;
          if (!each.line(whole)) {
            return whole;
          }
        }
      }
      collect(bytes, start, buffer.position());
      at += buffer.position();
    }
    return whole;
  }

  private void collect(byte[] bytes, int start, int end) {
    tooLong |= line.size() + end - start > LineLog.MOST_BYTES;
    if (!tooLong) {
      line.write(bytes, start, end - start);
    }
  }

  private boolean wholeLine(long end) {
    inFile++;
    byte[] bytes = line.toByteArray();
    long number = tooLong ? -1 : number(bytes);
    clear();
    if (end <= earlierEnd) {
      faults.addUnsealed();
      handOver(new String(bytes, UTF_8));
      return true;
    }
    if (number < 0) {
      damaged("the line is not as it was written; it is passed over");
      return true;
    }
    if (number <= last) {
      damaged("line " + number + " comes again, or out of its place; it is passed over");
      return true;
    }
    long missing = number - last - 1 - told;
    if (missing > 0) {
      faults.add(inFile, (missing == 1 ? "a line is" : missing + " lines are") + " missing before");
    }
    last = number;
    told = 0;
    handOver(new String(bytes, 0, bytes.length - seal(bytes), UTF_8));
    return true;
  }

  private void handOver(String text) {
    if (!to.take(text)) {
      faults.add(inFile, "the line says nothing that is known here; it is passed over");
    }
  }

  private void damaged(String what) {
    told++;
    faults.add(inFile, what);
  }

  /// Bytes of the seal, with its tab; 0 where there is none.
  private static int seal(byte[] line) {
    int colon = line.length - SUM_DIGITS - 1;
    if (colon < 2 || line[colon] != ':') {
      return 0;
    }
    int tab = colon - 1;
    while (tab >= 0 && line[tab] >= '0' && line[tab] <= '9') {
      tab--;
    }
    int digits = colon - 1 - tab;
    boolean sound = tab >= 0 && line[tab] == '\t' && digits > 0 && digits <= MOST_NUMBER_DIGITS;
    return sound ? line.length - tab : 0;
  }

  /// The number of a line that is as it was written, else -1.
  private static long number(byte[] line) {
    int seal = seal(line);
    if (seal == 0) {
      return -1;
    }
    int colon = line.length - SUM_DIGITS - 1;
    CRC32C sum = new CRC32C();
    sum.update(line, 0, colon);
    String digits = HexFormat.of().toHexDigits((int) sum.getValue());
    if (!digits.equals(new String(line, colon + 1, SUM_DIGITS, US_ASCII))) {
      return -1;
    }
    int from = line.length - seal + 1;
    return Long.parseLong(new String(line, from, colon - from, US_ASCII));
  }
}
