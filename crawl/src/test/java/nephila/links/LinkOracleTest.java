package nephila.links;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;
import nephila.url.CanonicalUrl;
import org.junit.jupiter.api.Test;

/// The extractor against a parser with a tree: same links on nasty and on random pages. Replay with
/// `-Dnephila.seed=N`.
class LinkOracleTest {
  private static final long SEED = Long.getLong("nephila.seed", 1);
  private static final CanonicalUrl URL = CanonicalUrl.typed("http://example.org/dir/page.html");

  static Set<String> ours(byte[] bytes, String contentType, CanonicalUrl url) {
    Set<String> links = new LinkedHashSet<>();
    LinkExtractor extractor = new LinkExtractor("nephila");
    for (Link link : extractor.extract(bytes, 0, bytes.length, contentType, url).links()) {
      links.add(link.url().text());
    }
    return links;
  }

  @Test
  void nastyPagesHaveTheSameLinks() {
    StringBuilder differences = new StringBuilder();
    for (String page : NastyPages.ALL) {
      byte[] bytes = page.getBytes(UTF_8);
      Set<String> expected = JsoupOracle.links(bytes, "UTF-8", URL);
      Set<String> found = ours(bytes, "text/html; charset=utf-8", URL);
      if (!expected.equals(found)) {
        differences
            .append(page)
            .append("\n  jsoup ")
            .append(expected)
            .append("\n  ours  ")
            .append(found)
            .append('\n');
      }
    }
    assertEquals("", differences.toString());
  }

  @Test
  void noForbiddenLinkIsFound() {
    for (String page : NastyPages.ALL) {
      Set<String> found = ours(page.getBytes(UTF_8), "text/html", URL);
      assertTrue(found.stream().noneMatch(url -> url.endsWith("/no")), () -> page + found);
    }
  }

  @Test
  void piecesOfNastyPagesInAnyOrderHaveTheSameLinks() {
    Random random = new Random(SEED);
    int same = 0;
    for (int i = 0; i < 3000; i++) {
      StringBuilder page = new StringBuilder("<!doctype html><body>");
      for (int k = 0; k < 1 + random.nextInt(6); k++) {
        String piece = NastyPages.ALL.get(random.nextInt(NastyPages.ALL.size()));
        page.append(treeChangesIt(piece) ? "<p>" : piece).append("<a href=").append(k).append('>');
      }
      byte[] bytes = page.toString().getBytes(UTF_8);
      Set<String> expected = JsoupOracle.links(bytes, "UTF-8", URL);
      Set<String> found = ours(bytes, "text/html; charset=utf-8", URL);
      assertEquals(expected, found, () -> page + " seed " + SEED);
      same++;
    }
    assertEquals(3000, same);
  }

  /// Pieces whose meaning depends on the tree around them, which a scanner does not have, and a
  /// script within a script, which jsoup misreads in the body.
  private static boolean treeChangesIt(String piece) {
    return piece.contains("<script> </script>")
        || piece.contains("<svg")
        || piece.contains("<math")
        || piece.contains("<frame");
  }
}
