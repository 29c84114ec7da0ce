package nephila.copies;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import nephila.archive.ArchiveFollower;
import nephila.archive.warc.ArchivePosition;
import nephila.exchange.text.AppendedFile;
import nephila.tables.TableFormat;
import nephila.tables.TableWriter;

/// Looks for near copies in the pages of a crawl while it runs, and appends what it finds to
/// `copies.jsonl` in the crawl dir. Whole after `kill -9`, see [AppendedFile]. Not thread-safe.
public final class CopyFollowing implements Closeable {
  /// The file in a crawl dir that has the copies found.
  public static final String FILE = "copies.jsonl";

  private final ArchiveFollower archive;
  private final ArchivedCopies copies;
  private final AppendedFile lines;
  private long found;

  private CopyFollowing(Path dir, CopyTracker tracker) throws IOException {
    this.archive = new ArchiveFollower(dir);
    this.copies = new ArchivedCopies(tracker);
    this.lines = AppendedFile.open(dir, dir.resolve(FILE), ".follows");
  }

  public static CopyFollowing begin(Path dir, CopyTracker tracker) throws IOException {
    return new CopyFollowing(dir, tracker);
  }

  /// Copies found so far in this run.
  public long found() {
    return found;
  }

  /// Looks at what the archive has got since.
  public void follow() throws IOException {
    ArchivePosition from = lines.taken();
    List<CopyRow> rows = new ArrayList<>();
    ArchivePosition upTo = archive.read(from, page -> rows.addAll(copies.of(page)));
    if (upTo.compareTo(from) <= 0) {
      return;
    }
    if (!rows.isEmpty()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      TableWriter table = TableWriter.to(bytes, TableFormat.JSONL, CopyRow.COLUMNS);
      for (CopyRow row : rows) {
        table.row(row.cells());
      }
      table.finish();
      lines.append(bytes.toByteArray());
    }
    found += rows.size();
    lines.commit(upTo, "");
  }

  @Override
  public void close() throws IOException {
    copies.close();
    lines.close();
  }
}
