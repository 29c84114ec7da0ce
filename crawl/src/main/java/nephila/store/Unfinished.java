package nephila.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What was begun in a crawl dir and cut off: folders that were to be moved up when they were whole
/// ([NewFolder]), and rebuilds.
public final class Unfinished {
  static final String FOLDER = ".unfinished-";
  private static final String REBUILD = "before-rebuild-";
  private static final String MARK = "unfinished";

  private Unfinished() {}

  /// Why there is no crawl in `dir`, and what helps.
  public static String noCrawl(Path dir) {
    if (!rebuilds(dir).isEmpty()) {
      return dir
          + ": a rebuild was cut off before it had anything; do it again: nephila rebuild "
          + dir;
    }
    if (!folders(dir).isEmpty()) {
      return dir
          + " holds no crawl: an import into it was cut off, and left nothing but "
          + folders(dir).getFirst().getFileName()
          + "; do it again";
    }
    return dir + " holds no crawl; start one with nephila crawl --dir";
  }

  /// Where the rebuild of this number keeps what was there before.
  public static Path rebuild(Path dir, int number) {
    return dir.resolve(REBUILD + number);
  }

  /// In the folder of a rebuild until one has come to its end.
  public static Path mark(Path rebuild) {
    return rebuild.resolve(MARK);
  }

  /// The folders of rebuilds that were cut off, the first first.
  public static List<Path> rebuilds(Path dir) {
    return IntStream.iterate(1, n -> Files.exists(rebuild(dir, n)), n -> n + 1)
        .mapToObj(n -> rebuild(dir, n))
        .filter(folder -> Files.exists(mark(folder)))
        .toList();
  }

  /// Folders that are being made, or were to be.
  public static List<Path> folders(Path dir) {
    if (!Files.isDirectory(dir)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(dir)) {
      return all.filter(each -> each.getFileName().toString().startsWith(FOLDER)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
