package nephila.cli.graph;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import nephila.cli.Typed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphVerbTest {
  @TempDir private Path folder;

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void infoTellsWhatAGraphIsLike() throws IOException {
    Files.writeString(folder.resolve("g.txt"), "0 1\n1 2\n2 0\n2 3\n2 3\n4 4\n");
    Typed typed = Typed.line("graph", "info", path("g.txt"), "--json");
    assertEquals(0, typed.exit(), typed.err());
    Map<String, Object> info = JSON.std.mapFrom(typed.out());
    assertEquals(5, info.get("pages"));
    assertEquals(5, info.get("links"));
    assertEquals(1, info.get("doubledLinks"));
    assertEquals(1, info.get("selfLinks"));
    assertEquals(1, info.get("dangling"));
    assertEquals(Map.of("count", 2, "largest", 4), info.get("weakComponents"));
    assertEquals(
        Map.of("count", 3, "largest", 3, "periodOfLargest", 3, "swinging", 1),
        info.get("strongComponents"));
    Typed text = Typed.line("graph", "info", path("g.txt"));
    assertTrue(text.out().contains("strong components       3, the largest of 3"), text.out());
  }

  @Test
  void aGeneratedGraphIsTheSameThroughEveryFormat() throws IOException {
    String[] generate = {"graph", "generate", "--model", "web", "--pages", "500", "--seed", "3"};
    String edges = Typed.line(generate).out();
    assertTrue(edges.startsWith("# pages 500\n"), edges.substring(0, 20));
    String[] out = {"--out", path("a.csr"), "--urls-out", path("urls.gz")};
    assertEquals(
        0, Typed.line(Stream.of(generate, out).flatMap(Stream::of).toArray(String[]::new)).exit());
    assertEquals(0, Typed.line("graph", "convert", path("a.csr"), path("b.graph")).exit());
    assertEquals(0, Typed.line("graph", "convert", path("b.graph"), path("c.txt.zst")).exit());
    Typed back = Typed.line("graph", "convert", path("c.txt.zst"), "-", "--urls", path("urls.gz"));
    assertEquals(edges.lines().skip(1).toList(), back.out().lines().skip(1).toList());
    Typed named = Typed.line("graph", "convert", path("a.csr"), "-", "--names-out");
    assertTrue(named.out().contains("http://www.bada.test/\t"), named.out().substring(0, 200));
  }

  @Test
  void formatsMayBeTypedInLowerCase() throws IOException {
    Files.writeString(folder.resolve("g.txt"), "0 1\n1 0\n");
    Typed typed = Typed.line("graph", "convert", path("g.txt"), path("g.bin"), "--to", "csr");
    assertEquals(0, typed.exit(), typed.err());
    assertTrue(Typed.line("graph", "info", path("g.bin")).out().contains("CSR"));
  }

  @Test
  void whatCannotBeWrittenAsAskedIsNotWrittenOtherwise() throws IOException {
    Files.writeString(folder.resolve("g.txt"), "0 1\n1 0\n");
    Typed csr = Typed.line("graph", "convert", path("g.txt"), "-", "--to", "csr");
    assertEquals(2, csr.exit(), csr.out());
    assertEquals("", csr.out());
    String[] generate = {"graph", "generate", "--model", "web", "--pages", "99", "--to", "bvgraph"};
    assertEquals("", Typed.line(generate).out());
    Typed names =
        Typed.line("graph", "convert", path("g.txt"), path("h.txt"), "--urls-out", path("u"));
    assertTrue(names.err().contains("g.txt: has no names for --urls-out"), names.err());
    assertFalse(Files.exists(folder.resolve("h.txt")), "nothing half done");
  }

  @Test
  void aGraphIsNotWrittenOverItself() throws IOException {
    Path graph = Files.writeString(folder.resolve("g.txt"), "a b\nb a\n");
    Typed typed = Typed.line("graph", "convert", path("g.txt"), path("./g.txt"), "--transpose");
    assertEquals(2, typed.exit(), typed.err());
    assertTrue(typed.err().contains("is the graph that is read"), typed.err());
    assertEquals("a b\nb a\n", Files.readString(graph));
  }

  @Test
  void standardInputIsReadByEveryVerbOnGraphs() {
    InputStream before = System.in;
    try {
      for (String verb : new String[] {"simulate", "crawlorder", "rank", "sites"}) {
        System.setIn(new ByteArrayInputStream("a.test b.test\nb.test a.test\n".getBytes(UTF_8)));
        String[] line = {verb, "-", "--json"};
        if (verb.equals("crawlorder")) {
          line = new String[] {verb, "-", "--json", "--start", "b.test"};
        }
        Typed typed = Typed.line(line);
        assertEquals(0, typed.exit(), verb + typed.err());
        assertFalse(typed.out().isEmpty(), verb);
      }
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void transposingTwiceGivesTheGraphBack() throws IOException {
    Files.writeString(folder.resolve("g.txt"), "0 3\n2 1\n");
    Typed once = Typed.line("graph", "convert", path("g.txt"), path("t.csr"), "--transpose");
    assertEquals(0, once.exit(), once.err());
    Typed twice = Typed.line("graph", "convert", path("t.csr"), "-", "--transpose");
    assertEquals("# pages 4 links 2\n0\t3\n2\t1\n", twice.out());
  }

  @Test
  void badInputIsOneLineAndLeavesNothing() throws IOException {
    Files.writeString(folder.resolve("bad.txt"), "0 1\n1 x\n");
    for (String out : new String[] {"o.csr", "o.txt", "o.graph"}) {
      Typed typed = Typed.line("graph", "convert", path("bad.txt"), path(out));
      assertEquals(1, typed.exit());
      assertEquals(1, typed.err().lines().count(), typed.err());
      assertTrue(typed.err().contains("bad.txt:2: 'x'"), typed.err());
      assertEquals("", typed.out());
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(1, left.count());
    }
  }

  @Test
  void wrongUseIsToldWithTheWayOut() {
    Typed flag = Typed.line("graph", "info", "x", "--wieghts");
    assertEquals(2, flag.exit());
    assertTrue(flag.err().contains("--weights"), flag.err());
    assertEquals(2, Typed.line("graph").exit());
    Typed model = Typed.line("graph", "generate", "--model", "small", "--pages", "5");
    assertEquals(2, model.exit());
    Typed ending = Typed.line("graph", "convert", "a.txt", "b.xyz");
    assertEquals(2, ending.exit());
    assertTrue(ending.err().contains("--to"), ending.err());
    assertFalse(Typed.line("graph", "--help").out().isEmpty());
    Typed limit = Typed.line("sites", "x", "--limit", "-1");
    assertEquals(2, limit.exit());
    assertTrue(limit.err().contains("'-1' is no whole number from 0"), limit.err());
    Typed damping = Typed.line("sites", "x", "--damping", "1");
    assertTrue(damping.err().startsWith("nephila: --damping 1.0: at least"), damping.err());
  }
}
