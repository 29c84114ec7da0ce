package nephila.tables;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A heading and tabs between cells, for line tools. A tab or line break within a cell becomes a
/// blank.
final class TsvRows implements TableWriter.Rows {
  private final OutputStream out;
  private final List<Column> columns;
  private final StringBuilder line = new StringBuilder();

  TsvRows(OutputStream out, List<Column> columns) throws IOException {
    this.out = out;
    this.columns = columns;
    line.append(columns.stream().map(Column::name).collect(Collectors.joining("\t")));
    endLine();
  }

  @Override
  public void row(@Nullable Object[] cells) throws IOException {
    for (int i = 0; i < cells.length; i++) {
      Object cell = cells[i];
      line.append(i > 0 ? "\t" : "");
      if (cell != null) {
        String text = TextCells.text(columns.get(i), cell);
        line.append(text.replace('\t', ' ').replace('\n', ' ').replace('\r', ' '));
      }
    }
    endLine();
  }

  private void endLine() throws IOException {
    TextCells.write(out, line.append('\n'));
    line.setLength(0);
  }

  @Override
  public void end() throws IOException {
    out.flush();
  }
}
