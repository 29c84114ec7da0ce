package nephila.cli;

import java.nio.file.Path;

/// Command lines that a user is told to try.
public final class SuggestedCommand {
  private SuggestedCommand() {}

  /// The path as one word of a command line, quoted where a shell would take it apart.
  public static String word(Path path) {
    String text = path.toString();
    return text.matches("[\\p{L}\\p{N}_./@%+=:,-]+")
        ? text
        : "'" + text.replace("'", "'\\''") + "'";
  }
}
