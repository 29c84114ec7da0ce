package nephila.testweb;

import java.util.Map;

/// A request: its target as it was written, and its headers by their names in lower case.
record Ask(String method, String target, Map<String, String> headers) {
  String path() {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  String header(String name) {
    return headers.getOrDefault(name, "");
  }
}
