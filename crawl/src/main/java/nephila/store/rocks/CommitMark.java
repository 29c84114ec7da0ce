package nephila.store.rocks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// `COMMITTED` beside a RocksDB: the number of the last change that was committed to it. RocksDB
/// reads its write-ahead log to the first record that is not whole and takes that for the end; this
/// number, kept apart, tells an end from damage.
///
/// ```
/// committed 123456 synced 123400 boot 1f0c… 9a3b11c0
/// ```
///
/// Two such lines of 128 bytes, written in turn, the last column a CRC-32C; the higher number
/// holds. What was committed and not yet forced to the disk may be missing when the machine was
/// lost, which another boot id tells, and at no other time. One write to the system a commit.
final class CommitMark implements AutoCloseable {
  static final String NAME = "COMMITTED";
  private static final int SLOT = 128;
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final String BOOT = boot();

  /// What a mark says.
  record Mark(long committed, long synced, String boot) {
    /// Changes that must be there: all, but after the loss of the machine only those forced.
    long mustHave() {
      return boot.equals(BOOT) ? committed : synced;
    }
  }

  private final FileChannel channel;
  private long synced;
  private long committed;
  private int next;

  private CommitMark(FileChannel channel, long sequence) {
    this.channel = channel;
    this.committed = sequence;
    this.synced = sequence;
  }

  private static String boot() {
    try {
      return Files.readString(BOOT_ID, US_ASCII).strip();
    } catch (IOException e) {
      return "unknown";
    }
  }

  /// The mark of a database, null where there is none.
  ///
  /// @throws IOException when there is one and no line of it is whole
  static @Nullable Mark of(Path folder) throws IOException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(folder.resolve(NAME));
    } catch (NoSuchFileException e) {
      return null;
    }
    if (bytes.length == 0) {
      return null; // begun, and nothing committed yet
    }
    Mark best = null;
    for (int slot = 0; slot * SLOT < Math.min(bytes.length, 2 * SLOT); slot++) {
      int length = Math.min(SLOT, bytes.length - slot * SLOT);
      Mark mark = parse(new String(bytes, slot * SLOT, length, US_ASCII));
      best = mark != null && (best == null || mark.committed >= best.committed) ? mark : best;
    }
    if (best == null) {
      throw new IOException(
          folder.resolve(NAME) + ": damaged: it says no longer how much was committed");
    }
    return best;
  }

  private static @Nullable Mark parse(String slot) {
    String line = slot.strip();
    int end = line.lastIndexOf(' ');
    String[] words = line.split(" ");
    if (end < 0 || words.length != 7 || !sum(line.substring(0, end)).equals(words[6])) {
      return null;
    }
    return new Mark(Long.parseLong(words[1]), Long.parseLong(words[3]), words[5]);
  }

  private static String sum(String text) {
    CRC32C sum = new CRC32C();
    sum.update(text.getBytes(US_ASCII));
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }

  /// What is missing of a database whose last change has this number, in words.
  static Optional<String> missing(Path folder, @Nullable Mark mark, long sequence) {
    if (mark == null || sequence >= mark.mustHave()) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            "%s: damaged: of %d changes that were committed only the first %d can be read (a bit"
                + " of its write-ahead log turned, or a file of it is cut or missing)",
            folder, mark.mustHave(), sequence));
  }

  /// Opens the mark of a database whose last change has this number.
  static CommitMark open(Path folder, long sequence) throws IOException {
    FileChannel channel =
        FileChannel.open(folder.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    CommitMark mark = new CommitMark(channel, sequence);
    mark.write();
    mark.write();
    return mark;
  }

  /// The change of this number is committed.
  void committed(long sequence) throws IOException {
    committed = sequence;
    write();
  }

  /// Every change so far is forced to the disk.
  void synced() throws IOException {
    synced = committed;
    write();
  }

  private void write() throws IOException {
    String text = "committed " + committed + " synced " + synced + " boot " + BOOT;
    String line = text + " " + sum(text);
    byte[] slot = (line + " ".repeat(SLOT - line.length() - 1) + "\n").getBytes(US_ASCII);
    ByteBuffer bytes = ByteBuffer.wrap(slot);
    long at = (long) SLOT * next;
    next = 1 - next;
    while (bytes.hasRemaining()) {
      channel.write(bytes, at + bytes.position());
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
