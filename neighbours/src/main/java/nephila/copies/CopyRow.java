package nephila.copies;

import java.util.List;
import nephila.tables.Column;

/// A page that has a near copy of a text, as a row of a table.
///
/// @param readMillis when the page was read
public record CopyRow(String url, long readMillis, CopyTracker.Copy copy) {
  public static final List<Column> COLUMNS =
      List.of(
          Column.text("text"),
          Column.text("url"),
          Column.real("share"),
          Column.whole("words"),
          Column.whole("longest"),
          Column.text("passage"),
          Column.time("read"));

  /// The cells of [#COLUMNS].
  public Object[] cells() {
    return new Object[] {
      copy.text(),
      url,
      copy.share(),
      (long) copy.words(),
      (long) copy.longest(),
      copy.passage(),
      readMillis
    };
  }
}
