package nephila.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A disk that fails, tears, delays and flips, under the verbs that write.
class FaultSchedulesTest {
  private static final Path SOURCE =
      Path.of(System.getProperty("nephila.root", ".."), "app/src/test/c/faultfs.c");

  @TempDir Path work;

  @Test
  @Tag("slow")
  void aHundredSchedulesLoseNothing() throws Exception {
    schedules(Long.getLong("nephila.seed", 1), 100);
  }

  @Test
  @Tag("nightly")
  void thousandsOfSchedulesLoseNothing() throws Exception {
    schedules(
        1_000_000 + Long.getLong("nephila.seed", 1), Integer.getInteger("nephila.count", 5000));
  }

  private void schedules(long first, int count) throws Exception {
    Path library = library();
    Path log = work.resolve("findings.txt");
    ProcessBuilder start =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                FaultSchedules.class.getName(),
                work.toRealPath().toString(),
                String.valueOf(first),
                String.valueOf(count)));
    start.environment().put("LD_PRELOAD", library.toString());
    start.redirectErrorStream(true).redirectOutput(log.toFile());
    int exit = start.start().waitFor();
    String told = Files.readString(log, StandardCharsets.UTF_8);
    System.out.println(told.lines().reduce("", (a, b) -> b));
    assertEquals(0, exit, told);
    assertTrue(told.contains(count + " schedules, 0 findings"), told);
  }

  private Path library() throws IOException, InterruptedException {
    assumeTrue(System.getProperty("os.name").equals("Linux"), "LD_PRELOAD is Linux's");
    Path library = work.toRealPath().resolve("libfaultfs.so");
    try {
      int exit =
          new ProcessBuilder(
                  "cc",
                  "-shared",
                  "-fPIC",
                  "-O1",
                  "-o",
                  library.toString(),
                  SOURCE.toString(),
                  "-ldl",
                  "-lpthread")
              .inheritIO()
              .start()
              .waitFor();
      assertEquals(0, exit, "faultfs.c compiles");
    } catch (IOException e) {
      assumeTrue(false, "no C compiler (cc) here, so no faulty disk: " + e.getMessage());
    }
    return library;
  }
}
