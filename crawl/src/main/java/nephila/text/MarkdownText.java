package nephila.text;

import java.util.Locale;

/// Text from the web as Markdown that means the same text: nothing in it becomes an element, a
/// link, an entity or HTML.
public final class MarkdownText {
  private static final String SPECIAL = "\\`*_[]<>|~#$";
  private static final int LONGEST_URL = 2048;

  private MarkdownText() {}

  /// The text, on whatever line it stands.
  public static String escaped(String text) {
    return escaped(text, true);
  }

  /// The text, which begins a line or not.
  static String escaped(String text, boolean begins) {
    StringBuilder to = new StringBuilder(text.length() + 16);
    boolean start = begins;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '&') {
        boolean entity = i + 1 < text.length() && isEntityStart(text.charAt(i + 1));
        to.append(entity ? "&amp;" : "&");
      } else if (c == '_' && inWord(text, i) || c == '#' && !start || c == '~' && !twin(text, i)) {
        to.append(c);
      } else if (SPECIAL.indexOf(c) >= 0 || start && beginsBlock(text, i)) {
        to.append('\\').append(c);
      } else if (start && c >= '0' && c <= '9') {
        i = number(text, i, to);
      } else {
        to.append(c);
      }
      start = c == '\n' || start && c == ' ';
    }
    return to.toString();
  }

  private static boolean isEntityStart(char c) {
    return c == '#' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  private static boolean inWord(String text, int at) {
    return at > 0
        && at + 1 < text.length()
        && Character.isLetterOrDigit(text.charAt(at - 1))
        && Character.isLetterOrDigit(text.charAt(at + 1));
  }

  private static boolean twin(String text, int at) {
    return at > 0 && text.charAt(at - 1) == '~' || text.startsWith("~~", at);
  }

  private static boolean beginsBlock(String text, int at) {
    return "+-=:".indexOf(text.charAt(at)) >= 0;
  }

  /// Digits at the start of a line, so that they begin no list.
  private static int number(String text, int from, StringBuilder to) {
    int end = from;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    to.append(text, from, end);
    if (end < text.length() && (text.charAt(end) == '.' || text.charAt(end) == ')')) {
      to.append('\\').append(text.charAt(end));
      return end;
    }
    return end - 1;
  }

  /// The target of a link, or empty where it is none that is safe to follow: http, https and mail
  /// addresses are, scripts and data are not.
  public static String target(String url) {
    String lower = CleanText.cut(url, 10).toLowerCase(Locale.ROOT);
    boolean safe =
        lower.startsWith("http://") || lower.startsWith("https://") || lower.startsWith("mailto:");
    if (!safe || url.length() > LONGEST_URL) {
      return "";
    }
    StringBuilder to = new StringBuilder(url.length());
    for (int i = 0; i < url.length(); i++) {
      char c = url.charAt(i);
      if (c <= ' ' || c == 0x7F || "()<>[]\\\"'`|{}^*".indexOf(c) >= 0) {
        to.append('%').append(String.format("%02X", (int) c));
      } else if (c > 0x7F
          && !CleanText.of(String.valueOf(c)).equals(String.valueOf(c))
          && !Character.isSurrogate(c)) {
        continue;
      } else {
        to.append(c);
      }
    }
    return CleanText.of(to.toString());
  }

  /// Inline code, with as many backticks around it as it takes.
  static String code(String text) {
    int run = longestRun(text);
    String fence = "`".repeat(run + 1);
    boolean pad = text.startsWith("`") || text.endsWith("`");
    return pad ? fence + " " + text + " " + fence : fence + text + fence;
  }

  /// A code block, with a fence that nothing in it can end.
  static String codeBlock(String language, String text) {
    String fence = "`".repeat(Math.max(3, longestRun(text) + 1));
    return fence + language + "\n" + text + "\n" + fence;
  }

  private static int longestRun(String text) {
    int longest = 0;
    int run = 0;
    for (int i = 0; i < text.length(); i++) {
      run = text.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    return longest;
  }
}
