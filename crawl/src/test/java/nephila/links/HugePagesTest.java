package nephila.links;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import nephila.url.CanonicalUrl;
import org.junit.jupiter.api.Test;

/// Pages made to choke a parser: time must be linear in their length, memory bounded. What is
/// measured is CPU time of the thread, against a limit ten times what was seen on a busy machine.
class HugePagesTest {
  private static final CanonicalUrl URL = CanonicalUrl.typed("http://example.org/");
  private static final int MEGABYTES = 1;
  private static final double NANOS_A_BYTE = 400;

  private static PageLinks read(String unit, String start) {
    StringBuilder page = new StringBuilder(start);
    while (page.length() < MEGABYTES << 20) {
      page.append(unit);
    }
    return timed(page.toString().getBytes(UTF_8), unit);
  }

  private static PageLinks timed(byte[] bytes, String what) {
    var threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    PageLinks links =
        new LinkExtractor("nephila").extract(bytes, 0, bytes.length, "text/html", URL);
    links.title();
    for (int i = 0; i < Math.min(100, links.links().size()); i++) {
      links.anchorText(i);
    }
    PageText.of(bytes, 0, bytes.length, "text/html").signature();
    long nanos = threads.getCurrentThreadCpuTime() - start;
    assertTrue(nanos < NANOS_A_BYTE * bytes.length, () -> what + ": " + nanos / 1e9 + " s");
    return links;
  }

  @Test
  void repeatedPiecesTakeLinearTime() {
    String[] units = {
      "<div>",
      "</div>",
      "<a href=x>",
      "<a href='",
      "<a ",
      "<",
      "<!--",
      "<!-- -",
      "-->",
      "</",
      "<a b=",
      "<script>",
      "<script><!--<script>",
      "<title>",
      "&amp;",
      "&",
      "<a href=&",
      "<svg>",
      "<![CDATA[",
      "<svg><![CDATA[",
      "\0",
      " ",
      "<a    ",
      "=",
      "\"",
      "<base href=x>",
      "<a href=x><base href=y>",
      "<meta http-equiv=refresh content='0;x'>",
      "<textarea>",
      "<a x ",
      "<a x = ",
      "é",
      "<a href=é>"
    };
    for (String unit : units) {
      read(unit, "");
    }
  }

  @Test
  void endlessAttributesAreReadOnce() {
    read(" b=c", "<a href=x");
    read("                ", "<div x");
    read("                ", "<div x=");
    read("a", "<a href=");
    read("a", "<");
    read("x", "<script>");
  }

  @Test
  void aMillionLinksAreCutAtTheLimit() {
    StringBuilder page = new StringBuilder();
    for (int i = 0; i < 1_000_000; i++) {
      page.append("<a href=/").append(i).append(">");
    }
    PageLinks links = timed(page.toString().getBytes(UTF_8), "a million links");
    assertEquals(LinkExtractor.MAX_LINKS, links.links().size());
    assertTrue(links.truncated());
    assertEquals("http://example.org/0", links.links().getFirst().url().text());
  }
}
