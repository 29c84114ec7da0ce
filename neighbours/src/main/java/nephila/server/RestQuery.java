package nephila.server;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The parameters of a REST request.
record RestQuery(Map<String, String> values) {
  static RestQuery of(@Nullable String raw) {
    Map<String, String> values = new HashMap<>();
    for (String pair : raw == null ? new String[0] : raw.split("&")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        values.put(
            pair.substring(0, equals),
            URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
      }
    }
    return new RestQuery(values);
  }

  /// The names of what was given.
  Set<String> names() {
    return values.keySet();
  }

  String text(String name) {
    return values.getOrDefault(name, "");
  }

  boolean yes(String name) {
    return text(name).equals("true");
  }

  long number(String name, long otherwise) {
    String text = text(name);
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      long number = Long.parseLong(text);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new RestCalls.Refused(400, name + " '" + text + "': a number from 0 on");
  }

  /// A length of time; many years are as good as more.
  long seconds(String name, long otherwise) {
    return Math.min(Integer.MAX_VALUE, number(name, otherwise));
  }

  UrlTextFilter filter() {
    return new UrlTextFilter(text("filter"), yes("ignoreCase"));
  }
}
