package nephila.cli.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import nephila.cli.Typed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabVerbTest {
  @TempDir Path folder;

  @Test
  void theListNamesTheExperiments() {
    Typed typed = Typed.line("lab", "--list");
    assertEquals(0, typed.exit(), typed.err());
    assertTrue(typed.out().contains("convergence") && typed.out().contains("windowtypes"));
    Typed json = Typed.line("lab", "--list", "--json");
    assertTrue(json.out().startsWith("{\"name\":\"convergence\",\"about\":"), json.out());
  }

  @Test
  void wrongUseIsToldInOneLine() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    String[][] wrong = {
      {"lab", "convergance"},
      {"lab", "--seeds", "one"},
      {"lab", "--data", folder.resolve("nowhere").toString()},
      {"lab", "--out", file.toString()},
      {"lab", "--out", file.resolve("below").toString()},
      {"lab", "--threads", "0"},
    };
    for (String[] line : wrong) {
      Typed typed = Typed.line(line);
      assertTrue(typed.exit() > 0, String.join(" ", line));
      assertEquals("", typed.out());
    }
  }
}
