package nephila.communitycrawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import nephila.Progress;
import nephila.UserError;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.store.CrawlStore;
import nephila.url.CanonicalUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptSiteTest {
  private static final CanonicalUrl BASE = CanonicalUrl.ofCanonical("http://kept.test/docs/");
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);

  @TempDir Path work;

  private static CrawlConfig plan() {
    return CrawlConfig.of(BASE.text()).with("agent", "t").with("contact", "t@example.org");
  }

  private Path site() throws IOException {
    Path site = Files.createDirectories(work.resolve("site/deep"));
    Path root = work.resolve("site");
    Files.writeString(root.resolve("index.html"), "<a href='deep/'>d</a> <a href='a%20b.html'>");
    Files.writeString(root.resolve("a b.html"), "<a href='http://elsewhere.test/x'>out</a>");
    Files.writeString(site.resolve("index.html"), "<a href='../index.html'>up</a>");
    Files.writeString(site.resolve("picture.png"), "no page");
    Path outside = Files.writeString(work.resolve("outside.html"), "of nobody's business");
    Files.createSymbolicLink(root.resolve("secret.html"), outside);
    return root;
  }

  private static Map<String, List<String>> read(Path dir) throws IOException {
    Map<String, List<String>> links = new TreeMap<>();
    try (Crawl crawl = Crawl.open(dir, plan())) {
      CrawlStore store = crawl.store();
      for (int slot = 0; slot < store.pages().size(); slot++) {
        if (store.pages().isRead(slot)) {
          List<String> to = new ArrayList<>();
          for (int target : store.pages().row(slot)) {
            to.add(store.url(target));
          }
          links.put(store.url(slot), to);
        }
      }
    }
    return links;
  }

  @Test
  void aFolderOfFilesBecomesTheReadPagesOfACrawl() throws IOException {
    Path dir = work.resolve("dir");
    KeptSite kept = new KeptSite(plan(), CLOCK, Progress.SILENT);
    assertEquals(5, kept.into(dir, List.of(site()), BASE));
    assertTrue(KeptSite.is(dir));
    Map<String, List<String>> expected =
        Map.of(
            "http://kept.test/docs/",
            List.of("http://kept.test/docs/index.html"),
            "http://kept.test/docs/index.html",
            List.of("http://kept.test/docs/deep/", "http://kept.test/docs/a%20b.html"),
            "http://kept.test/docs/a%20b.html",
            List.of("http://elsewhere.test/x"),
            "http://kept.test/docs/deep/",
            List.of("http://kept.test/docs/deep/index.html"),
            "http://kept.test/docs/deep/index.html",
            List.of("http://kept.test/docs/index.html"));
    assertEquals(new TreeMap<>(expected), read(dir));

    Path again = work.resolve("again");
    assertEquals(5, new KeptSite(plan(), CLOCK, Progress.SILENT).into(again, List.of(dir), null));
    assertEquals(new TreeMap<>(expected), read(again));
  }

  @Test
  void withoutAPageNothingIsMade() throws IOException {
    Path none = Files.createDirectories(work.resolve("none"));
    Files.writeString(none.resolve("x.png"), "");
    Path dir = work.resolve("dir");
    UserError e =
        assertThrows(
            UserError.class,
            () -> new KeptSite(plan(), CLOCK, Progress.SILENT).into(dir, List.of(none), BASE));
    assertTrue(e.getMessage().contains("no page in it"), e.getMessage());
    assertFalse(Files.exists(dir));
  }

  @Test
  void aFileLargerThanTheCrawlTakesIsLeftOutAndTold() throws IOException {
    Path root = site();
    Files.writeString(root.resolve("large.html"), "x".repeat(5000));
    KeptSite kept = new KeptSite(plan().with("max-bytes", 4000), CLOCK, Progress.SILENT);
    assertEquals(5, kept.into(work.resolve("dir"), List.of(root), BASE));
    assertEquals(
        List.of(root.resolve("large.html") + ": larger than --max-bytes: left out"),
        kept.remarks());
  }
}
