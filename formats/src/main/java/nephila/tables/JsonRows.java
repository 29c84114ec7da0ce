package nephila.tables;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A JSON object a line, cells that are null left out.
final class JsonRows implements TableWriter.Rows {
  private final OutputStream out;
  private final List<Column> columns;
  private final StringBuilder line = new StringBuilder();

  JsonRows(OutputStream out, List<Column> columns) {
    this.out = out;
    this.columns = columns;
  }

  @Override
  public void row(@Nullable Object[] cells) throws IOException {
    line.setLength(0);
    line.append('{');
    for (int i = 0; i < cells.length; i++) {
      Object cell = cells[i];
      if (cell != null) {
        Column column = columns.get(i);
        line.append(line.length() > 1 ? "," : "");
        quote(line, column.name());
        line.append(':');
        String text = TextCells.text(column, cell);
        boolean plain =
            column.kind() == Column.Kind.WHOLE
                || column.kind() == Column.Kind.REAL
                || column.kind() == Column.Kind.JSON;
        if (plain) {
          line.append(text);
        } else {
          quote(line, text);
        }
      }
    }
    TextCells.write(out, line.append("}\n"));
  }

  static void quote(StringBuilder to, String text) {
    to.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        to.append('\\').append(c);
      } else if (c == '\n') {
        to.append("\\n");
      } else if (c < ' ' || c == '\u2028' || c == '\u2029') {
        to.append(String.format("\\u%04x", (int) c));
      } else {
        to.append(c);
      }
    }
    to.append('"');
  }

  @Override
  public void end() throws IOException {
    out.flush();
  }
}
