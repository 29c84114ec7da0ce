package nephila.search;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import nephila.UserError;

/// Which importance counts beside the text of a page.
public enum SearchRanking {
  /// What the whole web thinks of the page, as a community run has estimated it; where none has,
  /// the same as [#LOCAL].
  GLOBAL,
  /// What the pages of the crawl, or of the community, think of each other.
  LOCAL,
  /// None: the text alone.
  TEXT;

  /// The ranking of that name, as typed.
  public static SearchRanking named(String name) {
    for (SearchRanking ranking : values()) {
      if (ranking.toString().equals(name.toLowerCase(Locale.ROOT))) {
        return ranking;
      }
    }
    throw new UserError("no ranking '" + name + "': it is one of " + names());
  }

  /// All names, with commas.
  public static String names() {
    return Arrays.stream(values()).map(SearchRanking::toString).collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
