package nephila.formats.links;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import nephila.graph.NewFile;
import org.jspecify.annotations.Nullable;

/// How much memory gathering links and names may take, and the folder of temporary files for what
/// is beyond. The folder is made when the first file is asked for and goes with [#close], or at the
/// end of the process.
public final class Scratch implements AutoCloseable {
  private final Path parent;
  private final long memoryBytes;
  private final List<Path> files = new ArrayList<>();
  private @Nullable Path folder;

  public Scratch(Path parent, long memoryBytes) {
    this.parent = parent;
    this.memoryBytes = memoryBytes;
  }

  long memoryBytes() {
    return memoryBytes;
  }

  /// A name for a new file.
  public Path file(String name) {
    try {
      if (folder == null) {
        folder = Files.createTempDirectory(parent, "nephila-");
        folder.toFile().deleteOnExit();
      }
      Path file = folder.resolve(files.size() + "-" + name);
      files.add(file);
      file.toFile().deleteOnExit();
      return file;
    } catch (IOException e) {
      throw NewFile.cannotWrite(parent, e);
    }
  }

  void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw NewFile.cannotWrite(file, e);
    }
  }

  @Override
  public void close() {
    for (Path file : files) {
      delete(file);
    }
    if (folder != null) {
      delete(folder);
    }
  }
}
