package nephila.view;

import java.util.Comparator;

/// A site in a list. Its components are the fields of the API's JSON, by name.
///
/// @param importance of its living pages together
/// @param pages known
/// @param read of them
/// @param readable of them: read, waiting or under way; 0 where nothing of the site may be read. Of
///   a cluster all that its rules do not exclude
/// @param move places won since the last look, negative when lost
public record SiteRow(
    String site, double importance, long pages, long read, long readable, int move) {
  /// Sites of which something may be read first, and of these the most important.
  public static final Comparator<SiteRow> BEST_FIRST =
      Comparator.comparing((SiteRow row) -> row.readable == 0)
          .thenComparing(Comparator.comparingDouble(SiteRow::importance).reversed())
          .thenComparing(SiteRow::site);

  /// The two parts of a site together.
  public SiteRow and(SiteRow other) {
    return new SiteRow(
        site,
        importance + other.importance,
        pages + other.pages,
        read + other.read,
        readable + other.readable,
        move);
  }

  /// The same site, so many places further up than at the last look.
  public SiteRow moved(int places) {
    return new SiteRow(site, importance, pages, read, readable, places);
  }
}
