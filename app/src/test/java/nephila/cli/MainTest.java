package nephila.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
  @Test
  void helpNamesTheProgram() {
    Typed typed = Typed.line("--help");
    assertEquals(0, typed.exit());
    assertTrue(typed.out().contains("Usage: nephila"), typed.out());
  }

  @Test
  void aWrongFlagIsWrongUseWithTheWayToHelp() {
    Typed typed = Typed.line("--hepl");
    assertEquals(2, typed.exit());
    assertTrue(typed.err().contains("--hepl"), typed.err());
    assertTrue(typed.err().contains("Try 'nephila --help'"), typed.err());
    assertEquals("", typed.out());
  }

  /// Runs a line whose standard output fails, and gives its exit code and what it said of it.
  private static Typed failing(String why, String... args) {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException(why);
          }
        };
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream told = new PrintStream(err, true, StandardCharsets.UTF_8);
    int exit = Main.run(Console.of(broken, told, false), args);
    return new Typed(exit, "", err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void resultsThatCannotBeWrittenAreAFailure(@TempDir Path dir) throws IOException {
    String graph = Files.writeString(dir.resolve("g.txt"), "0 1\n1 0\n").toString();
    for (List<String> line :
        List.of(
            List.of("rank", graph),
            List.of("rank", graph, "--json"),
            List.of("rank", graph, "--out", "-"),
            List.of("graph", "convert", graph, "-"),
            List.of("graph", "generate", "--model", "poisson", "--pages", "99"))) {
      Typed full = failing("No space left on device", line.toArray(String[]::new));
      assertEquals(1, full.exit(), line + full.err());
      assertTrue(
          full.err().contains("standard output: cannot be written: No space left"), full.err());
      Typed unread = failing("Broken pipe", line.toArray(String[]::new));
      assertEquals(0, unread.exit(), line + unread.err());
      assertFalse(unread.err().contains("standard output"), unread.err());
    }
  }

  @Test
  void whoReadsNoFurtherIsNotWaitedFor() {
    Typed typed =
        failing("Broken pipe", "graph", "generate", "--model", "poisson", "--pages", "2147483647");
    assertEquals(0, typed.exit(), typed.err());
    assertEquals("", typed.err());
  }

  @Test
  void jsonIsUtf8InAnyCharset(@TempDir Path dir) throws IOException {
    String graph = Files.writeString(dir.resolve("g.txt"), "Zürich a\na Zürich\n").toString();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream ascii = new PrintStream(out, true, StandardCharsets.US_ASCII);
    assertEquals(
        0, Main.run(new Console(ascii, ascii, false), "rank", graph, "--json", "--top", "2"));
    String told = out.toString(StandardCharsets.UTF_8);
    assertTrue(told.contains("\"Zürich\""), told);
  }

  @Test
  void aFileNestedTooDeepIsToldInOneLine(@TempDir Path dir) throws IOException {
    Path deep = Files.writeString(dir.resolve("deep.yaml"), "[".repeat(200_000));
    Typed typed = Typed.line("crawl", "http://127.0.0.1:1/", "--config", deep.toString());
    assertEquals(1, typed.exit(), typed.err());
    assertEquals(1, typed.err().lines().count(), typed.err());
    assertTrue(typed.err().contains("nested too deep"), typed.err());
  }
}
