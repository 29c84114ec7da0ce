package nephila.search;

import java.time.Instant;
import java.util.List;

/// One page found.
///
/// @param importance relative to the mean page (1 = average): the one that the results were ranked
///   by, or would have been where they were ranked by text alone
/// @param global the same in the whole web, as a community run has estimated it; 0 where unknown
/// @param local the same in the crawl or the community itself; 0 where unknown
/// @param snippet passages of its text with the places of the matches
public record SearchResult(
    String url,
    String site,
    String title,
    String type,
    String language,
    Instant read,
    double importance,
    double global,
    double local,
    double score,
    Snippet snippet) {

  /// Plain text, never markup; `marks` are pairs of start and end of what matched.
  public record Snippet(String text, List<int[]> marks) {}
}
