package nephila.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import nephila.archive.cdx.IndexAndLogLines;
import nephila.archive.warc.ExchangeReader;
import org.jspecify.annotations.Nullable;

/// Walks through `crawl.log` beside the archive: every exchange has its line, in the same order,
/// and nothing else is there. After the first line that is another all would be, so it tells one.
final class LogCheck implements AutoCloseable {
  private final Path file;
  private final @Nullable BufferedReader lines;
  private final long committed;
  private long bytes;
  private long number;
  private boolean told;

  /// `committed`: bytes of the log that the store's last commit vouches for.
  LogCheck(Path file, long committed) throws IOException {
    this.file = file;
    this.committed = committed;
    this.lines = Files.exists(file) ? Files.newBufferedReader(file, ISO_8859_1) : null;
  }

  /// The next line should be that of this exchange; of one behind the commit it may be missing.
  Optional<String> expect(ExchangeReader.Group group, boolean isBehind) throws IOException {
    if (told || (isBehind && bytes >= committed)) {
      return Optional.empty();
    }
    String wanted = asRead(IndexAndLogLines.log(group));
    String line = lines == null ? null : lines.readLine();
    number++;
    bytes += line == null ? 0 : line.length() + 1;
    if (wanted.equals(line)) {
      return Optional.empty();
    }
    told = true;
    String what = line == null ? "is missing" : "is another";
    return Optional.of(
        "A2 %s:%d: the line of the exchange at offset %d %s"
            .formatted(file.getFileName(), number, group.offset(), what));
  }

  /// A line as a reader of bytes sees it.
  static String asRead(StringBuilder line) {
    return new String(line.toString().getBytes(UTF_8), ISO_8859_1).stripTrailing();
  }

  /// No line is left over of those the commit vouches for.
  Optional<String> end() throws IOException {
    if (told || lines == null || bytes >= committed || lines.readLine() == null) {
      return Optional.empty();
    }
    return Optional.of("A2 %s:%d: lines without an exchange".formatted(file.getFileName(), number));
  }

  @Override
  public void close() throws IOException {
    if (lines != null) {
      lines.close();
    }
  }
}
