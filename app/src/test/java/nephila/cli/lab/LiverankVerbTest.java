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
  private String bare = "";
  private final List<String> urls = new ArrayList<>();
  private final java.util.Set<String> alive = new java.util.HashSet<>();

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
    StringBuilder bareLines = new StringBuilder();
    for (int i = 0; i < 600; i++) {
      urls.add(web.snapshot().url(i));
      bareLines.append(i + "\t" + urls.get(i) + "\n");
      if (web.alive()[i]) {
        alive.add(urls.get(i));
      }
    }
    bare = Files.writeString(dir.resolve("bare.tsv"), bareLines).toString();
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

  private Typed order(String... more) {
    String[] usual = {"liverank", "--crawl", bare, "--links", links};
    String[] line = java.util.Arrays.copyOf(usual, usual.length + more.length);
    System.arraycopy(more, 0, line, usual.length, more.length);
    return Typed.line(line);
  }

  @Test
  void anOrderIsWrittenWithoutTheTruth() throws IOException {
    Path out = dir.resolve("order.tsv");
    Typed typed = order("--order", "P", "--out", out.toString());
    assertEquals(0, typed.exit(), typed.err());
    List<String> lines = Files.readAllLines(out);
    assertEquals("position\tscore\turl", lines.getFirst());
    assertEquals(601, lines.size());
    assertTrue(lines.get(1).startsWith("1\t"), lines.get(1));
    for (String name : List.of("o.jsonl", "o.parquet", "o.csv.gz", "o.tsv.zst")) {
      Path file = dir.resolve(name);
      assertEquals(0, order("--order", "I", "--out", file.toString()).exit(), name);
      assertTrue(Files.size(file) > 1000, name);
    }
  }

  @Test
  void twoRoundsAreDealtAnsweredAndCompleted() throws IOException {
    for (String order : List.of("Pa+-", "ASF", "BFS", "AI", "recursive", "learned")) {
      Path ask = dir.resolve("ask.tsv");
      Typed first =
          order("--order", order, "--sample", "random:5%", "--out", ask.toString(), "--deal", "3");
      assertEquals(0, first.exit(), first.err());
      StringBuilder answers = new StringBuilder();
      int asked = 0;
      for (int part = 2; part >= 0; part--) {
        for (String line : Files.readAllLines(dir.resolve("ask." + part + ".tsv"))) {
          String url = line.split("\t")[2];
          if (!url.equals("url")) {
            answers.append(alive.contains(url) ? 200 : 404).append(' ').append(url).append('\n');
            asked++;
          }
        }
      }
      assertEquals(30, asked, order);
      String got = Files.writeString(dir.resolve("got.txt"), answers).toString();
      Path rest = dir.resolve("rest.tsv");
      Typed second = order("--order", order, "--answers", got, "--out", rest.toString());
      assertEquals(0, second.exit(), second.err());
      assertEquals(1 + 600 - 30, Files.readAllLines(rest).size(), order);
    }
  }

  @Test
  void whatIsWrongWithAnswersIsOneLineEach() throws IOException {
    String one = urls.get(1);
    String two = urls.get(2);
    String text =
        one + "\t200\n" + one + "\t404\nhttp://other.test/\t200\n" + two + "\t403\n" + two;
    String got = Files.writeString(dir.resolve("got.tsv"), text).toString();
    String out = dir.resolve("rest.tsv").toString();
    Typed typed = order("--order", "P", "--answers", got, "--out", out);
    assertEquals(0, typed.exit(), typed.err());
    assertTrue(typed.err().contains("1 answers name no page of the old crawl"), typed.err());
    assertTrue(typed.err().contains("got.tsv:3 (http://other.test/)"), typed.err());
    assertTrue(typed.err().contains("1 answers contradict an earlier one"), typed.err());
    assertTrue(typed.err().contains("last line is cut off"), typed.err());
    assertTrue(typed.err().contains("0 alive, 1 dead, 1 closed"), typed.err());
    assertEquals(1 + 600 - 2, Files.readAllLines(Path.of(out)).size());
    String other = Files.writeString(dir.resolve("o.tsv"), "http://x.test/\t200\n").toString();
    assertSays("are they of another one", 1, order("--answers", other, "--out", out));
    String bad =
        Files.writeString(dir.resolve("b.tsv"), one + "\tfine\n" + two + "\t200\n").toString();
    assertSays("'fine' is no status", 1, order("--answers", bad, "--out", out));
    assertSays("no known ending", 2, order("--out", dir.resolve("x.doc").toString()));
    assertSays("give --out FILE", 2, order());
    assertSays("one order for one list", 2, order("--order", "P,I", "--out", out));
  }

  private static void assertSays(String what, int exit, Typed typed) {
    assertEquals(exit, typed.exit(), typed.err());
    assertTrue(typed.err().contains(what), typed.err());
  }

  @Test
  void closedPagesAreAskedInVain() throws IOException {
    String text =
        Files.readString(Path.of(pages)).replaceAll("(?m)^([0-9]*5\t.*)\t[01]$", "$1\tclosed");
    String file = Files.writeString(dir.resolve("closed.tsv"), text).toString();
    Typed typed = Typed.line("liverank", "--pages", file, "--links", links, "--order", "learned,R");
    assertEquals(0, typed.exit(), typed.err());
    assertTrue(typed.err().contains("60 pages are closed"), typed.err());
  }
}
