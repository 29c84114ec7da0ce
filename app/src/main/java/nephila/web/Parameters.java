package nephila.web;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The parameters of a request, checked as they are asked for.
final class Parameters {
  private final Map<String, String> values;

  private Parameters(Map<String, String> values) {
    this.values = values;
  }

  static Parameters of(@Nullable String query) {
    Map<String, String> values = new LinkedHashMap<>();
    if (query != null) {
      for (String pair : query.split("&")) {
        int equals = pair.indexOf('=');
        if (equals > 0) {
          values.put(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
        }
      }
    }
    return new Parameters(values);
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new Refusal(400, "a parameter is not well encoded: " + text);
    }
  }

  String text(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  String needed(String name) {
    String value = values.get(name);
    if (value == null || value.isBlank()) {
      throw new Refusal(400, "the parameter " + name + " is missing");
    }
    return value;
  }

  int whole(String name, int otherwise, int least, int most) {
    String value = values.get(name);
    if (value == null || value.isEmpty()) {
      return otherwise;
    }
    try {
      int number = Integer.parseInt(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new Refusal(
        400, name + "=" + value + ": a whole number from " + least + " to " + most + " is wanted");
  }
}
