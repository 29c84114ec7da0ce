package nephila.search;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What the user asked for. Anything typed is a query: what cannot be understood as an operator is
/// a word.
///
/// A single letter after a minus is a word (`tail -f`).
///
/// `words "a phrase" -without site:example.org type:application/pdf intitle:word after:2024-01-31
/// before:2025-01-01`
///
/// @param words words wanted, as typed
/// @param phrases phrases that must occur
/// @param without words that must not occur
/// @param titleWords words that must occur in the title
/// @param sites sites or hosts to which results are limited
/// @param types content types (or their beginnings) to which results are limited
/// @param after first day wanted
/// @param before first day not wanted
public record SearchQuery(
    List<String> words,
    List<String> phrases,
    List<String> without,
    List<String> titleWords,
    List<String> sites,
    List<String> types,
    @Nullable LocalDate after,
    @Nullable LocalDate before) {

  /// Longer queries are cut: nobody types them.
  private static final int MOST_PARTS = 64;

  /// Reads what the user typed; never fails.
  public static SearchQuery parse(String typed) {
    Reader reader = new Reader();
    int at = 0;
    for (int parts = 0; at < typed.length() && parts < MOST_PARTS; ) {
      char c = typed.charAt(at);
      if (Character.isWhitespace(c)) {
        at++;
        continue;
      }
      int end = c == '"' ? phraseEnd(typed, at + 1) : wordEnd(typed, at);
      reader.part(typed.substring(at, end));
      at = end;
      parts++;
    }
    return reader.query();
  }

  /// Whether nothing was asked for.
  public boolean empty() {
    return words.isEmpty() && phrases.isEmpty() && titleWords.isEmpty();
  }

  private static int phraseEnd(String typed, int from) {
    int end = typed.indexOf('"', from);
    return end < 0 ? typed.length() : end + 1;
  }

  private static int wordEnd(String typed, int from) {
    int end = from;
    while (end < typed.length() && !Character.isWhitespace(typed.charAt(end))) {
      if (typed.charAt(end) == '"') {
        return phraseEnd(typed, end + 1);
      }
      end++;
    }
    return end;
  }

  private static final class Reader {
    private final List<String> words = new ArrayList<>();
    private final List<String> phrases = new ArrayList<>();
    private final List<String> without = new ArrayList<>();
    private final List<String> titleWords = new ArrayList<>();
    private final List<String> sites = new ArrayList<>();
    private final List<String> types = new ArrayList<>();
    private @Nullable LocalDate after;
    private @Nullable LocalDate before;

    void part(String part) {
      if (part.startsWith("\"")) {
        add(phrases, part.replace("\"", "").strip());
      } else if (part.startsWith("-") && part.length() > 2) {
        add(without, part.substring(1).replace("\"", ""));
      } else {
        int colon = part.indexOf(':');
        String value = part.substring(colon + 1).replace("\"", "");
        if (colon <= 0 || value.isEmpty() || !operator(part.substring(0, colon), value)) {
          add(words, part);
        }
      }
    }

    private boolean operator(String name, String value) {
      String lower = value.toLowerCase(Locale.ROOT);
      return switch (name.toLowerCase(Locale.ROOT)) {
        case "site" -> add(sites, lower);
        case "type" -> add(types, lower);
        case "intitle" -> add(titleWords, value);
        case "after" -> (after = date(value)) != null;
        case "before" -> (before = date(value)) != null;
        default -> false;
      };
    }

    private static boolean add(List<String> to, String value) {
      return value.isBlank() || to.add(value);
    }

    /// A year of four digits; what lies beyond cannot even be counted in milliseconds.
    private static final int LAST_YEAR = 9999;

    private static @Nullable LocalDate date(String value) {
      String whole =
          switch (value.length()) {
            case 4 -> value + "-01-01";
            case 7 -> value + "-01";
            default -> value;
          };
      try {
        LocalDate day = LocalDate.parse(whole);
        return Math.abs(day.getYear()) > LAST_YEAR ? null : day;
      } catch (DateTimeException e) {
        return null;
      }
    }

    SearchQuery query() {
      return new SearchQuery(
          List.copyOf(words),
          List.copyOf(phrases),
          List.copyOf(without),
          List.copyOf(titleWords),
          List.copyOf(sites),
          List.copyOf(types),
          after,
          before);
    }
  }
}
