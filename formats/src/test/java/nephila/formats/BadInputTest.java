package nephila.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import nephila.UserError;
import nephila.graph.CsrFileWriter;
import nephila.graph.CsrGraph;
import nephila.graph.PageNames;
import nephila.graph.generate.GraphGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Everything that can be wrong with a graph file is one line that names the file and the place.
class BadInputTest {
  @TempDir private Path folder;

  private String file(String name, String text) throws IOException {
    return file(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private String file(String name, byte[] bytes) throws IOException {
    Path file = folder.resolve(name);
    Files.write(file, bytes);
    return file.toString();
  }

  private static void refuses(String file, String... parts) {
    refuses(new GraphReader(), file, parts);
  }

  private static void refuses(GraphReader reader, String file, String... parts) {
    UserError error = assertThrows(UserError.class, () -> reader.open(file));
    String message = String.valueOf(error.getMessage());
    for (String part : parts) {
      assertTrue(message.contains(part), message + " should contain " + part);
    }
    assertEquals(1, message.lines().count(), message);
  }

  @Test
  void anEmptyFileHasNoLinks() throws IOException {
    refuses(file("empty.txt", ""), "empty.txt: no links");
    refuses(file("comments.txt", "# nothing\n\n"), "comments.txt: no links");
  }

  @Test
  void aMissingFileIsNamed() {
    refuses(folder.resolve("nowhere.txt").toString(), "nowhere.txt: no such file");
  }

  @Test
  void aDirectoryIsNotAGraph() {
    refuses(folder.toString(), "is a directory");
  }

  @Test
  void aLetterAmongIdsIsFoundWithItsLine() throws IOException {
    refuses(file("a.txt", "0 1\n1 2\n2 x\n3 4\n"), "a.txt:3: 'x' among page ids", "--names");
    refuses(file("b.txt", "0 1\n1 2\n2 3a\n"), "b.txt:3: '3a' among page ids");
    refuses(file("c.txt", "0 1\n1 2\n2a 3\n"), "c.txt:3: '2a'");
  }

  @Test
  void aHeadingAboveNumbersIsNotALink() throws IOException {
    refuses(file("h.txt", "source target\n0 1\n1 2\n"), "h.txt:1: 'source target'", "heading");
  }

  @Test
  void columnsAreCounted() throws IOException {
    refuses(file("3.txt", "0 1\n0 1 7\n"), "3.txt:2: 3 columns", "--weights");
    refuses(file("4.txt", "0 1 2 3\n"), "4.txt:1: 4 columns");
    refuses(file("1.txt", "0 1\n\n5\n"), "1.txt:3: 1 column;");
    refuses(file("n3.txt", "a b\nc d e\n"), "n3.txt:2: 3 columns");
    refuses(new GraphReader().weights(true), file("w.txt", "0 1 2\n0 1\n"), "w.txt:2: 2 columns");
  }

  @Test
  void weightsAreNumbersAboveZero() throws IOException {
    for (String weight : new String[] {"0", "-1", "NaN", "1e999", "heavy", "1.5x"}) {
      String file = file("w.txt", "0 1 1\n0 2 " + weight + "\n");
      refuses(new GraphReader().weights(true), file, "w.txt:2: weight '" + weight + "'");
    }
  }

  @Test
  void idsStartAtZeroAndAreNotTooLarge() throws IOException {
    refuses(file("neg.txt", "0 1\n-5 1\n"), "neg.txt:2: page id -5 is negative");
    refuses(file("neg1.txt", "-5 1\n"), "neg1.txt:1: page id -5 is negative");
    refuses(file("big.txt", "0 1\n0 1000000000000000\n"), "big.txt:2: page id 1000000000000000");
    refuses(file("big2.txt", "0 2147483647\n"), "big2.txt:1: page id 2147483647 is too large");
    refuses(file("big3.txt", "0 99999999999999999999999\n"), "big3.txt:1:", "too large");
  }

  @Test
  void refusesNumbersThatAreNames() throws IOException {
    refuses(
        file("far.txt", "0 1\n0 123456789\n"),
        "far.txt: page numbers up to 123,456,789 but 2 links; say --names");
  }

  /// So many links that the pages may be many, and counts of links fit in memory while rows do not.
  @Test
  void refusesPagesThatMemoryHasNoRoomFor() throws IOException {
    long id = Math.min(Runtime.getRuntime().maxMemory() / 13, Integer.MAX_VALUE - 1);
    String text = "0 1\n".repeat((int) (id / 1000) + 1) + "0 " + id + "\n";
    refuses(file("far.txt", text), "far.txt: ", "need more than the", "raise -Xmx");
  }

  @Test
  void aFileCutInHalfSaysWhereItBroke() throws IOException {
    byte[] text = edges().getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(text);
    }
    byte[] half = Arrays.copyOf(packed.toByteArray(), packed.size() / 2);
    refuses(file("half.gz", half), "half.gz: after line ", "cut off");
    refuses(file("start.gz", Arrays.copyOf(half, 5)), "start.gz: byte 0");
    byte[] zstd = Zstd.compress(text);
    refuses(file("half.zst", Arrays.copyOf(zstd, zstd.length / 2)), "half.zst: after line ");
    byte[] flipped = packed.toByteArray();
    flipped[flipped.length / 2] ^= 0x55;
    refuses(file("flipped.gz", flipped), "flipped.gz");
  }

  private static String edges() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 50_000; i++) {
      text.append(i).append(' ').append(i * 7919L % 50_000).append('\n');
    }
    return text.toString();
  }

  @Test
  void aBvGraphNeedsBothItsFiles() throws IOException {
    refuses(file("g.graph", "x"), "g.graph: needs", "g.properties", "missing");
    refuses(folder.resolve("g").toString(), "g.graph: needs");
    refuses(file("h.properties", "x=1"), "h.properties: needs", "h.graph");
    file("i.graph", "x");
    refuses(file("i.properties", "nodes=5"), "i.properties: ");
  }

  @Test
  void everyFlippedByteOfACsrFileIsFound() throws IOException {
    Path csr = folder.resolve("g.csr");
    CsrGraph graph = GraphGenerator.power(40, 3, 1).graph();
    CsrFileWriter.write(csr, graph, PageNames.of(java.util.Collections.nCopies(40, "nom")));
    byte[] good = Files.readAllBytes(csr);
    assertEquals(graph, new GraphReader().open(csr.toString()).csr());
    for (int i = 8; i < good.length; i++) {
      byte[] bad = good.clone();
      bad[i] ^= 0x10;
      refuses(file("bad.csr", bad), "bad.csr: byte ");
    }
    for (int length : new int[] {9, 63, 64, 100, good.length - 1}) {
      refuses(file("cut.csr", Arrays.copyOf(good, length)), "cut.csr: byte ");
    }
    refuses(file("long.csr", Arrays.copyOf(good, good.length + 1)), "longer than it says");
  }

  @Test
  void aBinaryFileIsNoEdgeList() throws IOException {
    refuses(file("b.txt", new byte[] {1, 0, 3, 4}), "b.txt:1: a zero byte");
  }

  @Test
  void namesForPagesMustBeAsManyAsPages() throws IOException {
    String urls = file("urls.txt", "a\nb\n");
    GraphReader reader = new GraphReader().urls(Path.of(urls));
    refuses(reader, file("g.txt", "0 5\n"), "urls.txt: 2 lines for the 6 pages");
    refuses(
        new GraphReader().urls(folder.resolve("no.txt")), file("g.txt", "0 1\n"), "no such file");
  }

  @Test
  void commonCrawlIdsCountUp() throws IOException {
    file("web-edges.txt", "0\t1\n");
    refuses(file("web-vertices.txt", "0\ta\n2\tb\n"), "web-vertices.txt:2: vertex id '2'");
    file("web-vertices.txt", "0\ta\n");
    refuses(folder.resolve("web").toString(), "web-edges.txt: links page 1");
    Files.delete(folder.resolve("web-edges.txt"));
    refuses(folder.resolve("web-vertices.txt").toString(), "edges are missing");
  }
}
