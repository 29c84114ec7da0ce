package nephila.formats;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import nephila.graph.CsrGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphReaderTest {
  @TempDir private Path folder;

  private LoadedGraph stdin(String text) {
    return reading(text).open("-");
  }

  private static GraphReader reading(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new GraphReader().stdin(new ByteArrayInputStream(bytes));
  }

  private String file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    try (OutputStream raw = Files.newOutputStream(file);
        OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(raw) : raw) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return file.toString();
  }

  @Test
  void idsTabsSpacesCommentsAndBlankLinesAreRead() {
    LoadedGraph loaded = stdin("# nodes 7\n0 1\n\n0\t 3\r\n  2 0\n0 1\n# more\n2 2");
    assertEquals(CsrGraph.of(7, new int[] {0, 0, 2, 2}, new int[] {1, 3, 0, 2}), loaded.csr());
    assertEquals(new ReadCounts("edge list", 8, 5, 1), loaded.counts());
    assertEquals("3", loaded.name(3));
  }

  @Test
  void namesAreNumberedInTheirOwnOrder() {
    LoadedGraph loaded = stdin("b.example/ a.example/\nc c\nb.example/ c\n");
    assertEquals("a.example/", loaded.name(0));
    assertEquals("c", loaded.name(2));
    assertEquals(1, loaded.names().orElseThrow().find("b.example/"));
    assertEquals(CsrGraph.of(3, new int[] {1, 1, 2}, new int[] {0, 2, 2}), loaded.csr());
  }

  @Test
  void namesBetweenTabsMayHoldSpaces() {
    LoadedGraph loaded = stdin("New York\tBoston\nBoston\tNew York\n");
    assertEquals("New York", loaded.name(1));
    assertEquals(2, loaded.csr().links());
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheText() throws IOException {
    assertEquals(2, stdin("\ufeffa b\nb a\n").graph().pages());
    assertEquals(5, stdin("\ufeff# nodes 5\r\n0 1\r\n").graph().pages());
    assertEquals(1, stdin("\ufeff0 1").graph().links());
    String urls = file("urls.gz", "\ufeffhttp://a/\nhttp://b/\n");
    LoadedGraph named = reading("0 1\n").urls(Path.of(urls)).open("-");
    assertEquals("http://a/", named.name(0));
    assertEquals("a\ufeff", stdin("a\ufeff b\n").name(0), "elsewhere it is a letter");
  }

  @Test
  void numbersAreNamesWhenAskedFor() {
    LoadedGraph loaded = reading("7 900000000000\n").names(true).open("-");
    assertEquals(2, loaded.csr().pages());
    assertEquals("900000000000", loaded.name(1));
  }

  @Test
  void weightsOfDoubledLinksAddUp() {
    CsrGraph graph = reading("0 2 1.5\n0 1 2\n0 2 1e1\n").weights(true).open("-").csr();
    assertArrayEquals(new int[] {1, 2}, graph.targets());
    assertArrayEquals(new double[] {2, 11.5}, graph.weights());
  }

  @Test
  void aFileOfUrlsNamesThePages() throws IOException {
    String urls = file("u.gz", "http://a/\nhttp://b/\nhttp://c/\n");
    LoadedGraph loaded = reading("0 1\n").urls(Path.of(urls)).open("-");
    assertEquals(3, loaded.csr().pages());
    assertEquals("http://c/", loaded.name(2));
  }

  @Test
  void commonCrawlIsFoundByEitherFileOrTheirBase() throws IOException {
    String vertices = file("web-vertices.txt.gz", "0\tcom.a\t3\n1\tcom.b\t1\n2\torg.c\t1\n");
    String edges = file("web-edges.txt.gz", "0\t1\n2\t0\n");
    for (String name : new String[] {vertices, edges, folder.resolve("web").toString()}) {
      LoadedGraph loaded = new GraphReader().open(name);
      assertEquals("org.c", loaded.name(2));
      assertEquals(CsrGraph.of(3, new int[] {0, 2}, new int[] {1, 0}), loaded.csr());
    }
  }

  @Test
  void theSameGraphComesFromEdgesAndFromBvGraph() {
    CsrGraph edges =
        new GraphReader().open(SharedGraphs.file("cnr-2000.edges.gz").toString()).csr();
    String base = SharedGraphs.file("cnr-2000.graph").toString();
    assertEquals(edges, new GraphReader().open(base).csr());
    assertEquals(
        edges, new GraphReader().open(base.substring(0, base.length() - ".graph".length())).csr());
    assertTrue(edges.links() == 3_216_152 && edges.pages() == 325_557);
  }
}
