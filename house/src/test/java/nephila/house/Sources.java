package nephila.house;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The Java files of the whole tree.
final class Sources {
  private Sources() {}

  static Path root() {
    return Path.of(System.getProperty("nephila.root", "..")).toAbsolutePath().normalize();
  }

  static List<Path> java() throws IOException {
    try (Stream<Path> files = Files.walk(root())) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !root().relativize(file).toString().contains("target/"))
          .sorted()
          .toList();
    }
  }

  static String shown(Path file) {
    return root().relativize(file).toString();
  }
}
