package nephila.url;

import java.util.Locale;
import java.util.Set;

/// Session ids in URLs: a new spelling of the same page for every visitor. They are dropped from
/// the canonical form, because a crawler that keeps them reads the same pages for ever.
final class SessionIds {
  private static final Set<String> SURE =
      Set.of("jsessionid", "phpsessid", "aspsessionid", "cfid", "cftoken");

  /// Names that often mean something else too: dropped only when the value looks like an id.
  private static final Set<String> LIKELY = Set.of("sid", "sessionid", "session_id", "sessid", "s");

  private static final int ID_LENGTH = 24;

  private SessionIds() {}

  static boolean isParameter(String name, String value) {
    if (!isName(name)) {
      return false;
    }
    String lower = name.toLowerCase(Locale.ROOT);
    return SURE.contains(lower) || lower.startsWith("aspsessionid") || looksLikeId(value);
  }

  /// Whether a parameter of this name may be a session id.
  static boolean isName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return SURE.contains(lower) || LIKELY.contains(lower) || lower.startsWith("aspsessionid");
  }

  /// The same question about bytes, with rare false alarms and no missed id: cheap, no allocation.
  static boolean mayBeName(byte[] bytes, int from, int to) {
    int length = to - from;
    int last = bytes[to - 1] | 0x20;
    return switch (last) {
      case 'd' -> length == 3 || length == 4 || length == 6 || length >= 9;
      case 's' -> length == 1 || length > 11;
      case 'n' -> length == 7 || length > 11;
      default -> length > 11;
    };
  }

  private static boolean looksLikeId(String value) {
    if (value.length() < ID_LENGTH) {
      return false;
    }
    boolean digits = false;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (!UrlBytes.alphanumeric(c) && c != '-') {
        return false;
      }
      digits |= UrlBytes.digit(c);
    }
    return digits;
  }

  /// The path without `;jsessionid=…`.
  static String withoutPathParameter(String path) {
    int at = indexOfIgnoreCase(path, ";jsessionid=");
    if (at < 0) {
      return path;
    }
    int end = at + 1;
    while (end < path.length() && path.charAt(end) != ';' && path.charAt(end) != '/') {
      end++;
    }
    return withoutPathParameter(path.substring(0, at) + path.substring(end));
  }

  private static int indexOfIgnoreCase(String text, String sought) {
    for (int i = text.indexOf(';'); i >= 0; i = text.indexOf(';', i + 1)) {
      if (text.regionMatches(true, i, sought, 0, sought.length())) {
        return i;
      }
    }
    return -1;
  }
}
