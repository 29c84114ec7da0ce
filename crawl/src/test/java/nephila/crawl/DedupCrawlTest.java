package nephila.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import nephila.Progress;
import nephila.UserError;
import nephila.archive.ArchiveCheck;
import nephila.archive.warc.ArchivePosition;
import nephila.archive.warc.ExchangeReader;
import nephila.config.CrawlConfig;
import nephila.store.CrawlStore;
import nephila.store.StoreCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DedupCrawlTest {
  private static final String A = "http://127.0.0.1:81";
  private static final String LONG = "<p>" + "the same words again ".repeat(20) + "</p>";
  private static final String HTML = "Content-Type: text/html\r\n";

  @TempDir Path work;

  private static CrawlConfig plan(List<String> dedup) {
    return CrawlConfig.of(A + "/")
        .with("delay", Duration.ZERO)
        .with("requisites", true)
        .with("workers", 1)
        .with("dedup", dedup);
  }

  /// `/copy` has the content of `/one`, links and a picture included.
  private static FakeWeb site() {
    String twice = LONG + "<a href=deeper>on</a><img src=a.png>";
    return new FakeWeb()
        .page(A + "/", "/one", "/sub/copy")
        .answer(A + "/one", 200, HTML, twice)
        .answer(A + "/sub/copy", 200, HTML, twice)
        .answer(A + "/deeper", 200, HTML, "<p>first</p>")
        .answer(A + "/sub/deeper", 200, HTML, "<p>second</p>")
        .answer(A + "/a.png", 200, "Content-Type: image/png\r\n", picture())
        .answer(A + "/sub/a.png", 200, "Content-Type: image/png\r\n", picture());
  }

  /// What no packing makes small.
  private static String picture() {
    StringBuilder text = new StringBuilder();
    Random random = new Random(7);
    for (int i = 0; i < 5000; i++) {
      text.append((char) ('0' + random.nextInt(75)));
    }
    return text.toString();
  }

  private static void crawl(Path dir, CrawlConfig plan, FakeWeb web) throws Exception {
    Crawl.World world = new Crawl.World(Clock.systemUTC(), new Random(1), web);
    try (Crawl crawl = Crawl.open(dir, plan, world)) {
      crawl.run(CrawlListener.SILENT);
    }
  }

  private static List<String> revisits(Path dir) throws Exception {
    List<String> lines = new ArrayList<>();
    try (CrawlStore store = CrawlStore.look(dir)) {
      RequisiteCheck requisites = new RequisiteCheck(store);
      ArchivePosition committed = ArchivePosition.parse(store.note("archive").orElseThrow());
      var result =
          ArchiveCheck.of(
              dir,
              committed,
              Progress.SILENT,
              (ExchangeReader.Group group) -> {
                requisites.archived(group);
                if (group.notes().previous() != null) {
                  lines.add(group.exchange().url() + " of " + group.notes().previous().url());
                }
              });
      assertEquals(List.of(), result.faults());
      assertEquals(List.of(), requisites.result(true).faults());
      assertEquals(List.of(), StoreCheck.of(store).faults());
    }
    return lines;
  }

  @Test
  void theSameContentUnderTwoAddressesIsArchivedOnce() throws Exception {
    Path dir = work.resolve("own");
    FakeWeb web = site();
    crawl(dir, plan(List.of("own")), web);
    Set<String> revisits = new HashSet<>(revisits(dir));
    boolean copySecond = revisits.contains(A + "/sub/copy of " + A + "/one");
    boolean pictureSecond = revisits.contains(A + "/sub/a.png of " + A + "/a.png");
    assertEquals(
        Set.of(
            copySecond ? A + "/sub/copy of " + A + "/one" : A + "/one of " + A + "/sub/copy",
            pictureSecond
                ? A + "/sub/a.png of " + A + "/a.png"
                : A + "/a.png of " + A + "/sub/a.png"),
        revisits);
  }

  /// What the revisit does not hold was noted beside it: links are relative to the copy.
  @Test
  void aRebuildFindsTheLinksOfWhatIsArchivedElsewhere() throws Exception {
    Path dir = work.resolve("own");
    FakeWeb web = site();
    crawl(dir, plan(List.of("own")), web);
    int asked = web.asked().size();
    CrawlConfig plan = plan(List.of("own"));
    Rebuild.of(dir, plan, new Crawl.World(Clock.systemUTC(), new Random(2), web));
    crawl(dir, plan, web);
    assertEquals(asked, web.asked().size(), "all was in the archive");
    try (CrawlStore store = CrawlStore.look(dir)) {
      assertEquals(5, store.readPages());
    }
    assertEquals(2, revisits(dir).size());
  }

  @Test
  void anEarlierCrawlHasWhatDidNotChange() throws Exception {
    Path first = work.resolve("first");
    crawl(first, plan(List.of()), site());
    Path second = work.resolve("second");
    FakeWeb later = site().answer(A + "/one", 200, HTML, LONG + "changed");
    crawl(second, plan(List.of(first.toString())), later);
    List<String> revisits = revisits(second);
    assertTrue(
        revisits.contains(A + "/sub/copy of " + A + "/sub/copy")
            || revisits.contains(A + "/sub/copy of " + A + "/one"),
        revisits.toString());
    assertTrue(revisits.stream().noneMatch(line -> line.startsWith(A + "/one ")), "changed");
    long before = bytes(first);
    assertTrue(bytes(second) < before, bytes(second) + " of " + before);
    UserError error =
        assertThrows(
            UserError.class,
            () -> crawl(work.resolve("third"), plan(List.of(work.toString())), site()));
    assertTrue(error.getMessage().contains("neither a crawl dir"), error.getMessage());
  }

  private static long bytes(Path dir) throws Exception {
    long bytes = 0;
    try (var files = Files.list(dir.resolve("archive"))) {
      for (Path file : files.toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }
}
