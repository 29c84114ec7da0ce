package nephila.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import nephila.archive.warc.ExchangeReader;
import nephila.archive.warc.WarcFile;

/// Takes damaged places out of an archive: a file with one is written anew from the exchanges that
/// are whole, and what it was is kept beside it as `NAME.damaged` (`-2` and on where there is one).
/// Files without damage are not touched; bytes that are whole are copied as they are.
public final class ArchiveMending {
  /// A damaged place.
  ///
  /// @param file the WARC file's name
  /// @param from where the first byte is that belongs to no whole exchange
  /// @param bytes how many follow up to the next whole one
  public record Gap(String file, long from, long bytes) {}

  private ArchiveMending() {}

  /// Mends every file of a crawl dir's archive; tells what was lost.
  public static List<Gap> mend(Path crawlDir) throws IOException {
    List<Gap> gaps = new ArrayList<>();
    for (Path file : WarcFile.bySerial(crawlDir.resolve("archive")).values()) {
      List<Gap> of = gaps(file);
      if (!of.isEmpty()) {
        rewrite(file, of);
        gaps.addAll(of);
      }
    }
    return gaps;
  }

  private static List<Gap> gaps(Path file) throws IOException {
    List<Gap> gaps = new ArrayList<>();
    String name = file.getFileName().toString();
    long size = Files.size(file);
    long at = 0;
    while (at < size) {
      long end = wholeUntil(file, at);
      if (end == size) {
        break;
      }
      at = nextWhole(file, end + 1, size);
      gaps.add(new Gap(name, end, at - end));
    }
    return gaps;
  }

  /// Where the whole exchanges end that begin at a place.
  private static long wholeUntil(Path file, long from) throws IOException {
    try (ExchangeReader tail = new ExchangeReader(file, from)) {
      while (tail.next() != null) {
        // Only how far it goes matters.
      }
      return tail.end();
    }
  }

  /// The next place from which an exchange can be read, or the end.
  private static long nextWhole(Path file, long from, long size) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
      for (long at = from; at < size; at += buffer.capacity() - 2) {
        buffer.clear();
        channel.read(buffer, at);
        byte[] bytes = buffer.array();
        for (int i = 0; i + 2 < buffer.position(); i++) {
          boolean magic = bytes[i] == 0x1f && (bytes[i + 1] & 0xff) == 0x8b && bytes[i + 2] == 8;
          if (magic && beginsExchange(file, at + i)) {
            return at + i;
          }
        }
      }
    }
    return size;
  }

  private static boolean beginsExchange(Path file, long at) throws IOException {
    try (ExchangeReader tail = new ExchangeReader(file, at)) {
      return tail.beginsExchange() && tail.next() != null;
    }
  }

  private static void rewrite(Path file, List<Gap> gaps) throws IOException {
    Path mended = file.resolveSibling(file.getFileName() + ".part");
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ);
        FileChannel out =
            FileChannel.open(
                mended,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE)) {
      long at = 0;
      for (Gap gap : gaps) {
        copy(in, at, gap.from(), out);
        at = gap.from() + gap.bytes();
      }
      copy(in, at, in.size(), out);
      out.force(true);
    }
    keep(file);
    Files.move(mended, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /// Gives the damaged file a second name: at every moment there is one of the usual name.
  private static void keep(Path file) throws IOException {
    String name = file.getFileName() + ".damaged";
    Path kept = file.resolveSibling(name);
    for (int k = 2; Files.exists(kept); k++) {
      kept = file.resolveSibling(name + "-" + k);
    }
    try {
      Files.createLink(kept, file);
    } catch (UnsupportedOperationException | FileSystemException e) {
      Files.copy(file, kept); // a file system without links
    }
  }

  private static void copy(FileChannel in, long from, long to, FileChannel out) throws IOException {
    long at = from;
    while (at < to) {
      at += in.transferTo(at, to - at, out);
    }
  }
}
