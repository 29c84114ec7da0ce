package nephila.cli.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import nephila.cli.Typed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateVerbTest {
  @TempDir Path folder;

  private String graph() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int page = 0; page < 50; page++) {
      lines.append(page).append(' ').append(page * 7 % 50).append('\n');
      lines.append(page).append(' ').append(page / 3).append('\n');
    }
    Path file = folder.resolve("graph.txt");
    Files.writeString(file, lines);
    return file.toString();
  }

  @Test
  void aLinePerNReadsWithTheContractsFields() throws Exception {
    Typed typed = Typed.line("simulate", graph(), "--json", "--reads", "8N");
    assertEquals(0, typed.exit(), typed.err());
    String[] lines = typed.out().strip().split("\n");
    assertEquals(8, lines.length);
    Map<String, Object> last = JSON.std.mapFrom(lines[7]);
    assertEquals(400, last.get("reads"));
    assertTrue(((Number) last.get("errorPercent")).doubleValue() < 0.1, lines[7]);
    assertTrue(last.containsKey("errorPercentTop10") && last.containsKey("bound"), lines[7]);
    assertTrue(last.containsKey("measuresPerPage"), lines[7]);
  }

  @Test
  void everyCombinationRuns() throws Exception {
    String graph = graph();
    for (String algorithm : new String[] {"opic", "opic-corrected", "exact", "rowless"}) {
      for (String select :
          new String[] {"greedy", "buckets", "cycle", "random", "clock", "refresh"}) {
        Typed typed = Typed.line("simulate", graph, "--algorithm", algorithm, "--select", select);
        assertEquals(0, typed.exit(), algorithm + " " + select + typed.err());
      }
    }
    Typed grown = Typed.line("simulate", graph, "--grow", "49", "--push", "1e-6");
    assertEquals(0, grown.exit(), grown.err());
    Typed changed = Typed.line("simulate", graph, "--change", "0.1", "--links", "forget");
    assertEquals(0, changed.exit(), changed.err());
  }

  @Test
  void weightsOfAGraphAreLeftOutAndThatIsSaid() throws Exception {
    Path text = Files.writeString(folder.resolve("w.txt"), "0 1 100\n0 2 1\n1 0 1\n1 2 5\n2 0 1\n");
    String weighted = folder.resolve("w.csr").toString();
    Typed.line("graph", "convert", text.toString(), weighted, "--weights");
    Typed typed = Typed.line("simulate", weighted, "--json", "--reads", "20N");
    assertEquals(0, typed.exit(), typed.err());
    assertTrue(typed.err().contains("weights of"), typed.err());
    Map<String, Object> last = JSON.std.mapFrom(typed.out().strip().split("\n")[19]);
    assertTrue(((Number) last.get("errorPercent")).doubleValue() < 0.1, typed.out());
  }

  @Test
  void importanceIsAnotherNameOfAlgorithm() throws Exception {
    String graph = graph();
    for (String algorithm : new String[] {"exact", "opic", "opic-corrected"}) {
      Typed named = Typed.line("simulate", graph, "--importance", algorithm, "--reads", "3N");
      assertEquals(0, named.exit(), named.err());
      Typed before = Typed.line("simulate", graph, "--algorithm", algorithm, "--reads", "3N");
      assertEquals(before.out(), named.out());
    }
  }

  @Test
  void wrongUseIsToldInOneLine() throws Exception {
    String graph = graph();
    String[][] wrong = {
      {"--algorithm", "opik"},
      {"--importance", "opik"},
      {"--window", "fixed:0", "--algorithm", "opic"},
      {"--window", "fixed:4"},
      {"--reads", "many"},
      {"--grow", "50"},
      {"--grow", "-5"},
      {"--change", "-1"},
      {"--change", "NaN"},
      {"--push", "-1"},
      {"--push", "NaN"},
      {"--push", "1", "--links", "forget"},
      {"--importance", "rowless", "--links", "forget"},
      {"--importance", "rowless", "--push", "1"},
    };
    for (String[] options : wrong) {
      String[] line = new String[options.length + 2];
      line[0] = "simulate";
      line[1] = graph;
      System.arraycopy(options, 0, line, 2, options.length);
      Typed typed = Typed.line(line);
      assertEquals(2, typed.exit(), String.join(" ", line));
      assertEquals("", typed.out());
    }
  }
}
