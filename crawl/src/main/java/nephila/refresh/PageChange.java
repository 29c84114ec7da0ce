package nephila.refresh;

import java.util.Locale;

/// How what a page says today compares with the copy in the old crawl.
public enum PageChange {
  /// Not compared: no copy is known, or the page was not read whole.
  UNKNOWN,
  /// The same bytes, or the server says it is the same.
  SAME,
  /// Other bytes with nearly the same text.
  NEARLY,
  CHANGED;

  /// The name in the log and in lists; empty where nothing is known.
  public String shown() {
    return this == UNKNOWN ? "" : name().toLowerCase(Locale.ROOT);
  }

  static PageChange parse(String shown) {
    return shown.isEmpty() ? UNKNOWN : valueOf(shown.toUpperCase(Locale.ROOT));
  }
}
