package nephila.linelog;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What is wrong with a log of lines: the first twenty faults in words, each with file and line,
/// and how many there are.
public final class LineFaults {
  private static final int MOST_TOLD = 20;

  private final Path file;
  private final List<String> told = new ArrayList<>();
  private long count;
  private long unsealed;

  LineFaults(Path file) {
    this.file = file;
  }

  void add(long line, String what) {
    count++;
    if (told.size() < MOST_TOLD) {
      told.add(file + ":" + line + ": " + what);
    }
  }

  public Path file() {
    return file;
  }

  void addUnsealed() {
    unsealed++;
  }

  /// Lines of an earlier version, which have no checksum.
  public long unsealed() {
    return unsealed;
  }

  public long count() {
    return count;
  }

  /// The first faults, `file:line: what`.
  public List<String> told() {
    return List.copyOf(told);
  }
}
