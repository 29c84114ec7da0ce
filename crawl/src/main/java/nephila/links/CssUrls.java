package nephila.links;

import java.util.Locale;

/// Finds what a style sheet asks for: `url()`, `@import`, the strings of `image-set()`. One pass
/// over its tokens (CSS Syntax 3 §4), with no tree: comments, escapes, broken strings and broken
/// URLs end where the standard ends them. `@namespace`, whose URL is a name, asks for nothing, nor
/// does an `@import` behind a rule.
///
/// Linear in the length of the style sheet, memory for the depth of its functions. Not thread-safe.
final class CssUrls {
  /// Is shown each reference as it is met.
  interface Consumer {
    /// @param style whether another style sheet is meant
    void sees(String reference, boolean style);
  }

  private static final int OTHER = 0;
  private static final int URL = 1;
  private static final int IMAGES = 2;

  /// Deeper functions count as the last.
  private static final int DEEPEST = 256;

  private final String text;
  private final Consumer found;
  private final int[] functions = new int[DEEPEST];
  private int depth;
  private int blocks;
  private boolean imports;
  private boolean importing;
  private boolean naming;
  private int at;

  /// @param sheet whether it is a style sheet, which may import others; else declarations alone, as
  ///   in a style attribute
  CssUrls(String text, boolean sheet, Consumer found) {
    this.text = text;
    this.found = found;
    this.imports = sheet;
  }

  void read() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '/' && next(1) == '*') {
        int end = text.indexOf("*/", at + 2);
        at = end < 0 ? text.length() : end + 2;
      } else if (c == '"' || c == '\'') {
        string();
      } else if (text.startsWith("<!--", at)) {
        at += 4; // a token of its own, as -->: no name begins in it
      } else if (text.startsWith("-->", at)) {
        at += 3;
      } else if (c == '@') {
        at++;
        atRule(name());
      } else if (startsName(at)) {
        word();
      } else if (c == '#' || (c >= '0' && c <= '9')) {
        at++;
        name(); // a hash, or a number with its unit: never the name of a function
      } else {
        punctuation(c);
      }
    }
  }

  private void punctuation(char c) {
    at++;
    switch (c) {
      case '(' -> open(OTHER);
      case ')' -> depth = Math.max(0, depth - 1);
      case '{' -> {
        end();
        blocks++;
        imports = false;
      }
      case '}' -> {
        end();
        blocks = Math.max(0, blocks - 1);
      }
      case ';' -> end();
      default -> {}
    }
  }

  /// The end of a statement: whatever was open in it is closed.
  private void end() {
    importing = false;
    naming = false;
    depth = 0;
  }

  private void open(int kind) {
    if (depth < DEEPEST) {
      functions[depth] = kind;
    }
    depth++;
  }

  private int function() {
    return depth == 0 ? OTHER : functions[Math.min(depth, DEEPEST) - 1];
  }

  private void atRule(String name) {
    switch (name.toLowerCase(Locale.ROOT)) {
      case "import" -> importing = imports && blocks == 0;
      case "namespace" -> {
        naming = true;
        imports = false;
      }
      default -> {}
    }
  }

  /// A word, or a function that begins with it.
  private void word() {
    String name = name();
    if (next(0) != '(') {
      return;
    }
    at++;
    switch (name.toLowerCase(Locale.ROOT)) {
      case "url" -> url();
      case "image-set", "-webkit-image-set" -> open(IMAGES);
      default -> open(OTHER);
    }
  }

  /// Behind `url(`: a quoted one is a function with a string in it.
  private void url() {
    int from = at;
    skipSpace();
    if (next(0) == '"' || next(0) == '\'') {
      open(URL);
      return;
    }
    at = from;
    skipSpace();
    StringBuilder value = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == ')') {
        break;
      }
      if (space(c)) {
        skipSpace();
        if (at < text.length() && text.charAt(at) != ')') {
          skipBroken();
          return;
        }
      } else if (c == '\\' && startsEscape(at)) {
        escape(value);
      } else if (c == '"' || c == '\'' || c == '(' || c == '\\' || unprintable(c)) {
        skipBroken();
        return;
      } else {
        value.append(c);
        at++;
      }
    }
    at++;
    found(value.toString());
  }

  /// Passes over the rest of a broken URL.
  private void skipBroken() {
    while (at < text.length() && text.charAt(at) != ')') {
      at += startsEscape(at) ? 2 : 1;
    }
    at++;
  }

  private void string() {
    char quote = text.charAt(at++);
    StringBuilder value = new StringBuilder();
    while (at < text.length() && text.charAt(at) != quote) {
      char c = text.charAt(at);
      if (newline(c)) {
        return; // broken: what follows is read anew
      }
      if (c != '\\') {
        value.append(c);
        at++;
      } else if (at + 1 == text.length()) {
        at++;
      } else if (newline(text.charAt(at + 1))) {
        at += text.startsWith("\r\n", at + 1) ? 3 : 2;
      } else {
        escape(value);
      }
    }
    at++;
    int in = function();
    if (in == URL) {
      functions[Math.min(depth, DEEPEST) - 1] = OTHER; // what follows are its modifiers
    }
    if (in == URL || in == IMAGES || (importing && depth == 0)) {
      found(value.toString());
    }
  }

  private void found(String reference) {
    if (!naming) {
      found.sees(reference, importing);
    }
    importing = false;
  }

  /// Reads a name; empty when none begins here.
  private String name() {
    int from = at;
    while (at < text.length() && plainInName(text.charAt(at))) {
      at++;
    }
    if (!startsEscape(at)) {
      return text.substring(from, at);
    }
    StringBuilder name = new StringBuilder().append(text, from, at);
    while (at < text.length()) {
      if (plainInName(text.charAt(at))) {
        name.append(text.charAt(at++));
      } else if (startsEscape(at)) {
        escape(name);
      } else {
        break;
      }
    }
    return name.toString();
  }

  /// Reads an escape: up to six hexadecimal digits and a space, or any one character.
  private void escape(StringBuilder to) {
    at++;
    int digits = at;
    int value = 0;
    while (at < text.length() && at < digits + 6 && hex(text.charAt(at)) >= 0) {
      value = value * 16 + hex(text.charAt(at++));
    }
    if (at == digits) {
      if (at < text.length()) {
        int codePoint = text.codePointAt(at);
        to.appendCodePoint(codePoint);
        at += Character.charCount(codePoint);
      }
      return;
    }
    if (at < text.length() && space(text.charAt(at))) {
      at += text.startsWith("\r\n", at) ? 2 : 1;
    }
    boolean none =
        value == 0 || value > Character.MAX_CODE_POINT || (value >= 0xD800 && value < 0xE000);
    to.appendCodePoint(none ? 0xFFFD : value);
  }

  private boolean startsEscape(int i) {
    return i < text.length()
        && text.charAt(i) == '\\'
        && i + 1 < text.length()
        && !newline(text.charAt(i + 1));
  }

  private boolean startsName(int i) {
    char c = text.charAt(i);
    return (plainInName(c) && (c < '0' || c > '9')) || startsEscape(i);
  }

  private static boolean plainInName(char c) {
    int lower = c | 0x20;
    return (lower >= 'a' && lower <= 'z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_'
        || c >= 0x80;
  }

  private char next(int ahead) {
    return at + ahead < text.length() ? text.charAt(at + ahead) : 0;
  }

  private void skipSpace() {
    while (at < text.length() && space(text.charAt(at))) {
      at++;
    }
  }

  private static int hex(char c) {
    return c < 128 ? Character.digit(c, 16) : -1;
  }

  private static boolean newline(char c) {
    return c == '\n' || c == '\r' || c == '\f';
  }

  private static boolean space(char c) {
    return c == ' ' || c == '\t' || newline(c);
  }

  private static boolean unprintable(char c) {
    return c < 9 || c == 0x0B || (c > 0x0D && c < 0x20) || c == 0x7F;
  }
}
