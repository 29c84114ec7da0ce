package nephila.text;

/// Text from the web without what could mislead those who read or show it.
public final class CleanText {
  private static final int FIRST_TAG = 0xE0000;
  private static final int LAST_TAG = 0xE007F;

  private CleanText() {}

  /// The text without control characters (tabs and line ends stay), characters that turn the
  /// direction of text, and invisible tags; half a surrogate pair becomes U+FFFD.
  public static String of(String text) {
    int bad = firstBad(text);
    if (bad == text.length()) {
      return text;
    }
    StringBuilder clean = new StringBuilder(text.length()).append(text, 0, bad);
    int at = bad;
    while (at < text.length()) {
      int c = text.codePointAt(at);
      at += Character.charCount(c);
      if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
        clean.append('\uFFFD');
      } else if (!dropped(c)) {
        clean.appendCodePoint(c);
      }
    }
    return clean.toString();
  }

  /// The same on one line, white space collapsed.
  public static String line(String text) {
    String clean = of(text);
    StringBuilder line = new StringBuilder(clean.length());
    boolean space = false;
    for (int i = 0; i < clean.length(); i++) {
      char c = clean.charAt(i);
      if (isSpace(c)) {
        space = !line.isEmpty();
      } else {
        if (space) {
          line.append(' ');
          space = false;
        }
        line.append(c);
      }
    }
    return line.toString();
  }

  /// The first `most` characters, never half of one.
  public static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    boolean half = Character.isHighSurrogate(text.charAt(most - 1));
    return text.substring(0, half ? most - 1 : most);
  }

  static boolean isSpace(int c) {
    return c == ' '
        || (c >= '\t' && c <= '\r')
        || c == 0xA0
        || c == 0x2028
        || c == 0x2029
        || c == 0x85;
  }

  private static int firstBad(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x7F ? Character.isSurrogate(c) || dropped(c) : c < ' ' && dropped(c)) {
        return i;
      }
    }
    return text.length();
  }

  private static boolean dropped(int c) {
    if (c < ' ') {
      return c != '\n' && c != '\t';
    }
    return (c >= 0x7F && c <= 0x9F)
        || (c >= 0x202A && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069)
        || c == 0x200B
        || c == 0xAD
        || c == 0xFEFF
        || (c >= FIRST_TAG && c <= LAST_TAG);
  }
}
