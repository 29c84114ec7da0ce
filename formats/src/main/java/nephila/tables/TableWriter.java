package nephila.tables;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import nephila.graph.NewFile;
import org.jspecify.annotations.Nullable;

/// Writes a table row by row. The file appears when [#finish] was called, whole, or never. Text is
/// packed where the name ends in `.gz` or `.zst`; Parquet packs itself. One thread only.
public final class TableWriter implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final @Nullable NewFile file;
  private final @Nullable OutputStream packed;
  private final Rows rows;
  private final int columns;
  private long written;

  /// What a format does with rows.
  interface Rows {
    void row(@Nullable Object[] cells) throws IOException;

    /// Writes what is left and flushes.
    void end() throws IOException;
  }

  private TableWriter(
      @Nullable NewFile file, @Nullable OutputStream packed, Rows rows, List<Column> columns) {
    this.file = file;
    this.packed = packed;
    this.rows = rows;
    this.columns = columns.size();
  }

  public static TableWriter create(Path target, TableFormat format, List<Column> columns) {
    NewFile file = new NewFile(target);
    try {
      OutputStream raw = Files.newOutputStream(file.temporary());
      OutputStream packed = raw;
      if (format != TableFormat.PARQUET && target.toString().endsWith(".gz")) {
        packed = new GZIPOutputStream(raw, BUFFER);
      } else if (format != TableFormat.PARQUET && target.toString().endsWith(".zst")) {
        packed = new ZstdOutputStream(raw);
      }
      return new TableWriter(file, packed, rows(packed, format, columns), columns);
    } catch (IOException e) {
      throw file.failed(e);
    }
  }

  /// Writes to a stream that stays open.
  public static TableWriter to(OutputStream out, TableFormat format, List<Column> columns)
      throws IOException {
    return new TableWriter(null, null, rows(out, format, columns), columns);
  }

  private static Rows rows(OutputStream out, TableFormat format, List<Column> columns)
      throws IOException {
    OutputStream buffered = new BufferedOutputStream(out, BUFFER);
    return switch (format) {
      case CSV -> new CsvRows(buffered, columns);
      case TSV -> new TsvRows(buffered, columns);
      case JSONL -> new JsonRows(buffered, columns);
      case PARQUET -> new ParquetRows(buffered, columns);
    };
  }

  /// One cell a column, of the column's kind, or null.
  public void row(@Nullable Object... cells) throws IOException {
    assert cells.length == columns : cells.length + " cells for " + columns + " columns";
    try {
      rows.row(cells);
      written++;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private IOException failed(IOException e) throws IOException {
    if (file != null) {
      throw file.failed(e);
    }
    return e;
  }

  /// Rows written so far.
  public long rows() {
    return written;
  }

  /// Completes the table and puts the file into its place.
  public void finish() throws IOException {
    try {
      rows.end();
      if (packed != null) {
        packed.close();
      }
    } catch (IOException e) {
      throw failed(e);
    }
    if (file != null) {
      file.commit();
    }
  }

  @Override
  public void close() throws IOException {
    if (packed != null) {
      packed.close();
    }
    if (file != null) {
      file.close();
    }
  }
}
