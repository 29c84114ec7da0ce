package nephila.frontier;

import java.util.Locale;

/// Which URLs to list or count: those that hold a text; all when it is empty.
record Filter(String text, boolean ignoreCase) {
  static final Filter ALL = new Filter("", false);

  boolean takes(String url) {
    return ignoreCase
        ? url.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT))
        : url.contains(text);
  }
}
