package nephila.server;

import java.util.List;
import java.util.Map;

/// A URL as a client puts or gets it.
///
/// @param url as the client spells it: it is given back the same
/// @param key of its queue; empty for its host's
/// @param metadata the client's own, kept and given back
record UrlItem(String url, String key, Map<String, List<String>> metadata) {
  /// The page a discovered URL was found on; that page pays it. The last of `url.path`, as
  /// StormCrawler sends it, serves as well.
  static final String PARENT = "nephila.parent";

  /// With the value `replace` on a known URL: the links told since it was last fetched are all it
  /// has; otherwise they are added to what it had.
  static final String LINKS = "nephila.links";

  /// Given with every URL that is handed out: its share of the importance of all known pages.
  static final String IMPORTANCE = "nephila.importance";

  private static final String URL_PATH = "url.path";

  /// The page it was found on, empty when that is not told.
  String parent() {
    List<String> told = metadata.getOrDefault(PARENT, List.of());
    List<String> path = told.isEmpty() ? metadata.getOrDefault(URL_PATH, List.of()) : told;
    return path.isEmpty() ? "" : path.getLast();
  }

  boolean replacesLinks() {
    return metadata.getOrDefault(LINKS, List.of()).contains("replace");
  }

  int status() {
    for (String name : List.of("fetch.statusCode", "status")) {
      for (String value : metadata.getOrDefault(name, List.of())) {
        if (value.matches("[1-5][0-9][0-9]")) {
          return Integer.parseInt(value);
        }
      }
    }
    return 200;
  }
}
