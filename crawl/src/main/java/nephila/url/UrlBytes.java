package nephila.url;

/// What each character means inside a URL, by the tables of the crawler-commons normaliser.
final class UrlBytes {
  /// May stand as it is, anywhere in path or query.
  static final byte PLAIN = 0;

  static final byte SLASH = 1;
  static final byte DOT = 2;
  static final byte QUESTION = 3;
  static final byte HASH = 4;
  static final byte PERCENT = 5;
  static final byte COLON = 6;
  static final byte AMPERSAND = 7;
  static final byte EQUALS = 8;

  /// Needs the long way: an escape, a white space, a semicolon that may carry a session id …
  static final byte OTHER = 9;

  static final byte[] CLASS = new byte[128];

  private static final String HEX = "0123456789ABCDEF";

  static {
    for (int c = 0; c < 128; c++) {
      boolean plain = unreserved(c) || "!$'()*+,@".indexOf(c) >= 0;
      CLASS[c] = plain ? PLAIN : OTHER;
    }
    CLASS['/'] = SLASH;
    CLASS['.'] = DOT;
    CLASS['?'] = QUESTION;
    CLASS['#'] = HASH;
    CLASS['%'] = PERCENT;
    CLASS[':'] = COLON;
    CLASS['&'] = AMPERSAND;
    CLASS['='] = EQUALS;
  }

  private UrlBytes() {}

  /// RFC 3986 §2.3: the characters whose escapes mean nothing.
  static boolean unreserved(int c) {
    return alphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '~';
  }

  static boolean alphanumeric(int c) {
    return letter(c) || digit(c);
  }

  static boolean letter(int c) {
    int lower = c | 0x20;
    return lower >= 'a' && lower <= 'z';
  }

  static boolean digit(int c) {
    return c >= '0' && c <= '9';
  }

  /// Whether an ASCII character must be written as an escape in path and query.
  static boolean escaped(int c) {
    return c <= ' ' || c == 0x7F || "\"#<>[]^`{|}\\".indexOf(c) >= 0;
  }

  /// The value of a hexadecimal digit, or -1.
  static int hex(int c) {
    if (digit(c)) {
      return c - '0';
    }
    int lower = c | 0x20;
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  }

  static void escape(StringBuilder out, int octet) {
    out.append('%').append(HEX.charAt((octet >> 4) & 15)).append(HEX.charAt(octet & 15));
  }
}
