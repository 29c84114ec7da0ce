package nephila.search;

import java.text.Normalizer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What a page is called as a whole: its title, the parts of its title, and what links to it say.
/// Each name becomes one word: `Hash Map`, `hash-map` and `HashMap` are all `hashmap`.
final class Names {
  private static final int LONGEST = 60;

  private Names() {}

  static String of(String title, List<Anchors.Text> anchors) {
    Set<String> names = new LinkedHashSet<>();
    add(names, title);
    for (String part : title.split("\\s+[-|\u2013\u2014\u00b7\u00bb:]\\s+|\\s*[(\\[:]\\s*")) {
      add(names, part);
    }
    for (Anchors.Text anchor : anchors) {
      add(names, anchor.text());
    }
    return String.join(" ", names);
  }

  private static void add(Set<String> names, String text) {
    String name = text.length() > 2 * LONGEST ? "" : joined(text);
    if (!name.isEmpty() && name.length() <= LONGEST) {
      names.add(name);
    }
  }

  /// Letters and digits alone, in lower case, without accents.
  static String joined(String text) {
    StringBuilder joined = new StringBuilder(text.length());
    Normalizer.normalize(text, Normalizer.Form.NFKD)
        .codePoints()
        .filter(Character::isLetterOrDigit)
        .map(Character::toLowerCase)
        .forEach(joined::appendCodePoint);
    return joined.toString();
  }
}
