package nephila.server;

import java.util.Locale;

/// Which URLs to list or count: those that hold a text; all when it is empty.
record UrlTextFilter(String text, boolean ignoreCase) {
  static final UrlTextFilter ALL = new UrlTextFilter("", false);

  boolean takes(String url) {
    return ignoreCase
        ? url.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT))
        : url.contains(text);
  }
}
