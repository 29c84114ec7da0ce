package nephila.formats;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import nephila.Progress;
import nephila.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OldCrawlTest {
  @TempDir Path dir = Path.of("");

  @Test
  void pagesLinksAndTruthAreRead() throws IOException {
    OldCrawl old = read("#id\n7\thttp://a/x\t1\nb\thttp://b/\t0\n\n", "7\tb\nb 7\n");
    assertEquals(2, old.snapshot().pages());
    assertEquals("http://b/", old.snapshot().url(1));
    assertEquals(2, old.snapshot().links().links());
    assertArrayEquals(new boolean[] {true, false}, old.alive().orElseThrow());
    assertEquals(0, old.unknownLinks());
  }

  @Test
  void compressedFilesAreReadToo() throws IOException {
    Path pages = dir.resolve("p.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(pages))) {
      out.write("1\thttp://a/\n2\thttp://a/b\n".getBytes(StandardCharsets.UTF_8));
    }
    Path links = Files.writeString(dir.resolve("l"), "1\t2\n");
    OldCrawl old = OldCrawl.read(pages, links, Progress.SILENT);
    assertEquals(2, old.snapshot().pages());
    assertTrue(old.alive().isEmpty());
  }

  @Test
  void linksToUnknownPagesAreCountedAndLeftOut() throws IOException {
    OldCrawl old = read("1\thttp://a/\t1\n", "1\t9\n9\t1\n1\t1\n");
    assertEquals(2, old.unknownLinks());
    assertEquals(1, old.snapshot().links().links());
  }

  @Test
  void badLinesAreToldWithFileAndLine() {
    told("1\n", "", "pages:1: 1 columns");
    told("1\thttp://a/\t1\n1\thttp://b/\t0\n", "", "pages:2: page '1' is listed twice");
    told("1\thttp://a/\t1\n2\thttp://b/\tyes\n", "", "pages:2: 'yes' in the third column");
    told("1\thttp://a/\t1\n2\thttp://b/\n", "", "1 of 2 pages say alive");
    told("1\thttp://a/\t1\n", "1\t1\n\n1\n", "links:3: '1'; a link is");
    told("1\thttp://a/\t1\n", "1\t1\t1\n", "links:1: ");
  }

  @Test
  void anEmptyCrawlIsEmpty() throws IOException {
    assertEquals(0, read("", "").snapshot().pages());
  }

  private void told(String pages, String links, String message) {
    UserError error = assertThrows(UserError.class, () -> read(pages, links));
    assertTrue(String.valueOf(error.getMessage()).contains(message), error.getMessage());
  }

  private OldCrawl read(String pages, String links) throws IOException {
    Path p = Files.writeString(dir.resolve("pages"), pages);
    Path l = Files.writeString(dir.resolve("links"), links);
    return OldCrawl.read(p, l, Progress.SILENT);
  }
}
