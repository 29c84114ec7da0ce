package nephila.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import nephila.graph.NewFile;

/// Writes a text to a file that appears whole or not at all.
public final class WholeFile {
  private WholeFile() {}

  public static void write(Path file, CharSequence text) {
    try (NewFile whole = new NewFile(file)) {
      Files.writeString(whole.temporary(), text);
      whole.commit();
    } catch (IOException e) {
      throw NewFile.cannotWrite(file, e);
    }
  }
}
