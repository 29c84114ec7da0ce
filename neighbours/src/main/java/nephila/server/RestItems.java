package nephila.server;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A line that a REST client puts: `url`; `key` of its queue; `parent`, the page it was found on;
/// `metadata`, texts or lists of texts by name; `known` true when it was fetched, then
/// `refetchableFrom` in seconds since 1970 (0, or nothing: never again), `status`, and `links`, all
/// URLs that the page points to.
final class RestItems {
  private RestItems() {}

  /// What the line says, in the order in which it is to be put: links before the page they are on.
  static List<PutUrl> puts(Map<String, Object> line) {
    Object url = line.get("url");
    if (!(url instanceof String text)) {
      throw new RestCalls.Refused(400, "an item without url: " + line);
    }
    List<PutUrl> puts = new ArrayList<>();
    Map<String, List<String>> metadata = metadata(line.get("metadata"));
    if (line.get("links") instanceof List<?> links) {
      for (Object link : links) {
        Map<String, List<String>> parent = Map.of(UrlItem.PARENT, List.of(text));
        puts.add(PutUrl.discovered(new UrlItem(String.valueOf(link), "", parent)));
      }
      metadata.put(UrlItem.LINKS, List.of("replace"));
    }
    if (line.get("parent") instanceof String parent && !parent.isEmpty()) {
      metadata.put(UrlItem.PARENT, List.of(parent));
    }
    if (line.get("status") instanceof Number status) {
      metadata.put("fetch.statusCode", List.of(status.toString()));
    }
    String key = line.get("key") instanceof String told ? told : "";
    UrlItem entry = new UrlItem(text, key, metadata);
    long refetchableFrom = line.get("refetchableFrom") instanceof Number at ? at.longValue() : 0;
    puts.add(
        Boolean.TRUE.equals(line.get("known"))
            ? PutUrl.known(entry, refetchableFrom)
            : PutUrl.discovered(entry));
    return puts;
  }

  private static Map<String, List<String>> metadata(@Nullable Object told) {
    Map<String, List<String>> metadata = new LinkedHashMap<>();
    if (told instanceof Map<?, ?> fields) {
      fields.forEach(
          (name, value) ->
              metadata.put(
                  String.valueOf(name),
                  value instanceof List<?> values
                      ? values.stream().map(String::valueOf).toList()
                      : List.of(String.valueOf(value))));
    }
    return metadata;
  }
}
