package nephila.tables;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Apache Parquet, format version 1: flat columns, all optional, values PLAIN in one data page a
/// column and row group, packed with zstd; what every reader reads. Checked against parquet-java
/// and hyparquet in tests.
///
/// A row group is written when it has 65,536 rows or 32 MiB; that much memory is needed.
///
/// Ours and not a library's: parquet-java with what it needs of Hadoop is 29 MB, DuckDB 74 MB, and
/// a flat table needs a small part of either (docs/decisions/own-code-and-libraries.md 100).
final class ParquetRows implements TableWriter.Rows {
  private static final byte[] MAGIC = {'P', 'A', 'R', '1'};
  private static final int GROUP_ROWS = 1 << 16;
  private static final int GROUP_BYTES = 32 << 20;

  private final OutputStream out;
  private final List<ParquetColumn> columns = new ArrayList<>();
  private final List<ParquetFooter.Group> groups = new ArrayList<>();
  private long at;
  private int rows;
  private long bytes;
  private long allRows;

  ParquetRows(OutputStream out, List<Column> named) throws IOException {
    this.out = out;
    named.forEach(column -> columns.add(new ParquetColumn(column)));
    write(MAGIC);
  }

  private void write(byte[] block) throws IOException {
    out.write(block);
    at += block.length;
  }

  @Override
  public void row(@Nullable Object[] cells) throws IOException {
    for (int i = 0; i < cells.length; i++) {
      bytes += columns.get(i).add(cells[i]);
    }
    rows++;
    if (rows == GROUP_ROWS || bytes >= GROUP_BYTES) {
      endGroup();
    }
  }

  private void endGroup() throws IOException {
    List<ParquetFooter.Chunk> chunks = new ArrayList<>();
    for (ParquetColumn column : columns) {
      long offset = at;
      ParquetColumn.Page page = column.page();
      write(page.head());
      write(page.packed());
      int head = page.head().length;
      chunks.add(
          new ParquetFooter.Chunk(
              column.column(), offset, rows, head + page.plainBytes(), at - offset));
    }
    groups.add(new ParquetFooter.Group(chunks, rows));
    allRows += rows;
    rows = 0;
    bytes = 0;
  }

  @Override
  public void end() throws IOException {
    if (rows > 0) {
      endGroup();
    }
    List<Column> named = columns.stream().map(ParquetColumn::column).toList();
    byte[] footer = ParquetFooter.of(named, groups, allRows);
    write(footer);
    byte[] length = new byte[4];
    for (int i = 0; i < 4; i++) {
      length[i] = (byte) (footer.length >>> 8 * i);
    }
    write(length);
    write(MAGIC);
    out.flush();
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
