package nephila.tables;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/// The cells of one column of a row group, until they are written as a page.
final class ParquetColumn {
  private static final int LEVEL = 3;

  private final Column column;
  private final ByteArrayOutputStream values = new ByteArrayOutputStream(1 << 12);
  private final ByteArrayOutputStream levels = new ByteArrayOutputStream(64);
  private int cells;
  private int run;
  private boolean runPresent;

  ParquetColumn(Column column) {
    this.column = column;
  }

  Column column() {
    return column;
  }

  /// @param head the page's header
  /// @param packed its content
  /// @param plainBytes length of the content unpacked
  record Page(byte[] head, byte[] packed, int plainBytes) {}

  /// Returns about how many bytes the cell took.
  int add(@Nullable Object cell) {
    boolean present = cell != null;
    if (run > 0 && present != runPresent) {
      endRun();
    }
    runPresent = present;
    run++;
    cells++;
    if (cell == null) {
      return 0;
    }
    int before = values.size();
    switch (column.kind()) {
      case TEXT, JSON -> {
        byte[] text = ParquetRows.utf8((String) cell);
        fixed(text.length, 4);
        values.writeBytes(text);
      }
      case WHOLE, TIME -> fixed((Long) cell, 8);
      case REAL -> fixed(Double.doubleToLongBits((Double) cell), 8);
    }
    return values.size() - before;
  }

  private void fixed(long value, int bytes) {
    for (int i = 0; i < bytes; i++) {
      values.write((int) (value >>> 8 * i));
    }
  }

  /// Definition levels (1 for a value, 0 for null) as runs: twice the length, then the level.
  private void endRun() {
    Thrift.varint(levels, (long) run << 1);
    levels.write(runPresent ? 1 : 0);
    run = 0;
  }

  /// Takes the cells gathered so far as a page.
  Page page() {
    endRun();
    byte[] plain = new byte[4 + levels.size() + values.size()];
    for (int i = 0; i < 4; i++) {
      plain[i] = (byte) (levels.size() >>> 8 * i);
    }
    System.arraycopy(levels.toByteArray(), 0, plain, 4, levels.size());
    System.arraycopy(values.toByteArray(), 0, plain, 4 + levels.size(), values.size());
    byte[] packed = Zstd.compress(plain, LEVEL);
    byte[] head = ParquetFooter.pageHead(cells, plain.length, packed.length);
    values.reset();
    levels.reset();
    cells = 0;
    return new Page(head, packed, plain.length);
  }
}
