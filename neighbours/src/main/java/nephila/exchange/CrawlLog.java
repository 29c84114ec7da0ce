package nephila.exchange;

import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Consumer;
import nephila.Progress;
import org.jspecify.annotations.Nullable;

/// Reads Heritrix's `crawl.log`, which is ours too: columns parted by blanks, end of fetch, status
/// (negative: never became an answer), bytes, URL, discovery path, the page it was found on, type,
/// thread, start and duration, digest, source, annotations, and in newer versions JSON.
final class CrawlLog {
  private static final int COLUMNS = 12;
  private static final DateTimeFormatter OLD =
      DateTimeFormatter.ofPattern("uuuuMMddHHmmssSSS", Locale.ROOT);

  private CrawlLog() {}

  /// @param bytes −1 when it is not told, as is `millis`
  /// @param path how it was found, a letter a hop (L link, E embed, R redirect, P prerequisite …)
  record Line(
      long atMillis,
      int status,
      long bytes,
      String url,
      String path,
      String via,
      String mime,
      long millis,
      String digest,
      String notes) {}

  static void read(Path log, LineTally tally, Progress progress, Consumer<Line> to)
      throws IOException {
    TextFile.read(
        log,
        tally,
        progress,
        (number, text) -> {
          if (text.isBlank()) {
            return;
          }
          String[] columns = text.strip().split("\\s+", COLUMNS);
          if (columns.length < COLUMNS) {
            tally.problem(number, "fewer than 12 columns");
            return;
          }
          Line line = line(columns);
          if (line == null) {
            tally.problem(number, "no date or status");
          } else {
            to.accept(line);
          }
        });
  }

  private static @Nullable Line line(String[] columns) {
    try {
      String[] timing = columns[8].split("\\+");
      String[] notes = columns[11].split("\\s+", 2);
      return new Line(
          at(columns[0]),
          Integer.parseInt(columns[1]),
          columns[2].equals("-") ? -1 : Long.parseLong(columns[2]),
          columns[3],
          told(columns[4]),
          told(columns[5]),
          columns[6].equals("unknown") ? "" : told(columns[6]),
          timing.length == 2 ? Long.parseLong(timing[1]) : -1,
          told(columns[9]),
          told(notes[0]));
    } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
      return null;
    }
  }

  /// As today, or as Heritrix 1 wrote it: seventeen digits.
  private static long at(String date) {
    return date.contains("-")
        ? Instant.parse(date).toEpochMilli()
        : LocalDateTime.parse(date, OLD).toInstant(ZoneOffset.UTC).toEpochMilli();
  }

  private static String told(String column) {
    return column.equals("-") ? "" : column;
  }
}
