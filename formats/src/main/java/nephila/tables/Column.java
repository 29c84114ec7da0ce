package nephila.tables;

/// A column of a table: its name and what its cells are. Any cell may be null.
public record Column(String name, Kind kind) {
  /// What a cell is.
  public enum Kind {
    /// A `String`.
    TEXT,
    /// A `Long`.
    WHOLE,
    /// A `Double`.
    REAL,
    /// A `Long`, milliseconds since 1970; shown as ISO 8601 in text.
    TIME,
    /// A `String` that is one JSON value on one line: itself in JSON lines, text elsewhere.
    JSON
  }

  public static Column text(String name) {
    return new Column(name, Kind.TEXT);
  }

  public static Column whole(String name) {
    return new Column(name, Kind.WHOLE);
  }

  public static Column real(String name) {
    return new Column(name, Kind.REAL);
  }

  public static Column time(String name) {
    return new Column(name, Kind.TIME);
  }

  public static Column json(String name) {
    return new Column(name, Kind.JSON);
  }
}
