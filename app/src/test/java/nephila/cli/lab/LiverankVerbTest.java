package nephila.cli.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import nephila.cli.Typed;
import nephila.liverank.SpreadingWeb;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiverankVerbTest {
  @TempDir Path dir = Path.of("");
  private String pages = "";
  private String links = "";

  @BeforeEach
  void writeAnOldWeb() throws IOException {
    SpreadingWeb web = SpreadingWeb.generate(600, 60, 0.35, 0.95, 5);
    StringBuilder pageLines = new StringBuilder();
    StringBuilder linkLines = new StringBuilder("0\tnowhere\n");
    for (int i = 0; i < 600; i++) {
      pageLines.append(i + "\t" + web.snapshot().url(i) + "\t" + (web.alive()[i] ? 1 : 0) + "\n");
      var cursor = web.snapshot().links().successors(i);
      for (int to = cursor.next(); to >= 0; to = cursor.next()) {
        linkLines.append(i + "\t" + to + "\n");
      }
    }
    pages = Files.writeString(dir.resolve("p.tsv"), pageLines).toString();
    links = Files.writeString(dir.resolve("l.tsv"), linkLines).toString();
  }

  @Test
  void aTableOfAllOrderingsAndAChart() throws IOException {
    Path svg = dir.resolve("cost.svg");
    Typed typed =
        Typed.line("liverank", "--pages", pages, "--links", links, "--svg", svg.toString());
    assertEquals(0, typed.exit(), typed.err());
    assertEquals(11, typed.out().lines().count());
    assertTrue(typed.out().contains("learned"), typed.out());
    assertTrue(typed.err().contains("1 links from or to pages"), typed.err());
    assertTrue(Files.readString(svg).contains("Pa+-"));
  }

  @Test
  void jsonLinesNameOrderSampleAlphaAndCost() {
    Typed typed =
        Typed.line(
            "liverank",
            "--pages",
            pages,
            "--links",
            links,
            "--order",
            "Pa",
            "--alpha",
            "0.5,1",
            "--sample",
            "pagerank:20",
            "--json");
    assertEquals(0, typed.exit(), typed.err());
    assertEquals(2, typed.out().lines().count());
    String first = typed.out().lines().findFirst().orElse("");
    assertTrue(
        first.startsWith("{\"order\":\"Pa\",\"sample\":\"pagerank:20\",\"alpha\":0.5,\"cost\":"),
        first);
  }

  @Test
  void untilTellsWhereItStopsAndWhatItBelieves() {
    Typed typed =
        Typed.line(
            "liverank",
            "--pages",
            pages,
            "--links",
            links,
            "--order",
            "AI",
            "--until",
            "0.9",
            "--json");
    assertEquals(0, typed.exit(), typed.err());
    assertTrue(typed.out().contains("\"livingEstimate\":"), typed.out());
  }

  @Test
  void mistakesAreToldInOneLine() throws IOException {
    fails("order 'X' is not known", "--order", "X");
    fails("sample 'some'", "--sample", "some");
    fails("--alpha 2.0", "--alpha", "2");
    fails("--until NaN", "--until", "NaN");
    fails("--svg draws costs", "--until", "0.9", "--svg", dir.resolve("cost.svg").toString());
    fails("--confidence 1.0: must lie", "--confidence", "1");
    String empty = Files.writeString(dir.resolve("e"), "").toString();
    Typed typed = Typed.line("liverank", "--pages", empty, "--links", links);
    assertEquals(1, typed.exit());
    assertTrue(typed.err().contains("no pages"), typed.err());
  }

  @Test
  void noneAliveIsSaid() throws IOException {
    String dead = Files.writeString(dir.resolve("d"), "0\thttp://a/\t0\n").toString();
    Typed typed = Typed.line("liverank", "--pages", dead, "--links", links);
    assertEquals(0, typed.exit());
    assertTrue(typed.err().contains("No page is alive"), typed.err());
  }

  private void fails(String message, String... more) {
    var line = new ArrayList<>(List.of("liverank", "--pages", pages, "--links", links));
    line.addAll(List.of(more));
    Typed typed = Typed.line(line.toArray(String[]::new));
    assertEquals(2, typed.exit(), typed.err());
    assertTrue(typed.err().contains(message), typed.err());
    assertEquals(1, typed.err().lines().count(), typed.err());
  }
}
