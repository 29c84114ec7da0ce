package nephila.search;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// How a page begins to speak of its subject: its title, and what stands behind the heading that
/// says the title again, up to [#LONGEST] characters. A page without such a heading begins behind
/// its first one, one without headings at its start.
///
/// What people remember of a page is mostly said there; the rest of a long page speaks of details
/// that many pages share.
final class Lead {
  static final int LONGEST = 900;

  private Lead() {}

  static String of(String title, List<String> headings, String text) {
    int start = 0;
    int most = 0;
    Set<String> named = words(title);
    int from = 0;
    for (String heading : headings) {
      int at = heading.isBlank() ? -1 : text.indexOf(heading, from);
      if (at < 0) {
        continue;
      }
      from = at + heading.length();
      int shared = shared(heading, named);
      if (start == 0 && most == 0 || shared > most) {
        start = from;
        most = Math.max(most, shared);
      }
    }
    int end = Math.min(text.length(), start + LONGEST);
    int space = end == text.length() ? end : text.lastIndexOf(' ', end);
    return title + "\n" + text.substring(start, Math.max(start, space)).strip();
  }

  private static int shared(String heading, Set<String> named) {
    int shared = 0;
    for (String word : words(heading)) {
      shared += named.contains(word) ? 1 : 0;
    }
    return shared;
  }

  private static Set<String> words(String text) {
    Set<String> words = new HashSet<>();
    for (String word : text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+")) {
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
    return words;
  }
}
