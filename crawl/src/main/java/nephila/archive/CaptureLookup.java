package nephila.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import nephila.archive.cdx.Surt;
import nephila.archive.warc.Text;

/// Finds the archived copies of a page in a crawl dir: by halving the sorted index, and by reading
/// the lines that a running crawl has not sorted in yet. Opens no file but those of `archive/`,
/// whatever an index line says.
public final class CaptureLookup {
  private static final int LONGEST_LINE = 1 << 16;
  private static final int MOST_LINES = 10_000;

  private final Path archive;
  private final Path indexes;

  public CaptureLookup(Path crawlDir) {
    this.archive = crawlDir.resolve("archive");
    this.indexes = crawlDir.resolve("indexes");
  }

  /// Every read of the page that was answered, newest first, without its content.
  public List<ArchivedPage> reads(String url) throws IOException {
    List<ArchivedPage> lines = new ArrayList<>();
    IndexLines reader = new IndexLines("index", new ReadTally(), lines::add);
    reader.read(new ByteArrayInputStream(linesOf(url)));
    return lines.stream()
        .filter(line -> line.url().equals(Text.uri(url)))
        .sorted(Comparator.comparing(ArchivedPage::date).reversed())
        .toList();
  }

  /// The newest copy of the page that has its content: a good answer if there is one.
  public Optional<ArchivedPage> newest(String url) throws IOException {
    Comparator<ArchivedPage> good = Comparator.comparing(line -> line.status() == 200);
    List<ArchivedPage> best =
        reads(url).stream()
            .filter(line -> !line.revisit())
            .sorted(good.thenComparing(ArchivedPage::date).reversed())
            .limit(3)
            .toList();
    for (ArchivedPage line : best) {
      Optional<ArchivedPage> page = at(line.file(), line.offset());
      if (page.isPresent()) {
        return page;
      }
    }
    return Optional.empty();
  }

  /// The page whose record starts at an offset of a file of the archive.
  public Optional<ArchivedPage> at(String file, long offset) throws IOException {
    Path path = archive.resolve(file).normalize();
    boolean inside = archive.normalize().equals(path.getParent());
    return inside && offset >= 0 && Files.isRegularFile(path)
        ? Archives.at(path, offset)
        : Optional.empty();
  }

  private byte[] linesOf(String url) throws IOException {
    byte[] key = (Surt.of(url) + " ").getBytes(UTF_8);
    ByteArrayOutputStream found = new ByteArrayOutputStream();
    if (Files.isDirectory(indexes)) {
      List<Path> files;
      try (Stream<Path> listed = Files.list(indexes)) {
        files = listed.toList();
      }
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (name.equals("index.cdxj")) {
          halve(file, key, found);
        } else if (name.matches("recent-[0-9]+\\.cdxj")) {
          scan(file, key, found);
        }
      }
    }
    return found.toByteArray();
  }

  /// Finds the lines that begin with the key in a sorted file.
  private static void halve(Path file, byte[] key, ByteArrayOutputStream found) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      long low = 0;
      long high = in.length();
      while (low < high) {
        long middle = (low + high) >>> 1;
        byte[] line = lineAfter(in, middle);
        if (line.length > 0 && Arrays.compareUnsigned(line, key) < 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      in.seek(low);
      byte[] line = lineAfter(in, low);
      for (int lines = 0; lines < MOST_LINES && startsWith(line, key); lines++) {
        found.write(line);
        found.write('\n');
        line = readLine(in);
      }
    }
  }

  /// The first line that begins at or after a place.
  private static byte[] lineAfter(RandomAccessFile in, long at) throws IOException {
    in.seek(at == 0 ? 0 : at - 1);
    if (at > 0) {
      readLine(in);
    }
    return readLine(in);
  }

  private static byte[] readLine(RandomAccessFile in) throws IOException {
    byte[] buffer = new byte[512];
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    long start = in.getFilePointer();
    while (line.size() < LONGEST_LINE) {
      int n = in.read(buffer);
      for (int i = 0; i < n; i++) {
        if (buffer[i] == '\n') {
          line.write(buffer, 0, i);
          in.seek(start + line.size() + 1);
          return line.toByteArray();
        }
      }
      if (n <= 0) {
        break;
      }
      line.write(buffer, 0, n);
    }
    return line.toByteArray();
  }

  private static void scan(Path file, byte[] key, ByteArrayOutputStream found) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      ByteArrayOutputStream line = new ByteArrayOutputStream(512);
      for (int b = in.read(); b >= 0; b = in.read()) {
        if (b != '\n') {
          line.write(b);
          continue;
        }
        byte[] whole = line.toByteArray();
        if (startsWith(whole, key)) {
          found.write(whole);
          found.write('\n');
        }
        line.reset();
      }
    } catch (NoSuchFileException e) {
      // Sorted in meanwhile; the sorted index has its lines.
    }
  }

  private static boolean startsWith(byte[] line, byte[] key) {
    return line.length >= key.length && Arrays.equals(line, 0, key.length, key, 0, key.length);
  }
}
