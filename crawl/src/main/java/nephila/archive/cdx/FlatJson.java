package nephila.archive.cdx;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads a JSON object of strings and numbers, as index lines are; nested values are skipped.
/// Anything that is not JSON ends as null. Not thread-safe.
public final class FlatJson {
  private static final int MAX_DEPTH = 32;

  private final String text;
  private int at;

  private FlatJson(String text) {
    this.text = text;
  }

  /// The members whose values are strings, numbers or words, by name; null when it is no object.
  public static @Nullable Map<String, String> read(String text) {
    FlatJson json = new FlatJson(text);
    try {
      Map<String, String> members = json.object();
      json.blanks();
      return json.at == text.length() ? members : null;
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      return null;
    }
  }

  private @Nullable Map<String, String> object() {
    Map<String, String> members = new HashMap<>();
    blanks();
    if (!taken('{')) {
      return null;
    }
    blanks();
    if (taken('}')) {
      return members;
    }
    do {
      blanks();
      String name = string();
      blanks();
      if (name == null || !taken(':')) {
        return null;
      }
      blanks();
      char c = text.charAt(at);
      if (c == '{' || c == '[') {
        skip();
      } else {
        String value = c == '"' ? string() : word();
        if (value == null) {
          return null;
        }
        members.put(name, value);
      }
      blanks();
    } while (taken(','));
    return taken('}') ? members : null;
  }

  private @Nullable String string() {
    if (!taken('"')) {
      return null;
    }
    StringBuilder value = new StringBuilder();
    while (text.charAt(at) != '"') {
      char c = text.charAt(at++);
      if (c == '\\') {
        char escaped = text.charAt(at++);
        switch (escaped) {
          case 'n' -> value.append('\n');
          case 't' -> value.append('\t');
          case 'r' -> value.append('\r');
          case 'b' -> value.append('\b');
          case 'f' -> value.append('\f');
          case 'u' -> {
            value.append((char) Integer.parseInt(text, at, at + 4, 16));
            at += 4;
          }
          default -> value.append(escaped);
        }
      } else {
        value.append(c);
      }
    }
    at++;
    return value.toString();
  }

  private @Nullable String word() {
    int from = at;
    while (at < text.length() && ",}] \t".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return at == from ? null : text.substring(from, at);
  }

  /// Passes over an object or array.
  private void skip() {
    int depth = 0;
    do {
      char c = text.charAt(at);
      if (c == '"') {
        string();
        continue;
      }
      if (c == '{' || c == '[') {
        depth++;
      } else if (c == '}' || c == ']') {
        depth--;
      }
      at++;
    } while (depth > 0 && depth < MAX_DEPTH);
  }

  private void blanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private boolean taken(char c) {
    boolean there = at < text.length() && text.charAt(at) == c;
    if (there) {
      at++;
    }
    return there;
  }
}
