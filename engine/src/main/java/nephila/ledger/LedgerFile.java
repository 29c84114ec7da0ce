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
import nephila.ledger.window.Window;

/// A ledger in a file.
///
/// Format, big-endian: 8 bytes `NLEDGER3`; the kind as a string (`exact`, `rowless` or `opic`); its
/// settings; the columns of its table; its own arrays and totals. An array is a 4-byte length and 8
/// bytes a number (rows and counts: 4). At the end 8 bytes with the CRC-32C of all that comes
/// before. Written to `FILE.tmp`, forced to disk, then moved; the save before it stays as
/// `FILE.previous`.
final class LedgerFile {
  private static final long MAGIC = 0x4E4C454447455233L;
  private static final int KEPT_FLAGS =
      PageTable.READ
          | PageTable.GONE
          | PageTable.PAYS
          | PageTable.DROPPED
          | PageTable.FREE
          | PageTable.REMOTE;
  private static final int TRAILER = 8;

  private LedgerFile() {}

  static void save(Ledger ledger, Path file) {
    switch (ledger) {
      case ExactLedger exact -> write(file, out -> writeExact(exact, out));
      case RowlessLedger rowless -> write(file, out -> writeRowless(rowless, out));
      case OpicLedger opic -> write(file, out -> writeOpic(opic, out));
      default -> throw new UnsupportedOperationException(ledger + " has no file format");
    }
  }

  static Ledger load(Path file) {
    verify(file);
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
      in.readLong();
      String kind = in.readUTF();
      return switch (kind) {
        case "exact" -> readExact(in);
        case "rowless" -> readRowless(in);
        default -> readOpic(in);
      };
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

  private static void writeColumns(PageTable pages, DataOutputStream out) throws IOException {
    out.writeInt(pages.size());
    for (int slot = 0; slot < pages.size(); slot++) {
      out.writeLong(pages.received[slot]);
      out.writeLong(pages.paid[slot]);
      out.writeShort(pages.flags[slot] & KEPT_FLAGS);
    }
  }

  private static void readColumns(PageTable pages, DataInputStream in) throws IOException {
    int count = in.readInt();
    for (int slot = 0; slot < count; slot++) {
      long received = in.readLong();
      long paid = in.readLong();
      short flags = in.readShort();
      if ((flags & PageTable.FREE) == 0) {
        pages.claim(slot);
        pages.put(slot, received, paid, flags);
      }
    }
  }

  private static void writeExact(ExactLedger ledger, DataOutputStream out) throws IOException {
    out.writeUTF("exact");
    out.writeDouble(ledger.damping());
    out.writeLong(ledger.credit());
    out.writeLong(ledger.room());
    PageTable pages = ledger.table();
    writeColumns(pages, out);
    for (int slot = 0; slot < pages.size(); slot++) {
      ints(out, pages.row(slot));
    }
    LedgerTotals totals = ledger.totals();
    out.writeLong(totals.outside());
    out.writeLong(totals.sent());
    out.writeLong(totals.arrived());
  }

  private static ExactLedger readExact(DataInputStream in) throws IOException {
    PageTable pages = PageTable.ofLedger();
    ExactArithmetic arithmetic = ExactArithmetic.of(in.readDouble(), in.readLong());
    ExactLedger ledger = new ExactLedger(pages, arithmetic, in.readLong(), new ChangedPages(pages));
    readColumns(pages, in);
    for (int slot = 0; slot < pages.size(); slot++) {
      int[] row = ints(in);
      if (row.length > 0) {
        pages.row(slot, row);
      }
    }
    ledger.restore(in.readLong(), in.readLong(), in.readLong());
    return ledger;
  }

  private static void writeRowless(RowlessLedger ledger, DataOutputStream out) throws IOException {
    out.writeUTF("rowless");
    out.writeDouble(ledger.arithmetic().damping());
    out.writeLong(ledger.arithmetic().unit());
    writeColumns(ledger.table(), out);
    int pages = ledger.pages();
    LedgerTotals totals = ledger.totals();
    out.writeLong(totals.links());
    out.writeLong(totals.arrived());
    long[] relaxation = ledger.relaxation().saved(pages);
    longs(out, relaxation, relaxation.length);
    longs(out, ledger.cycle().next(), pages);
    longs(out, ledger.cycle().marks(), (pages + 63) / 64);
    longs(out, ledger.cycle().totals(), 3);
  }

  private static RowlessLedger readRowless(DataInputStream in) throws IOException {
    PageTable pages = PageTable.ofRowlessLedger();
    RowlessLedger ledger =
        new RowlessLedger(pages, ExactArithmetic.of(in.readDouble(), in.readLong()));
    readColumns(pages, in);
    ledger.restore(in.readLong(), in.readLong());
    ledger.relaxation().restore(longs(in));
    ledger.cycle().restore(longs(in), longs(in), longs(in));
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
    writeColumns(ledger.table(), out);
    long[] state = ledger.saved();
    longs(out, state, state.length);
    ints(out, ledger.readCounts());
    long[] history = ledger.history().saved(ledger.pages());
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
    PageTable pages = PageTable.ofRowlessLedger();
    readColumns(pages, in);
    long[] state = longs(in);
    OpicLedger ledger = OpicLedger.restored(pages, settings, state);
    ledger.restore(state, ints(in), longs(in));
    return ledger;
  }

  private static void ints(DataOutputStream out, int[] numbers) throws IOException {
    out.writeInt(numbers.length);
    for (int number : numbers) {
      out.writeInt(number);
    }
  }

  private static int[] ints(DataInputStream in) throws IOException {
    int[] numbers = new int[in.readInt()];
    for (int k = 0; k < numbers.length; k++) {
      numbers[k] = in.readInt();
    }
    return numbers;
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
