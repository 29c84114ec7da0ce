package nephila.links;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// Character references (HTML standard §13.2.5.72 ff.): `&amp;`, `&#38;`, `&#x26;`, and the old
/// ones that need no semicolon. In an attribute these stay as they are when a letter, digit or `=`
/// follows, so that `?a=1&copy=2` keeps its parameter.
final class Entities {
  private static final int LONGEST_NAME = 32;

  /// What the C1 controls mean to browsers: their characters in windows-1252.
  private static final String C1 =
      "\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F"
          + "\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178";

  /// Names, with their semicolon and, where allowed, without. Loaded when first needed.
  private static final class Names {
    static final Map<String, String> MEANING = load();

    private static Map<String, String> load() {
      Map<String, String> names = new HashMap<>(5000);
      InputStream file = Objects.requireNonNull(Entities.class.getResourceAsStream("entities.txt"));
      try (BufferedReader lines = new BufferedReader(new InputStreamReader(file, UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (!line.startsWith("#")) {
            add(names, line.split(" "));
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return names;
    }

    private static void add(Map<String, String> names, String[] fields) {
      StringBuilder meaning = new StringBuilder();
      for (int i = 1; i < fields.length; i++) {
        meaning.appendCodePoint(Integer.parseInt(fields[i], 16));
      }
      String name = fields[0];
      if (name.endsWith("*")) {
        name = name.substring(0, name.length() - 1);
        names.put(name, meaning.toString());
      }
      names.put(name + ";", meaning.toString());
    }
  }

  private Entities() {}

  static String decodeAttribute(String text) {
    return decode(text, true);
  }

  static String decodeText(String text) {
    return decode(text, false);
  }

  private static String decode(String text, boolean attribute) {
    int ampersand = text.indexOf('&');
    if (ampersand < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    int copied = 0;
    while (ampersand >= 0) {
      out.append(text, copied, ampersand);
      copied = reference(out, text, ampersand, attribute);
      ampersand = text.indexOf('&', copied);
    }
    return out.append(text, copied, text.length()).toString();
  }

  /// Appends the meaning of the reference at the ampersand, or the ampersand itself; returns where
  /// to go on.
  private static int reference(StringBuilder out, String text, int at, boolean attribute) {
    int i = at + 1;
    if (i < text.length() && text.charAt(i) == '#') {
      return numeric(out, text, at);
    }
    int end = i;
    while (end < text.length() && end - i < LONGEST_NAME && alphanumeric(text.charAt(end))) {
      end++;
    }
    if (end < text.length() && text.charAt(end) == ';') {
      String meaning = Names.MEANING.get(text.substring(i, end + 1));
      if (meaning != null) {
        out.append(meaning);
        return end + 1;
      }
    }
    for (int cut = end; cut > i + 1; cut--) {
      String meaning = Names.MEANING.get(text.substring(i, cut));
      if (meaning != null) {
        char next = cut < text.length() ? text.charAt(cut) : ' ';
        if (attribute && (next == '=' || alphanumeric(next))) {
          break;
        }
        out.append(meaning);
        return cut;
      }
    }
    out.append('&');
    return i;
  }

  private static int numeric(StringBuilder out, String text, int at) {
    int i = at + 2;
    boolean hex = i < text.length() && (text.charAt(i) | 0x20) == 'x';
    if (hex) {
      i++;
    }
    int digits = i;
    int codePoint = 0;
    int base = hex ? 16 : 10;
    for (; i < text.length() && text.charAt(i) < 128; i++) {
      int digit = Character.digit(text.charAt(i), base);
      if (digit < 0) {
        break;
      }
      codePoint = Math.min(codePoint * base + digit, 0x110000);
    }
    if (i == digits) {
      out.append(text, at, i);
      return i;
    }
    out.appendCodePoint(character(codePoint));
    return i < text.length() && text.charAt(i) == ';' ? i + 1 : i;
  }

  private static int character(int codePoint) {
    if (codePoint >= 0x80 && codePoint < 0xA0) {
      return C1.charAt(codePoint - 0x80);
    }
    boolean surrogate = codePoint >= 0xD800 && codePoint < 0xE000;
    return codePoint == 0 || surrogate || codePoint > 0x10FFFF ? 0xFFFD : codePoint;
  }

  private static boolean alphanumeric(char c) {
    int lower = c | 0x20;
    return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9');
  }
}
