package nephila.cli.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import nephila.cli.Typed;
import nephila.cli.WrongUse;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommunityVerbTest {
  @TempDir Path folder;
  private String graph = "";
  private String local = "";
  private String urls = "";

  /// Thirty pages in three sites of ten; every page links to the next and to three times itself.
  @BeforeEach
  void writeAWeb() throws IOException {
    StringBuilder edges = new StringBuilder("# a little web\n");
    StringBuilder names = new StringBuilder();
    for (int page = 0; page < 30; page++) {
      edges.append(page).append(' ').append((page + 1) % 30).append('\n');
      edges.append(page).append(' ').append(page * 3 % 30).append('\n');
      names.append(page).append("\thttp://s").append(page / 10).append(".test/p").append(page);
      names.append('\n');
    }
    graph = write("web.txt", edges.toString());
    urls = write("urls.tsv", names.toString());
    local = write("local.txt", "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n");
  }

  private String write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void jsonTellsEveryIterationOfEverySelection() throws IOException {
    Typed typed =
        Typed.line(
            "community",
            "--graph",
            graph,
            "--urls",
            urls,
            "--local",
            local,
            "--select",
            "worth,sc-exact",
            "--iterations",
            "4",
            "--json");
    assertEquals(0, typed.exit(), typed.err());
    List<String> lines = typed.out().lines().toList();
    assertEquals(10, lines.size());
    Map<String, Object> last = JSON.std.mapFrom(lines.get(4));
    String start = "{\"select\":\"worth\",\"iteration\":4,\"fetched\":20,";
    assertTrue(lines.get(4).startsWith(start), lines.get(4));
    assertTrue(Double.parseDouble(String.valueOf(last.get("l1"))) < 1e-5, lines.get(4));
    assertTrue(last.keySet().containsAll(List.of("l2", "linf", "tau", "taub")), lines.get(4));
    assertTrue(typed.err().contains("truth: PageRank of the whole graph"), typed.err());
  }

  @Test
  void theTableTheChartAndTheRanksAreWritten() throws IOException {
    Path ranks = folder.resolve("ranks.tsv");
    Path chart = folder.resolve("chart.svg");
    Typed typed =
        Typed.line(
            "community",
            "--graph",
            graph,
            "--urls",
            urls,
            "--local",
            local,
            "--out",
            ranks.toString(),
            "--svg",
            chart.toString(),
            "--budget",
            "n");
    assertEquals(0, typed.exit(), typed.err());
    assertTrue(typed.out().contains("tau-b"), typed.out());
    List<String> lines = Files.readAllLines(ranks);
    assertEquals(11, lines.size());
    assertTrue(lines.get(1).contains("http://s0.test/p"), lines.get(1));
    assertTrue(Files.readString(chart).contains("worth"));
  }

  @Test
  void aLocalDomainMayBeGivenByAddressAndTheTruthByFile() throws IOException {
    String byName = write("names.txt", "http://s0.test/p0\n#\n\nhttp://s0.test/p1\n");
    String truth = write("truth.tsv", "0\t0.5\n1\t0.5\n");
    Typed typed =
        Typed.line(
            "community",
            "--graph",
            graph,
            "--urls",
            urls,
            "--local",
            byName,
            "--reference",
            truth,
            "--json",
            "--iterations",
            "1");
    assertEquals(0, typed.exit(), typed.err());
    assertTrue(typed.err().contains("truth.tsv"), typed.err());
  }

  @Test
  void whatIsWrongIsToldInOneLine() throws IOException {
    told(1, write("a.txt", "77\n"), "page 77 in the local domain, but the graph has pages 0 to 29");
    told(1, write("b.txt", "1\nx y\n"), "b.txt:2: 'x' is no page of the graph");
    told(1, write("c.txt", "# nothing\n"), "the local domain is empty");
    told(1, write("d.txt", "-4\n"), "d.txt:1: '-4' is not a page number");
    told(1, folder.resolve("none.txt").toString(), "no such file");
    told(2, local, "no selection 'best'", "--select", "best");
    told(2, local, "--budget many", "--budget", "many");
    told(2, local, "--iterations 0: at least 1", "--iterations", "0");
    told(1, local, "no rank for page 0", "--reference", write("r.tsv", "1\t0.5\n"));
    told(1, local, "r2.tsv:1: 'half' is not a number", "--reference", write("r2.tsv", "0\thalf\n"));
    told(
        1, local, "r3.tsv:1: 'Infinity' is not a", "--reference", write("r3.tsv", "0\tInfinity\n"));
    String zeros = "0\t0\n1\t0\n2\t0\n3\t0\n4\t0\n5\t0\n6\t0\n7\t0\n8\t0\n9\t0\n";
    told(
        1,
        local,
        "r4.tsv: every rank of the local domain is 0",
        "--reference",
        write("r4.tsv", zeros));
    told(
        1,
        local,
        "'2147483647' is not a page",
        "--urls",
        write("u.tsv", "2147483647\thttp://a/\n"));
  }

  @Test
  void aFullDiskIsToldAndNotPassedOver() throws IOException {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.exists(full), "no /dev/full on this machine");
    for (String option : List.of("--out", "--svg")) {
      Typed typed =
          Typed.line("community", "--graph", graph, "--local", local, option, full.toString());
      assertEquals(1, typed.exit(), option);
      assertTrue(typed.err().contains("/dev/full: cannot be written: No space left"), typed.err());
    }
  }

  @Test
  void whatIsWrongWithALocalDomainFromElsewhereIsToldInOneLine() throws IOException {
    String site = folder.toString();
    String dir = folder.resolve("dir").toString();
    from(2, "give --dir too", "--from", site);
    from(2, "leave --topic", "--from", site, "--dir", dir, "--topic", "t", "--words", "w");
    from(2, "give --from too", "--base", "http://a.test/", "--dir", dir);
    from(2, "end it with a slash", "--from", site, "--dir", dir, "--base", "http://a.test/x");
    from(2, "Name a SITE too", "--from", graph, "--dir", dir);
    from(1, "no such file", "--from", site + "/none", "--dir", dir, "http://a.test/");
    from(1, "no page in it", "--from", empty(), "--dir", dir, "--base", "http://a.test/");
    assertTrue(Files.notExists(Path.of(dir)));
  }

  private String empty() throws IOException {
    return Files.createDirectories(folder.resolve("empty")).toString();
  }

  private static void from(int exit, String message, String... more) {
    List<String> line = new java.util.ArrayList<>(List.of("community"));
    line.addAll(List.of(more));
    if (more.length > 2) {
      line.addAll(List.of("--agent", "t", "--contact", "t@example.org"));
    }
    Typed typed = Typed.line(line.toArray(String[]::new));
    assertEquals(exit, typed.exit(), typed.err());
    assertTrue(typed.err().contains(message), typed.err());
    assertEquals(1, typed.err().lines().count(), typed.err());
  }

  private void told(int exit, String domain, String message, String... more) {
    String[] args = new String[5 + more.length];
    String[] first = {"community", "--graph", graph, "--local", domain};
    System.arraycopy(first, 0, args, 0, 5);
    System.arraycopy(more, 0, args, 5, more.length);
    Typed typed = Typed.line(args);
    assertEquals(exit, typed.exit(), typed.err());
    assertTrue(typed.err().contains(message), typed.err());
    assertEquals(1, typed.err().lines().count(), typed.err());
  }

  @Test
  void aDryFrontierIsSaidAndIsNoFailure() throws IOException {
    String all = write("all.txt", String.join("\n", "0 1 2 3".split(" ")));
    Typed typed = Typed.line("community", "--graph", graph, "--local", all, "--budget", "100");
    assertEquals(0, typed.exit(), typed.err());
    assertTrue(typed.err().contains("ran dry after 26 of 100 pages"), typed.err());
  }

  @Test
  void budgetsAreNumbersOrMultiplesOfTheDomain() {
    assertEquals(200, Budget.parse("2n").pages(100));
    assertEquals(50, Budget.parse("0.5n").pages(100));
    assertEquals(100, Budget.parse("n").pages(100));
    assertEquals(7, Budget.parse("7").pages(100));
    assertEquals(0, Budget.parse("0").pages(100));
    assertThrows(WrongUse.class, () -> Budget.parse("-1"));
    assertThrows(WrongUse.class, () -> Budget.parse("1.5"));
    assertThrows(WrongUse.class, () -> Budget.parse("NaNn"));
  }
}
