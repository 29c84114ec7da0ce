package nephila.exchange.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import nephila.archive.warc.ArchivePosition;
import nephila.graph.NewFile;

/// A file that follows the archive of a crawl: it is appended to, and a note in the crawl dir says
/// up to which place of the archive it has everything, and how long it was then.
///
/// - A1 after a crash the file is cut to the length of the note, and what the archive has behind
///   the noted place is written again: nothing is missing, nothing is there twice.
///
/// Not thread-safe.
public final class AppendedFile implements Closeable {
  private static final String HEAD = "nephila follows 1";

  private final Path note;
  private final FileChannel channel;
  private ArchivePosition taken;
  private String more;
  private long length;
  private boolean fresh;

  private AppendedFile(Path note, FileChannel channel, ArchivePosition taken, String more) {
    this.note = note;
    this.channel = channel;
    this.taken = taken;
    this.more = more;
  }

  /// @param dir the crawl dir
  /// @param ending tells files of several kinds apart that have one name
  public static AppendedFile open(Path dir, Path file, String ending) throws IOException {
    Path note = WrittenDigests.state(dir, file, ending);
    Files.createDirectories(note.getParent());
    FileChannel channel;
    try {
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw NewFile.cannotWrite(file, e);
    }
    String[] lines = Files.exists(note) ? Files.readString(note).split("\n", 4) : new String[] {""};
    long length = lines.length < 4 || !lines[0].equals(HEAD) ? -1 : Long.parseLong(lines[2]);
    boolean known = length >= 0 && length <= channel.size();
    AppendedFile appended =
        new AppendedFile(
            note,
            channel,
            known ? ArchivePosition.parse(lines[1]) : ArchivePosition.START,
            known ? lines[3] : "");
    appended.fresh = !known;
    appended.length = known ? length : 0;
    channel.truncate(appended.length);
    channel.position(appended.length);
    return appended;
  }

  /// Whether it begins anew: there was no note, or none that fits the file.
  public boolean isFresh() {
    return fresh;
  }

  /// Up to where in the archive the file has everything.
  public ArchivePosition taken() {
    return taken;
  }

  /// What was noted beside the place.
  public String more() {
    return more;
  }

  public long length() {
    return length;
  }

  public void append(byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    length += bytes.length;
  }

  /// Makes what was appended last, with the place of the archive that it goes up to.
  public void commit(ArchivePosition upTo, String words) throws IOException {
    channel.force(false);
    Path next = note.resolveSibling(note.getFileName() + ".next");
    try (FileChannel out =
        FileChannel.open(
            next,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer bytes =
          ByteBuffer.wrap((HEAD + "\n" + upTo + "\n" + length + "\n" + words).getBytes(UTF_8));
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(false);
    }
    Files.move(next, note, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    taken = upTo;
    more = words;
    fresh = false;
  }

  /// Forgets what was noted, so that the next to open it begins anew: for a file that is about to
  /// be replaced.
  public void forget() throws IOException {
    Files.deleteIfExists(note);
  }

  /// The file was replaced by another that has everything up to a place of the archive.
  public void replaced(ArchivePosition upTo, long newLength) throws IOException {
    length = newLength;
    commit(upTo, "");
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
