package nephila.archive.warc;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the crawl knows about an exchange beyond its bytes: written to the metadata record, the
/// index and the log, and handed back on replay.
///
/// @param via page that led here, or null for a seed
/// @param hops discovery path in Heritrix's letters: L link, R redirect, E embed, P prerequisite
/// @param importance the page's share of all importance when it was read, NaN if unknown
/// @param previous the read this one may be a revisit of, or null. An answer 304, or a payload with
///   the same digest, is then kept as a revisit without its body
/// @param outlinks links to list in the metadata record; usually empty
/// @param more further fields, name to value, that come back on replay; names of letters, digits
///   and `-`
public record Notes(
    @Nullable String via,
    String hops,
    double importance,
    @Nullable EarlierRead previous,
    List<String> outlinks,
    Map<String, String> more) {
  /// Of [#more]: there, and "yes", when the page says "not found" with status 200.
  public static final String SOFT_404 = "nephila-soft-404";

  /// Of [#more]: what was asked for: `PAGE`, `ROBOTS`, `PROBE` or `REQUISITE`; a page where it is
  /// not there.
  public static final String ERRAND = "nephila-errand";

  /// Of [#more]: there when it is no page, but what pages are shown with; which kind of it.
  public static final String REQUISITE = "nephila-requisite";

  /// Of [#more]: there when the content is not in this record, because an archive has it under
  /// another address or of another crawl; the requisites that were found in it, each as kind and
  /// URL. Its links are the [#outlinks].
  public static final String FOUND = "nephila-requisites-found";

  public static final Notes NONE = new Notes(null, "", Double.NaN, null, List.of(), Map.of());

  public Notes via(@Nullable String page, String path) {
    return new Notes(page, path, importance, previous, outlinks, more);
  }

  public Notes importance(double share) {
    return new Notes(via, hops, share, previous, outlinks, more);
  }

  public Notes previous(@Nullable EarlierRead seen) {
    return new Notes(via, hops, importance, seen, outlinks, more);
  }

  public Notes outlinks(List<String> urls) {
    return new Notes(via, hops, importance, previous, urls, more);
  }

  public Notes more(Map<String, String> fields) {
    return new Notes(via, hops, importance, previous, outlinks, fields);
  }
}
