package nephila.links;

import org.jspecify.annotations.Nullable;

/// The content of `<meta http-equiv=refresh>` (HTML standard §4.2.5.3): `5; url=next.html`.
final class MetaRefresh {
  private MetaRefresh() {}

  /// Where it leads; null when it only reloads the page, or says nothing.
  static @Nullable String target(String content) {
    String text = content.strip();
    int i = 0;
    while (i < text.length() && (Character.isDigit(text.charAt(i)) || text.charAt(i) == '.')) {
      i++;
    }
    if (i == 0) {
      return null;
    }
    String rest = text.substring(i).strip();
    if (rest.startsWith(";") || rest.startsWith(",")) {
      rest = rest.substring(1).strip();
    }
    if (rest.regionMatches(true, 0, "url", 0, 3)) {
      String after = rest.substring(3).strip();
      if (after.startsWith("=")) {
        rest = after.substring(1).strip();
      }
    }
    if (!rest.isEmpty() && (rest.charAt(0) == '"' || rest.charAt(0) == '\'')) {
      int close = rest.indexOf(rest.charAt(0), 1);
      rest = close < 0 ? rest.substring(1) : rest.substring(1, close);
    }
    return rest.isEmpty() ? null : rest;
  }
}
