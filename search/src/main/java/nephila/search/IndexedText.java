package nephila.search;

import java.time.Instant;

/// What the index keeps of a page. Every field may come from the web: nothing is trusted, long
/// fields are cut by the index. The texts of links that point to a page are put apart, with the
/// page they stand on ([SearchIndex#putLinks]).
///
/// @param url the address the page was read from, its key
/// @param hash 64 bits of the URL, by which links and importance know it
/// @param site the site it belongs to
/// @param title its title, empty where it has none
/// @param headings its headings, one a line
/// @param text its visible text
/// @param language two-letter code, empty where unknown
/// @param type content type without parameters
/// @param read when it was read
/// @param place where its archived copy is: a file's name, a colon, an offset; empty for nowhere
public record IndexedText(
    String url,
    long hash,
    String site,
    String title,
    String headings,
    String text,
    String language,
    String type,
    Instant read,
    String place) {}
