package nephila.cli.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nephila.cli.Typed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankVerbTest {
  private static final Path GRAPHS =
      Path.of(System.getProperty("nephila.root", ".."), "../shared/data/graphs");

  @TempDir Path dir;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cnr-2000.edges.gz",
        "cnr-2000",
        "uk-2007-05@100000",
        "openbsd-www-last.edges.gz",
        "cs-stanford.edges.gz",
        "hollins.edges.gz",
        "epa.edges.gz",
        "wikispeedia.edges.gz",
        "polblogs.edges.gz"
      })
  void everyListedReferenceValueIsMet(String graph) throws IOException {
    assumeTrue(Files.isDirectory(GRAPHS), "no ../shared/data/graphs beside the repository");
    String name = graph.replace(".edges.gz", "");
    Path out = dir.resolve("ranks.tsv");
    Typed typed = Typed.line("rank", GRAPHS.resolve(graph).toString(), "--out", out.toString());
    assertEquals(0, typed.exit(), typed.err());
    Map<String, Double> ranks = ranks(Files.readAllLines(out));
    Path reference = GRAPHS.resolve("reference/" + name + ".pagerank-0.85.top1000.tsv");
    for (var expected : ranks(Files.readAllLines(reference)).entrySet()) {
      assertEquals(expected.getValue(), of(ranks, expected.getKey()), 1e-10, graph);
    }
    assertEquals(1, ranks.values().stream().mapToDouble(r -> r).sum(), 1e-9);
  }

  @Test
  void linksWeighAsTheyDoInACrawl() throws Exception {
    String graph = write("links.txt", "0 1\n0 2\n1 0\n2 0\n");
    String urls =
        write("urls.txt", "http://a.example.org/?q\nhttp://example.org/b\nhttp://c.net/\n");
    String out = write("ranks.txt", "");
    String[] usual = {"rank", graph, "--urls", urls, "--out", out, "--internal", "0.25"};
    assertEquals(0, Typed.line(usual).exit());
    Map<String, Double> rank = ranks(out);
    // Page 0 pays page 2 four times what it pays page 1.
    double b = rank.get("http://example.org/b") - 0.05;
    double c = rank.get("http://c.net/") - 0.05;
    assertEquals(4, c / b, 1e-6);
    String[] more = java.util.Arrays.copyOf(usual, usual.length + 2);
    more[usual.length] = "--dynamic";
    more[usual.length + 1] = "0";
    assertEquals(0, Typed.line(more).exit());
    rank = ranks(out);
    assertEquals(rank.get("http://c.net/"), rank.get("http://example.org/b"), 1e-9);
    Typed noUrls = Typed.line("rank", graph, "--internal", "0.25");
    assertEquals(1, noUrls.exit());
    assertTrue(noUrls.err().contains("page 0 is '0', which is no URL"), noUrls.err());
    Typed walk = Typed.line("rank", graph, "--variant", "walk", "--dynamic", "0.5");
    assertEquals(2, walk.exit());
    assertEquals(2, Typed.line("rank", graph, "--internal", "7").exit());
  }

  private static Map<String, Double> ranks(String file) throws Exception {
    Map<String, Double> ranks = new HashMap<>();
    for (String line : Files.readAllLines(Path.of(file))) {
      ranks.put(line.split("\t")[0], Double.parseDouble(line.split("\t")[1]));
    }
    return ranks;
  }

  @Test
  void packedNamedAndPipedEdgeListsRankTheSame() throws IOException {
    assumeTrue(Files.isDirectory(GRAPHS), "no ../shared/data/graphs beside the repository");
    String packed = GRAPHS.resolve("hollins.edges.gz").toString();
    String plain = dir.resolve("hollins.txt").toString();
    String zst = dir.resolve("hollins.txt.zst").toString();
    assertEquals(0, Typed.line("graph", "convert", packed, plain).exit());
    assertEquals(0, Typed.line("graph", "convert", packed, zst).exit());
    Map<String, Double> expected = ranked(packed);
    assertEquals(expected, ranked(plain));
    assertEquals(expected, ranked(zst));
    InputStream terminal = System.in;
    for (String piped : List.of(plain, zst, packed)) {
      try (InputStream in = Files.newInputStream(Path.of(piped))) {
        System.setIn(in);
        assertEquals(expected, ranked("-"), piped);
      } finally {
        System.setIn(terminal);
      }
    }
    Map<String, Double> named = ranked(plain, "--names");
    assertEquals(expected.size(), named.size(), "hollins has no page without any link");
    expected.forEach((page, rank) -> assertEquals(rank, of(named, page), 1e-10, page));
  }

  private static Map<String, Double> ranked(String graph, String... flags) {
    List<String> line = new ArrayList<>(List.of("rank", graph, "--threads", "1", "--out", "-"));
    line.addAll(List.of(flags));
    Typed typed = Typed.line(line.toArray(String[]::new));
    assertEquals(0, typed.exit(), typed.err());
    return ranks(typed.out().lines().toList());
  }

  private static double of(Map<String, Double> ranks, String page) {
    return ranks.getOrDefault(page, -1.0);
  }

  private static Map<String, Double> ranks(List<String> lines) {
    Map<String, Double> ranks = new HashMap<>();
    for (String line : lines) {
      if (!line.startsWith("#")) {
        int tab = line.indexOf('\t');
        ranks.put(line.substring(0, tab), Double.valueOf(line.substring(tab + 1)));
      }
    }
    return ranks;
  }

  @Test
  void namesGiveTheRanksOfTheirIds() throws IOException {
    String named = write("named.txt", "home a\nhome b\na home\nb b\n");
    String ids = write("ids.txt", "0 1\n0 2\n1 0\n2 2\n");
    Map<String, Double> byName =
        ranks(Typed.line("rank", named, "--out", "-").out().lines().toList());
    Map<String, Double> byId = ranks(Typed.line("rank", ids, "--out", "-").out().lines().toList());
    assertEquals(of(byId, "0"), of(byName, "home"), 2e-9);
    assertEquals(of(byId, "1"), of(byName, "a"), 2e-9);
    assertEquals(of(byId, "2"), of(byName, "b"), 2e-9);
  }

  @Test
  void jsonTellsTheFiguresAndTheBest() throws IOException {
    String graph = write("g.txt", "0 1\n2 1\n");
    Typed typed = Typed.line("rank", graph, "--json", "--top", "1");
    Map<String, Object> figures = JSON.std.mapFrom(typed.out());
    assertEquals(3, figures.get("pages"));
    assertEquals(1, figures.get("dangling"));
    assertTrue(number(figures, "links") == 2);
    assertTrue(number(figures, "errorBound") < 1e-9);
    assertTrue(number(figures, "iterations") > 0);
    assertTrue(number(figures, "cpuSeconds") >= 0);
    assertTrue(typed.out().contains("\"page\":\"1\""), typed.out());
  }

  private static double number(Map<String, Object> figures, String name) {
    return figures.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  @Test
  void thePreferenceAndTheWarmStartAreReadAsTheyAreWritten() throws IOException {
    String graph = write("g.txt", "a b\nb c\nc a\nc d\n");
    String preference = write("p.tsv", "# only a\na\t2\n");
    String out = dir.resolve("r.tsv.gz").toString();
    assertEquals(0, Typed.line("rank", graph, "--preference", preference, "--out", out).exit());
    Typed warm =
        Typed.line(
            "rank", graph, "--preference", preference, "--warm", out, "--json", "--top", "4");
    assertTrue(warm.out().contains("\"iterations\":2"), warm.out());
    Typed unknown = Typed.line("rank", graph, "--preference", write("q.tsv", "a\t1\nx\t1\n"));
    assertEquals(1, unknown.exit());
    assertTrue(unknown.err().contains("q.tsv:2: x is not a page"), unknown.err());
    Typed noNumber = Typed.line("rank", graph, "--preference", write("q.tsv", "a\tmuch\n"));
    assertTrue(noNumber.err().contains("q.tsv:1: value 'much'"), noNumber.err());
    Typed unpacked = Typed.line("rank", graph, "--warm", write("w.tsv.gz", "a\t1\n"));
    assertTrue(unpacked.err().contains("w.tsv.gz: cannot be read (Not in GZIP"), unpacked.err());
    Typed folder = Typed.line("rank", graph, "--warm", dir.toString());
    assertTrue(folder.err().contains(dir + ": is a directory"), folder.err());
  }

  @Test
  void everyVariantRanks() throws IOException {
    String graph = write("g.txt", "0 1\n1 2\n2 0\n0 2\n");
    for (String variant :
        List.of("pagerank", "small-edge", "walk", "links", "either", "authorities", "hubs")) {
      Typed typed = Typed.line("rank", graph, "--variant", variant, "--out", "-");
      assertEquals(0, typed.exit(), typed.err());
      double[] sum = {
        typed.out().lines().mapToDouble(l -> Double.parseDouble(l.split("\t")[1])).sum()
      };
      assertArrayEquals(new double[] {1}, sum, 1e-12, variant);
    }
  }

  @Test
  void aFailureLeavesNoFileBehind() throws IOException {
    String graph = write("g.txt", "0 1\n");
    Path folder = Files.createDirectory(dir.resolve("folder"));
    Typed typed = Typed.line("rank", graph, "--out", folder.toString());
    assertEquals(1, typed.exit(), typed.err());
    assertTrue(typed.err().contains("folder: is a directory"), typed.err());
    assertTrue(Files.isDirectory(folder), "an empty folder is not replaced either");
    Typed nowhere = Typed.line("rank", graph, "--out", dir.resolve("no/r.tsv").toString());
    assertTrue(nowhere.err().contains("r.tsv: cannot be written: no such folder"), nowhere.err());
    try (var files = Files.list(dir)) {
      assertEquals(2, files.count(), "only the graph and the folder");
    }
  }

  @Test
  void wrongUseIsToldWithTheRule() throws IOException {
    String graph = write("g.txt", "0 1\n");
    Typed damping = Typed.line("rank", graph, "--damping", "1");
    assertEquals(2, damping.exit());
    assertTrue(damping.err().contains("--damping 1.0: at least 0 and below 1"), damping.err());
    assertEquals(2, Typed.line("rank", graph, "--json", "--out", "-").exit());
    assertEquals(2, Typed.line("rank", graph, "--epsilon", "0.2").exit());
    Typed flag = Typed.line("rank", graph, "--thread", "2");
    assertEquals(2, flag.exit());
    assertTrue(flag.err().contains("--threads"), flag.err());
  }

  private String write(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text).toString();
  }
}
