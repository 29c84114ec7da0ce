package nephila.linelog;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/// Reads sealed lines from a channel, one pass from its start.
final class SealedLines {
  /// Tab, number, colon, checksum.
  private static final int SUM_DIGITS = 8;

  private static final int MOST_NUMBER_DIGITS = 18;
  private static final int BUFFER = 1 << 16;

  private final LineFaults faults;
  private final LineConsumer to;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private boolean tooLong;
  private long inFile;
  private long last;

  /// Lines since the last good one that were told already.
  private long told;

  SealedLines(LineFaults faults, LineConsumer to) {
    this.faults = faults;
    this.to = to;
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
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    long at = 0;
    long whole = 0;
    while (from.read(buffer.clear(), at) > 0) {
      byte[] bytes = buffer.array();
      int start = 0;
      for (int i = 0; i < buffer.position(); i++) {
        if (bytes[i] == '\n') {
          collect(bytes, start, i);
          inFile++;
          wholeLine();
          start = i + 1;
          whole = at + start;
        }
      }
      collect(bytes, start, buffer.position());
      at += buffer.position();
    }
    if (whole < at) {
      faults.add(inFile + 1, "the last line is torn; it is passed over");
    }
    return whole;
  }

  private void collect(byte[] bytes, int start, int end) {
    tooLong |= line.size() + end - start > LineLog.MOST_BYTES;
    if (!tooLong) {
      line.write(bytes, start, end - start);
    }
  }

  private void wholeLine() {
    byte[] bytes = line.toByteArray();
    long number = tooLong ? -1 : number(bytes);
    line.reset();
    tooLong = false;
    if (number < 0) {
      damaged("the line is not as it was written; it is passed over");
      return;
    }
    if (number <= last) {
      damaged("line " + number + " comes again, or out of its place; it is passed over");
      return;
    }
    long missing = number - last - 1 - told;
    if (missing > 0) {
      faults.add(inFile, (missing == 1 ? "a line is" : missing + " lines are") + " missing before");
    }
    last = number;
    told = 0;
    String text = new String(bytes, 0, bytes.length - seal(bytes), UTF_8);
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
