package nephila.archive.warc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import nephila.archive.FaultPoint;

/// The WARC file that is being written, `PREFIX-timestamp17-serial-host.warc.gz`. Not thread-safe,
/// but for [#force].
public final class WarcFile implements AutoCloseable {
  private static final Pattern NAME =
      Pattern.compile(".*-([0-9]{17})-([0-9]{5,9})-[^-].*\\.warc\\.gz");

  private final Path path;
  private final int serial;
  private final String warcinfoId;
  private final FileChannel channel;
  private long size;

  private WarcFile(Path path, int serial, String warcinfoId, FileChannel channel, long size) {
    this.path = path;
    this.serial = serial;
    this.warcinfoId = warcinfoId;
    this.channel = channel;
    this.size = size;
  }

  public static String name(ArchiveOptions options, Instant now, int serial) {
    String number = "%05d".formatted(serial);
    return options.prefix()
        + "-"
        + Text.digits(now)
        + "-"
        + number
        + "-"
        + options.host()
        + ".warc.gz";
  }

  /// The WARC files of a folder by their serial numbers.
  public static TreeMap<Integer, Path> bySerial(Path dir) throws IOException {
    TreeMap<Integer, Path> files = new TreeMap<>();
    List<Path> all;
    try (Stream<Path> listed = Files.list(dir)) {
      all = listed.toList();
    }
    for (Path file : all) {
      int serial = serial(file.getFileName().toString());
      if (serial > 0) {
        files.put(serial, file);
      }
    }
    return files;
  }

  /// The serial number in a file's name, or 0 when it is no name of ours.
  public static int serial(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches() ? Integer.parseInt(matcher.group(2)) : 0;
  }

  /// When the file was begun, by its name, as text that sorts by time.
  public static String moment(String name) {
    return name(name).group(1);
  }

  /// The name of a file of ours with another serial number.
  public static String renumbered(String name, int serial) {
    Matcher matcher = name(name);
    return name.substring(0, matcher.start(2))
        + "%05d".formatted(serial)
        + name.substring(matcher.end(2));
  }

  private static Matcher name(String name) {
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("'" + name + "' is no name of ours");
    }
    return matcher;
  }

  /// Starts a file with its warcinfo record; leaves nothing behind when that fails.
  public static WarcFile create(Path path, int serial, String warcinfoId, byte[] warcinfo)
      throws IOException {
    FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    WarcFile file = new WarcFile(path, serial, warcinfoId, channel, 0);
    try {
      file.write(ByteBuffer.wrap(warcinfo));
    } catch (IOException e) {
      channel.close();
      Files.deleteIfExists(path);
      throw e;
    }
    Path folder = path.getParent();
    if (folder != null) {
      DirectorySync.sync(folder);
    }
    return file;
  }

  /// Goes on with a file that is whole.
  public static WarcFile open(Path path, int serial, String warcinfoId) throws IOException {
    FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
    long size = channel.size();
    channel.position(size);
    return new WarcFile(path, serial, warcinfoId, channel, size);
  }

  public String name() {
    return path.getFileName().toString();
  }

  public int serial() {
    return serial;
  }

  public String warcinfoId() {
    return warcinfoId;
  }

  public long size() {
    return size;
  }

  /// Appends all buffers, or nothing: what was written before a failure is cut off again.
  public void write(ByteBuffer... buffers) throws IOException {
    long total = 0;
    for (ByteBuffer buffer : buffers) {
      total += buffer.remaining();
    }
    try {
      long written = 0;
      if (FaultPoint.ARCHIVE_HALF_WRITTEN.isArmed()) {
        written = writeHalf(buffers[0]);
      }
      while (written < total) {
        written += channel.write(buffers);
      }
      size += total;
    } catch (IOException e) {
      if (channel.isOpen()) {
        channel.truncate(size);
        channel.position(size);
      }
      throw e;
    }
  }

  /// Writes half of a buffer, as a disk may before it fails.
  private long writeHalf(ByteBuffer buffer) throws IOException {
    ByteBuffer half = buffer.slice(buffer.position(), buffer.remaining() / 2);
    long written = channel.write(half);
    buffer.position(buffer.position() + (int) written);
    FaultPoint.ARCHIVE_HALF_WRITTEN.passed();
    return written;
  }

  /// Forces what has been written to the disk; a file that was rolled meanwhile already is.
  public void force() throws IOException {
    try {
      channel.force(false);
    } catch (ClosedChannelException e) {
      // Closed files are on the disk.
    }
  }

  @Override
  public void close() throws IOException {
    channel.force(true);
    channel.close();
  }
}
