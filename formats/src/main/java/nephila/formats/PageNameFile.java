package nephila.formats;

import java.nio.file.Files;
import java.nio.file.Path;
import nephila.Progress;
import nephila.graph.PageNames;
import org.jspecify.annotations.Nullable;

/// A text file whose line i is the name of page i, plain, gzip or zstd.
///
/// Published graphs have it beside them, under the same name with the ending `.urls`: `web.urls.gz`
/// beside `web.graph`, `web.edges.gz` or `web.txt`. (Our CSR file has names inside.)
public final class PageNameFile {
  private static final String ENDINGS = "(\\.(txt|tsv|edges|graph|properties))?(\\.(gz|zst))?$";

  private PageNameFile() {}

  /// The file of names to write beside a graph of that name.
  static Path newBeside(String graph) {
    return named(graph, ".urls.gz");
  }

  /// The file of names beside a graph, if there is one.
  public static @Nullable Path beside(String graph) {
    for (String ending : new String[] {".urls.gz", ".urls.zst", ".urls"}) {
      Path file = named(graph, ending);
      if (Files.isRegularFile(file)) {
        return file;
      }
    }
    return null;
  }

  private static Path named(String graph, String ending) {
    return Path.of(graph.replaceFirst(ENDINGS, "") + ending);
  }

  static PageNames read(Path file, Progress progress) {
    PageNames.Builder names = new PageNames.Builder();
    try (TextLines lines = TextSource.open(file, progress)) {
      while (lines.at < lines.end || lines.refill()) {
        int from = lines.at;
        lines.skipLine();
        int to = lines.at - 1;
        if (to > from && lines.window[to - 1] == '\r') {
          to--;
        }
        names.add(lines.window, from, to - from);
      }
    }
    return names.build();
  }
}
