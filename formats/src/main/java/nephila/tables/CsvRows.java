package nephila.tables;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// RFC 4180: a heading, commas, quotes where needed, CRLF. A text that a spreadsheet would take for
/// a formula (it begins with `=`, `+`, `-`, `@`, tab or return) gets an apostrophe before it: what
/// is written here comes from strangers.
final class CsvRows implements TableWriter.Rows {
  private final OutputStream out;
  private final List<Column> columns;
  private final StringBuilder line = new StringBuilder();

  CsvRows(OutputStream out, List<Column> columns) throws IOException {
    this.out = out;
    this.columns = columns;
    for (int i = 0; i < columns.size(); i++) {
      cell(i, columns.get(i).name(), false);
    }
    endLine();
  }

  @Override
  public void row(@Nullable Object[] cells) throws IOException {
    for (int i = 0; i < cells.length; i++) {
      Column column = columns.get(i);
      Object cell = cells[i];
      String text = cell == null ? "" : TextCells.text(column, cell);
      cell(i, text, column.kind() == Column.Kind.TEXT || column.kind() == Column.Kind.JSON);
    }
    endLine();
  }

  private void cell(int number, String text, boolean guarded) {
    if (number > 0) {
      line.append(',');
    }
    boolean formula = guarded && !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
    String safe = formula ? "'" + text : text;
    boolean quoted = false;
    for (int i = 0; i < safe.length() && !quoted; i++) {
      quoted = ",\"\r\n".indexOf(safe.charAt(i)) >= 0;
    }
    line.append(quoted ? '"' + safe.replace("\"", "\"\"") + '"' : safe);
  }

  private void endLine() throws IOException {
    TextCells.write(out, line.append("\r\n"));
    line.setLength(0);
  }

  @Override
  public void end() throws IOException {
    out.flush();
  }
}
