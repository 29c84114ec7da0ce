package nephila.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// What is put into a folder whole or not at all: it is written into a temporary folder there and
/// moved up by [#commit]; [#close] without it leaves everything as it was.
public final class NewFolder implements AutoCloseable {
  private final Path target;
  private final boolean made;
  private final Path temporary;

  /// Makes `target` where there is none yet.
  public NewFolder(Path target) throws IOException {
    this.target = target;
    made = !Files.exists(target);
    temporary = Files.createTempDirectory(Files.createDirectories(target), Unfinished.FOLDER);
  }

  /// Where to write until [#commit].
  public Path temporary() {
    return temporary;
  }

  /// Moves what was written into place, over files of the same names, in the order of the names.
  public void commit() throws IOException {
    for (Path entry : entries(temporary)) {
      Path place = target.resolve(entry.getFileName());
      Files.move(entry, place, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  @Override
  public void close() throws IOException {
    delete(temporary);
    if (made && entries(target).isEmpty()) {
      Files.delete(target);
    }
  }

  private static List<Path> entries(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.sorted().toList();
    }
  }

  /// Deletes a folder and all that is in it.
  public static void delete(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(folder)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : all) {
      Files.delete(file);
    }
  }
}
