package nephila.formats;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/// Real graphs beside the repository; tests that need them are skipped where they are absent.
final class SharedGraphs {
  private SharedGraphs() {}

  static Path file(String name) {
    Path root = Path.of(System.getProperty("nephila.root", "..")).toAbsolutePath().normalize();
    Path file = root.resolve("../shared/data/graphs").normalize().resolve(name);
    Assumptions.assumeTrue(Files.exists(file), () -> file + " is absent");
    return file;
  }
}
