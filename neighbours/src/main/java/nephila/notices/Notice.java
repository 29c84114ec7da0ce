package nephila.notices;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import nephila.store.record.UrlHash;

/// Something that happened in a crawl.
///
/// @param key tells it from every other notice of the crawl: what has the same key is the same
/// @param url of the page, or empty
/// @param facts more fields of the line
public record Notice(Kind kind, String key, long atMillis, String url, Map<String, Object> facts) {
  /// What happened.
  public enum Kind {
    /// A page was read that is worth more than asked.
    NEW,
    /// A page that was told is worth twice as much.
    RISING,
    /// A watched page says something else.
    CHANGED,
    /// A watched page is not there any more.
    DIED,
    /// A page has a near copy of a tracked text.
    COPY,
    /// Little is left of the pages or the time that the crawl may take.
    BUDGET,
    /// Little is left of the disk.
    DISK
  }

  String id() {
    return String.format(Locale.ROOT, "%016x", UrlHash.of(kind + " " + key));
  }

  /// The line that receivers get, without its end.
  String line(String crawl) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("id", id());
    line.put("event", kind.name().toLowerCase(Locale.ROOT));
    line.put("time", java.time.Instant.ofEpochMilli(atMillis).toString());
    line.put("crawl", crawl);
    if (!url.isEmpty()) {
      line.put("url", url);
    }
    line.putAll(facts);
    try {
      return JSON.std.asString(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
