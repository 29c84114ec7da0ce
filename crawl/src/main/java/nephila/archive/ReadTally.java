package nephila.archive;

import java.util.Map;
import java.util.TreeMap;

/// What reading an archive came across: pages handed over, and what was wrong, counted by kind. Not
/// thread-safe.
public final class ReadTally {
  private long pages;
  private long others;
  private final Map<String, Long> problems = new TreeMap<>();
  private String firstProblem = "";

  void page() {
    pages++;
  }

  void other() {
    others++;
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

  /// Records that are no pages: requests, metadata and the like.
  public long others() {
    return others;
  }

  /// How often something was broken, by what it was.
  public Map<String, Long> problems() {
    return problems;
  }

  /// Where the first of them is, or empty.
  public String firstProblem() {
    return firstProblem;
  }
}
