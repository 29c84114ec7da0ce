package nephila.url;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The canonical spelling of a query: parameters in order of their names (equal names keep their
/// order), empty ones and session ids dropped.
final class CanonicalQuery {
  private record Parameter(String name, String value) {}

  private CanonicalQuery() {}

  /// Appends `?` and the query, or nothing when nothing is left of it.
  static void append(StringBuilder out, String query, Charset charset) {
    List<Parameter> parameters = new ArrayList<>();
    String escaped = CanonicalPath.escaped(query, charset);
    int start = 0;
    while (start <= escaped.length()) {
      int end = escaped.indexOf('&', start);
      if (end < 0) {
        end = escaped.length();
      }
      add(parameters, escaped.substring(start, end));
      start = end + 1;
    }
    parameters.sort(Comparator.comparing(Parameter::name));
    char before = '?';
    for (Parameter parameter : parameters) {
      out.append(before).append(parameter.name);
      if (!parameter.value.isEmpty()) {
        out.append('=').append(parameter.value);
      }
      before = '&';
    }
  }

  private static void add(List<Parameter> parameters, String written) {
    int equals = written.indexOf('=');
    String name = equals < 0 ? written : written.substring(0, equals);
    String value = equals < 0 ? "" : written.substring(equals + 1);
    if (!name.isEmpty() && !SessionIds.isParameter(name, value)) {
      parameters.add(new Parameter(name, value));
    }
  }
}
