package nephila.archive;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import nephila.archive.warc.Text;

/// What reading an archive came across: pages handed over, and what was wrong, counted by kind. Not
/// thread-safe.
public final class ReadTally {
  private long pages;
  private final Map<String, Long> problems = new TreeMap<>();
  private String firstProblem = "";

  void page() {
    pages++;
  }

  void problem(String kind, String file, long offset) {
    if (problems.isEmpty()) {
      firstProblem = Text.line(file) + ": byte " + offset + ": " + kind;
    }
    problems.merge(kind, 1L, Long::sum);
  }

  public long pages() {
    return pages;
  }

  /// How often something was broken, by what it was.
  public Map<String, Long> problems() {
    return problems;
  }

  /// Where the first of them is, or empty.
  public String firstProblem() {
    return firstProblem;
  }

  /// What was wrong with the archive of that name, for people; empty when nothing was.
  public String remark(String name) {
    if (problems.isEmpty()) {
      return "";
    }
    List<String> kinds = new ArrayList<>();
    problems.forEach((kind, count) -> kinds.add(count + " × " + kind));
    return String.format(
        Locale.ROOT,
        "%s: %,d broken places passed over (%s); the first: %s",
        name,
        problems.values().stream().mapToLong(Long::longValue).sum(),
        String.join(", ", kinds),
        firstProblem);
  }
}
