package nephila.cli.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import nephila.cli.Typed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrawlOrderVerbTest {
  @TempDir Path folder;

  private String graph() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int page = 0; page < 200; page++) {
      lines.append(page).append(' ').append((page + 1) % 200).append('\n');
      lines.append(page).append(' ').append(page / 3).append('\n');
    }
    Path file = folder.resolve("graph.txt");
    Files.writeString(file, lines);
    return file.toString();
  }

  @Test
  void aLinePerOrderAndShare() throws Exception {
    Typed typed = Typed.line("crawlorder", graph(), "--start", "100", "--json");
    assertEquals(0, typed.exit(), typed.err());
    String[] lines = typed.out().strip().split("\n");
    assertEquals(7 * 5, lines.length);
    Map<String, Object> first = JSON.std.mapFrom(lines[0]);
    assertEquals("bfs", first.get("order"));
    assertEquals(1, first.get("percent"));
    double captured = ((Number) first.get("captured")).doubleValue();
    assertTrue(captured > 0 && captured < 1, lines[0]);
  }

  @Test
  void wrongOrdersAndStartsAreTold() throws Exception {
    String graph = graph();
    assertTrue(Typed.line("crawlorder", graph, "--order", "dfs").err().contains("bfs"));
    assertTrue(Typed.line("crawlorder", graph, "--start", "x").err().contains("--start x"));
    assertTrue(Typed.line("crawlorder", graph, "--start", "200").err().contains("0 to 199"));
  }

  @Test
  void urlsAreFoundBesideAGraphWhoseFormatHasNoRoomForThem() {
    Set<String> results = new HashSet<>();
    for (String file : List.of("csr.csr", "edges.txt.gz", "bv.graph")) {
      String graph = folder.resolve(file).toString();
      String[] web = {"graph", "generate", "--model", "web", "--pages", "3000", "--out", graph};
      assertEquals(0, Typed.line(web).exit());
      Typed typed =
          Typed.line("crawlorder", graph, "--order", "exact", "--start", "http://www.bada.test/");
      assertEquals(0, typed.exit(), typed.err());
      assertEquals(!file.equals("csr.csr"), typed.err().contains(".urls.gz"), typed.err());
      results.add(typed.out());
    }
    assertEquals(1, results.size(), results.toString());
    assertFalse(Files.exists(folder.resolve("csr.urls.gz")), "its names are inside");
  }
}
