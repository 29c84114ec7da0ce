package nephila.exchange;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// What a record of a WAT file says of a page: its URL (empty where the record is of a request or
/// the like), status and links.
record WatPage(String url, int status, List<String> links) {
  private static final WatPage NONE = new WatPage("", 0, List.of());

  /// Null when the text is no such record.
  static @Nullable WatPage of(String json) {
    @Nullable Map<String, Object> record;
    try {
      record = JSON.std.mapFrom(json);
    } catch (IOException e) {
      return null;
    }
    // The JSON "null" is no object either.
    if (record == null || !(record.get("Envelope") instanceof Map<?, ?> envelope)) {
      return null;
    }
    Object uri = in(envelope, "WARC-Header-Metadata").get("WARC-Target-URI");
    Map<?, ?> response = in(in(envelope, "Payload-Metadata"), "HTTP-Response-Metadata");
    if (!(uri instanceof String written) || response.isEmpty()) {
      return NONE;
    }
    if (!(CanonicalUrl.parse(written) instanceof CanonicalUrl url)) {
      return NONE;
    }
    int status = status(in(response, "Response-Message").get("Status"));
    List<String> links = new ArrayList<>();
    Map<?, ?> html = in(response, "HTML-Metadata");
    Object location = in(response, "Headers").get("Location");
    CanonicalUrl base = base(url, in(html, "Head").get("Base"));
    if (status / 100 == 3 && location instanceof String target) {
      resolve(base, target, links);
    } else if (html.get("Links") instanceof List<?> list) {
      for (Object each : list) {
        if (each instanceof Map<?, ?> link && link.get("url") instanceof String target) {
          boolean anchor = String.valueOf(link.get("path")).matches("(A|AREA|I?FRAME)@.*");
          boolean follow = !String.valueOf(link.get("rel")).contains("nofollow");
          if (anchor && follow) {
            resolve(base, target, links);
          }
        }
      }
    }
    return new WatPage(url.text(), status, links);
  }

  private static CanonicalUrl base(CanonicalUrl url, @Nullable Object told) {
    return told instanceof String base && url.resolve(base) instanceof CanonicalUrl it ? it : url;
  }

  private static void resolve(CanonicalUrl base, String target, List<String> to) {
    if (base.resolve(target) instanceof CanonicalUrl url) {
      to.add(url.text());
    }
  }

  private static int status(@Nullable Object told) {
    String text = String.valueOf(told);
    return text.matches("[1-5][0-9][0-9]") ? Integer.parseInt(text) : 200;
  }

  private static Map<?, ?> in(Map<?, ?> outer, String name) {
    return outer.get(name) instanceof Map<?, ?> inner ? inner : Map.of();
  }
}
