package nephila.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What serves until Ctrl-C ends soon after it, not only when patience with it is over.
@Tag("slow")
class InterruptionTest {
  private static final int PATIENCE_SECONDS = 40;

  @TempDir Path dir;

  private void ends(String... args) throws Exception {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
    line.add(System.getProperty("java.class.path"));
    line.add(Main.class.getName());
    line.addAll(List.of(args));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    try {
      BufferedReader said = process.inputReader();
      assertTrue(said.lines().anyMatch(told -> told.contains("until Ctrl-C")), "it served");
      process.destroy();
      assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "it ended");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void aDemoThatIsKept() throws Exception {
    ends("demo", "--keep", "--max-time", "1s", "--dir", dir.resolve("demo").toString());
  }

  @Test
  void aBroker() throws Exception {
    ends("cluster", "broker", "--port", "0", "--dir", dir.resolve("broker").toString());
  }
}
