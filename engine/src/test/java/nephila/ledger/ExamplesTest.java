package nephila.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The programs in `examples/` compile against the engine and do what they say.
class ExamplesTest {
  @TempDir Path classes;

  @Test
  void theToyCrawlIsRanked() throws Exception {
    Path source =
        Path.of(System.getProperty("nephila.root", "..")).resolve("examples/RankToyCrawl.java");
    assertTrue(Files.readAllLines(source).size() < 40, "the example is meant to be short");
    String classPath = System.getProperty("java.class.path");
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-cp", classPath, "-d", classes + "", source + "");
    assertEquals(0, compiled);
    String[] lines = run("RankToyCrawl").split("\n");
    assertEquals(6, lines.length);
    assertTrue(lines[0].endsWith("/news"), lines[0]);
    assertEquals("error below 1e-9: true", lines[5].strip());
  }

  private String run(String main) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream before = System.out;
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
      System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
      loader.loadClass(main).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(before);
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
