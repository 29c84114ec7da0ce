package nephila.archive;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import nephila.archive.warc.Text;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;

/// The records of a WAT file, as Common Crawl publishes them: a WARC file whose metadata records
/// hold JSON about the records of another.
public final class WatRecords {
  private static final int MOST_BYTES = 64 << 20;

  private WatRecords() {}

  /// Who is given a record.
  @FunctionalInterface
  public interface Taker {
    /// @param offset where the record begins
    void take(Instant date, String json, long offset);
  }

  /// Gives every JSON record to `to`; reading ends at the first damage, which is counted.
  public static ReadTally read(Path file, Taker to) throws IOException {
    ReadTally tally = new ReadTally();
    String name = file.getFileName().toString();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long at = 0;
      WarcReader reader = null;
      while (true) {
        Instant date;
        String json;
        try {
          reader = reader == null ? new WarcReader(channel) : reader;
          Optional<WarcRecord> next = reader.next();
          if (next.isEmpty()) {
            break;
          }
          at = reader.position();
          WarcRecord record = next.get();
          String type = record.headers().first("Content-Type").orElse("");
          if (!record.type().equals("metadata") || !type.startsWith("application/json")) {
            continue;
          }
          json = new String(record.body().stream().readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
          date = Text.countable(record.date());
        } catch (IOException | RuntimeException e) {
          // The parser throws all kinds of exceptions at damaged records.
          tally.problem("damaged record, the rest is not read", name, at);
          break;
        }
        tally.page();
        to.take(date, json, at);
      }
    }
    return tally;
  }
}
