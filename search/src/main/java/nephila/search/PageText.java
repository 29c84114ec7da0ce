package nephila.search;

import java.time.Instant;
import java.util.List;

/// What the index keeps of a page. Every field may come from the web: nothing is trusted, long
/// fields are cut by the index.
///
/// @param url the address the page was read from, its key
/// @param site the site it belongs to
/// @param title its title, empty where it has none
/// @param headings its headings, one a line
/// @param text its visible text
/// @param anchors the texts of links that point to it
/// @param language two-letter code, empty where unknown
/// @param type content type without parameters
/// @param read when it was read
/// @param importance its share of the whole importance
public record PageText(
    String url,
    String site,
    String title,
    String headings,
    String text,
    List<String> anchors,
    String language,
    String type,
    Instant read,
    double importance) {

  PageText with(List<String> otherAnchors) {
    return new PageText(
        url, site, title, headings, text, otherAnchors, language, type, read, importance);
  }
}
