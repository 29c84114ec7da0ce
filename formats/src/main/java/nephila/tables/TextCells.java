package nephila.tables;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/// How cells look in text formats.
final class TextCells {
  private TextCells() {}

  static String text(Column column, Object cell) {
    return column.kind() == Column.Kind.TIME
        ? Instant.ofEpochMilli((Long) cell).toString()
        : cell.toString();
  }

  static void write(OutputStream out, CharSequence line) throws IOException {
    out.write(line.toString().getBytes(StandardCharsets.UTF_8));
  }
}
