package nephila.archive.cdx;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The index of a crawl dir as one sorted file, whether or not the crawl is running.
public final class WholeIndex {
  private WholeIndex() {}

  /// Writes all lines, sorted by bytes, to `to`; the crawl's own files are not touched.
  public static void write(Path crawlDir, Path to) throws IOException {
    Path dir = crawlDir.resolve("indexes");
    Path sorted = dir.resolve("index.cdxj");
    Path recent = dir.resolve("recent-" + LineFile.size(sorted) + ".cdxj");
    if (LineFile.size(recent) > 0) {
      CdxjSort.merge(sorted, recent, to);
    } else if (Files.exists(sorted)) {
      Files.copy(sorted, to);
    } else {
      Files.createFile(to);
    }
  }
}
