package nephila.ledger;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import nephila.UserError;

/// A ledger in a file.
///
/// Format, big-endian: 8 bytes `NLEDGER2`; the kind as a string (`exact` or `opic`); its settings;
/// its arrays, each as a 4-byte length and 8 bytes a number (rows: 4 bytes a link); at the end 8
/// bytes with the CRC-32C of all that comes before. Written to `FILE.tmp`, forced to disk, then
/// moved; the save before it stays as `FILE.previous`.
final class LedgerFile {
  private static final long MAGIC = 0x4E4C454447455232L;
  private static final int TRAILER = 8;

  private LedgerFile() {}

  static void save(RowlessLedger ledger, Path file) {
    write(file, out -> writeExact(ledger, out));
  }

  static void save(OpicLedger ledger, Path file) {
    write(file, out -> writeOpic(ledger, out));
  }

  static Ledger load(Path file) {
    verify(file);
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
      in.readLong();
      String kind = in.readUTF();
      return kind.equals("exact") ? readExact(in) : readOpic(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface Content {
    void writeTo(DataOutputStream out) throws IOException;
  }

  private static void write(Path file, Content content) {
    Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    try {
      try (var channel =
              java.nio.channels.FileChannel.open(
                  temporary,
                  java.nio.file.StandardOpenOption.CREATE,
                  java.nio.file.StandardOpenOption.TRUNCATE_EXISTING,
                  java.nio.file.StandardOpenOption.WRITE);
          OutputStream raw = java.nio.channels.Channels.newOutputStream(channel)) {
        CheckedOutputStream summed =
            new CheckedOutputStream(new BufferedOutputStream(raw, 1 << 16), new CRC32C());
        DataOutputStream out = new DataOutputStream(summed);
        out.writeLong(MAGIC);
        content.writeTo(out);
        out.writeLong(summed.getChecksum().getValue());
        out.flush();
        channel.force(true);
      }
      if (Files.exists(file)) {
        Files.move(file, previous(file), StandardCopyOption.REPLACE_EXISTING);
      }
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path previous(Path file) {
    return file.resolveSibling(file.getFileName() + ".previous");
  }

  private static void verify(Path file) {
    try {
      long size = Files.size(file);
      if (size < 2 * TRAILER) {
        throw UserError.atByte(file, size, "a saved ledger was cut short here" + advice(file));
      }
      CheckedInputStream summed =
          new CheckedInputStream(
              new BufferedInputStream(Files.newInputStream(file), 1 << 16), new CRC32C());
      try (DataInputStream in = new DataInputStream(summed)) {
        if (in.readLong() != MAGIC) {
          throw UserError.atByte(file, 0, "this is not a saved ledger");
        }
        in.skipNBytes(size - 2 * TRAILER);
        long counted = summed.getChecksum().getValue();
        if (in.readLong() != counted) {
          throw UserError.atByte(
              file,
              size - TRAILER,
              "the checksum does not fit: the saved ledger was cut short or damaged"
                  + advice(file));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String advice(Path file) {
    Path earlier = previous(file);
    return Files.exists(earlier) ? "; the save before it is " + earlier.getFileName() : "";
  }

  private static void writeExact(RowlessLedger ledger, DataOutputStream out) throws IOException {
    out.writeUTF("exact");
    out.writeUTF(ledger.links().name());
    out.writeDouble(ledger.arithmetic().damping());
    out.writeLong(ledger.arithmetic().unit());
    out.writeLong(ledger.books().links());
    int pages = ledger.pages();
    out.writeInt(pages);
    longs(out, ledger.accounts(), 2 * pages);
    long[] relaxation = ledger.relaxation().saved(pages);
    longs(out, relaxation, relaxation.length);
    boolean keep = ledger.links() == RowlessLedger.Links.KEEP;
    for (int page = 0; keep && page < pages; page++) {
      int[] row = ledger.row(page);
      out.writeInt(row.length);
      for (int target : row) {
        out.writeInt(target);
      }
    }
    if (!keep) {
      longs(out, ledger.cycle().next(), pages);
      longs(out, ledger.cycle().marks(), (pages + 63) / 64);
      longs(out, ledger.cycle().totals(), 3);
    }
  }

  private static RowlessLedger readExact(DataInputStream in) throws IOException {
    RowlessLedger.Links links = RowlessLedger.Links.valueOf(in.readUTF());
    ExactArithmetic arithmetic = ExactArithmetic.of(in.readDouble(), in.readLong());
    RowlessLedger ledger = new RowlessLedger(arithmetic, links);
    long stored = in.readLong();
    int pages = in.readInt();
    long[] accounts = longs(in);
    long[] relaxation = longs(in);
    int[][] rows = new int[links == RowlessLedger.Links.KEEP ? pages : 0][];
    for (int page = 0; page < rows.length; page++) {
      rows[page] = new int[in.readInt()];
      for (int k = 0; k < rows[page].length; k++) {
        rows[page][k] = in.readInt();
      }
    }
    if (pages > 0) {
      ledger.restore(pages, accounts, rows, stored);
      ledger.relaxation().restore(relaxation);
      if (links == RowlessLedger.Links.FORGET) {
        ledger.cycle().restore(longs(in), longs(in), longs(in));
      }
    }
    return ledger;
  }

  private static void writeOpic(OpicLedger ledger, DataOutputStream out) throws IOException {
    out.writeUTF("opic");
    OpicLedger.Settings settings = ledger.settings();
    out.writeUTF(settings.window().text());
    out.writeBoolean(settings.corrected());
    out.writeDouble(settings.virtualShare());
    out.writeBoolean(settings.smallEdge());
    out.writeDouble(settings.purseShare());
    out.writeBoolean(settings.defaultHistory());
    out.writeLong(settings.startClock());
    int pages = ledger.pages();
    out.writeInt(pages);
    longs(out, ledger.base(), pages);
    longs(out, ledger.totals(), ledger.totals().length);
    long[] history = ledger.history().saved(pages);
    longs(out, history, history.length);
  }

  private static OpicLedger readOpic(DataInputStream in) throws IOException {
    OpicLedger.Settings settings =
        new OpicLedger.Settings(
            Window.parse(in.readUTF()),
            in.readBoolean(),
            in.readDouble(),
            in.readBoolean(),
            in.readDouble(),
            in.readBoolean(),
            in.readLong());
    OpicLedger ledger = new OpicLedger(settings);
    int pages = in.readInt();
    if (pages > 0) {
      ledger.restore(pages, longs(in), longs(in), longs(in));
    }
    return ledger;
  }

  private static void longs(DataOutputStream out, long[] numbers, int count) throws IOException {
    out.writeInt(count);
    for (int k = 0; k < count; k++) {
      out.writeLong(numbers[k]);
    }
  }

  private static long[] longs(DataInputStream in) throws IOException {
    long[] numbers = new long[in.readInt()];
    for (int k = 0; k < numbers.length; k++) {
      numbers[k] = in.readLong();
    }
    return numbers;
  }
}
