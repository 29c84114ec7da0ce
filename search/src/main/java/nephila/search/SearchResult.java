package nephila.search;

import java.time.Instant;
import java.util.List;

/// One page found.
///
/// @param importance relative to the mean page of the crawl (1 = average)
/// @param snippet passages of its text with the places of the matches
public record SearchResult(
    String url,
    String site,
    String title,
    String type,
    String language,
    Instant read,
    double importance,
    double score,
    Snippet snippet) {

  /// Plain text, never markup; `marks` are pairs of start and end of what matched.
  public record Snippet(String text, List<int[]> marks) {}
}
