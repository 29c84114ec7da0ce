package nephila.exchange;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// What reading somebody else's file came across: what was wrong with its lines, counted by kind,
/// with the place of the first. Not thread-safe.
public final class LineTally {
  private final String file;
  private final Map<String, Long> problems = new TreeMap<>();
  private String first = "";

  public LineTally(String file) {
    this.file = file;
  }

  void problem(long line, String kind) {
    if (problems.isEmpty()) {
      first = file + ":" + line + ": " + kind;
    }
    problems.merge(kind, 1L, Long::sum);
  }

  private long wrong() {
    return problems.values().stream().mapToLong(Long::longValue).sum();
  }

  /// What was wrong, for people; empty when nothing was.
  public String remark() {
    if (problems.isEmpty()) {
      return "";
    }
    StringBuilder kinds = new StringBuilder();
    problems.forEach(
        (kind, count) ->
            kinds.append(kinds.isEmpty() ? "" : ", ").append(count).append(" × ").append(kind));
    return String.format(
        Locale.ROOT, "%s: %,d lines passed over (%s); the first: %s", file, wrong(), kinds, first);
  }
}
