package nephila.archive.cdx;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import nephila.archive.FaultPoint;
import nephila.archive.warc.DirectorySync;
import org.jspecify.annotations.Nullable;

/// The CDXJ index of an archive: `index.cdxj`, sorted by bytes, and lines since it was last sorted
/// in `recent-N.cdxj`, where N is the size of the sorted file they belong to. Sorting them in
/// writes a new file and renames it, which makes a `recent` file with another N void at once: no
/// line is ever lost or doubled, whenever the machine stops. Not thread-safe.
///
/// Sorting only moves lines, so the size of both files together counts all lines ever written.
public final class Index implements AutoCloseable {
  private static final String SORTED = "index.cdxj";

  private final Path dir;
  private final Path sorted;
  private long base;
  private LineFile recent;

  private Index(Path dir, long base, LineFile recent) {
    this.dir = dir;
    this.base = base;
    this.sorted = dir.resolve(SORTED);
    this.recent = recent;
  }

  /// Opens the index with its first `bytes` bytes of lines; null when it has fewer.
  ///
  /// @param keep which lines of the sorted file are among them, should it have more
  public static @Nullable Index open(Path dir, long bytes, Predicate<String> keep)
      throws IOException {
    Files.createDirectories(dir);
    Path sorted = dir.resolve(SORTED);
    long base = LineFile.size(sorted);
    if (base > bytes) {
      CdxjSort.filter(sorted, keep);
      base = LineFile.size(sorted);
      if (base > bytes) {
        return null;
      }
    }
    Path recent = recent(dir, base);
    long rest = bytes - base;
    if (LineFile.size(recent) < rest) {
      return null;
    }
    Index index = new Index(dir, base, new LineFile(recent, rest));
    index.dropVoid();
    return index;
  }

  /// An empty index in place of whatever is there.
  public static Index create(Path dir) throws IOException {
    Files.createDirectories(dir);
    Files.deleteIfExists(dir.resolve(SORTED));
    Index index = new Index(dir, 0, new LineFile(recent(dir, 0), 0));
    index.dropVoid();
    return index;
  }

  private static Path recent(Path dir, long base) {
    return dir.resolve("recent-" + base + ".cdxj");
  }

  private void dropVoid() throws IOException {
    List<Path> files;
    try (Stream<Path> listed = Files.list(dir)) {
      files = listed.toList();
    }
    for (Path file : files) {
      String name = file.getFileName().toString();
      boolean ours = name.matches("recent-[0-9]+\\.cdxj|" + SORTED + "\\..*");
      if (ours && !file.equals(recent.path())) {
        Files.delete(file);
      }
    }
  }

  public long bytes() {
    return base + recent.size();
  }

  public LineFile lines() {
    return recent;
  }

  /// Sorts all lines into `index.cdxj`.
  public void merge() throws IOException {
    recent.sync();
    if (recent.size() > 0) {
      Path next = dir.resolve(SORTED + ".next");
      CdxjSort.merge(sorted, recent.path(), next);
      FaultPoint.INDEX_MERGED.passed();
      Files.move(next, sorted, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      DirectorySync.sync(dir);
      FaultPoint.INDEX_MOVED.passed();
      recent.close();
      Path old = recent.path();
      base = Files.size(sorted);
      recent = new LineFile(recent(dir, base), 0);
      Files.delete(old);
      FaultPoint.INDEX_OLD_DELETED.passed();
    }
  }

  @Override
  public void close() throws IOException {
    recent.close();
    if (recent.size() == 0) {
      Files.deleteIfExists(recent.path());
    }
  }
}
