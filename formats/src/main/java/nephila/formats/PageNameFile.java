package nephila.formats;

import java.nio.file.Path;
import nephila.Progress;
import nephila.graph.PageNames;

/// A text file whose line i is the name of page i, plain, gzip or zstd.
final class PageNameFile {
  private PageNameFile() {}

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
