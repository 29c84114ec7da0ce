package nephila.lab.report;

import java.util.ArrayList;
import java.util.List;

/// A table of a chapter: a caption, columns, and rows of numbers and words. Immutable; every call
/// gives a new table.
///
/// @param rows cells are strings or numbers, as many as there are columns
public record Table(String caption, List<String> columns, List<List<Object>> rows) {
  public Table {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  public static Table of(String caption, String... columns) {
    return new Table(caption, List.of(columns), List.of());
  }

  /// Adds a row.
  public Table row(Object... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(
          cells.length + " cells in table '" + caption + "' of " + columns.size() + " columns");
    }
    List<List<Object>> more = new ArrayList<>(rows);
    more.add(List.of(cells));
    return new Table(caption, columns, more);
  }
}
