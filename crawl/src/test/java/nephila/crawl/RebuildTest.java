package nephila.crawl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import nephila.Progress;
import nephila.UserError;
import nephila.archive.ArchiveCheck;
import nephila.archive.warc.ArchivePosition;
import nephila.config.CrawlConfig;
import nephila.store.CrawlStore;
import nephila.store.StoreCheck;
import nephila.testweb.LittleWeb;
import nephila.url.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RebuildTest {
  @TempDir Path dir;

  private CrawlConfig plan;

  private void crawlLittleWeb() throws IOException {
    try (LittleWeb web = LittleWeb.open(7, LittleWeb.Options.quick(Clock.systemUTC()))) {
      plan =
          CrawlConfig.of(web.front())
              .with("allow-network", web.networks())
              .with("scope", Scope.Kind.ANY)
              .with("delay", Duration.ZERO)
              .with("sitemaps", true)
              .with("max-pages", 400)
              .checked();
      try (Crawl crawl = Crawl.open(dir, plan)) {
        crawl.run(CrawlListener.SILENT);
      }
    }
  }

  private Path warc() throws IOException {
    try (Stream<Path> files = Files.list(dir.resolve("archive"))) {
      return files.filter(file -> file.toString().endsWith(".warc.gz")).findFirst().orElseThrow();
    }
  }

  /// Flips a bit of the record that stands at this share of all: in its checksum, so that the
  /// damage is always found. Other places may be ones that nothing checks, such as the time in a
  /// gzip header, or bits that fill a byte between two blocks.
  private void flip(byte[] bytes, double share) throws IOException {
    Pattern place = Pattern.compile("\"length\": ?\"?(\\d+).*\"offset\": ?\"?(\\d+)");
    TreeMap<Integer, Integer> lengths = new TreeMap<>();
    for (String line : Files.readAllLines(dir.resolve("indexes/index.cdxj"))) {
      Matcher found = place.matcher(line);
      assertTrue(found.find(), line);
      lengths.put(Integer.parseInt(found.group(2)), Integer.parseInt(found.group(1)));
    }
    int offset = new ArrayList<>(lengths.keySet()).get((int) (lengths.size() * share));
    bytes[offset + lengths.get(offset) - 8] ^= 16;
  }

  /// Status and reads of every page, its depth, and what it is worth.
  private Map<String, String> pages(Map<String, Double> importance) throws IOException {
    Map<String, String> pages = new TreeMap<>();
    try (CrawlStore store = CrawlStore.look(dir)) {
      for (int slot = 0; slot < store.pages().size(); slot++) {
        var read = store.lastRead(slot);
        String status = read == null ? "unread" : String.valueOf(read.status());
        pages.put(
            store.url(slot),
            status + " " + store.pages().reads(slot) + " " + store.discovery(slot).depth());
        importance.put(store.url(slot), store.ledger().importance(slot));
      }
      assertEquals(List.of(), StoreCheck.of(store).faults());
      ArchivePosition end = ArchivePosition.parse(store.note("archive").orElseThrow());
      assertEquals(List.of(), ArchiveCheck.of(dir, end, Progress.SILENT).faults());
    }
    return pages;
  }

  @Test
  void anArchiveThatIsNotWrittenAnyMoreStillCounts() throws Exception {
    crawlLittleWeb();
    Map<String, String> pages = pages(new TreeMap<>());
    CrawlConfig without = plan.with("archive", false);
    Crawl.open(dir, without).close();
    assertEquals(pages, pages(new TreeMap<>()));
    try (Crawl again = Crawl.open(dir, plan)) {
      assertEquals(0, again.replayed());
    }
    assertEquals(pages, pages(new TreeMap<>()));
    assertTrue(Rebuild.of(dir, without, Crawl.World.real()).exchanges() > 400);
    assertEquals(pages.keySet(), pages(new TreeMap<>()).keySet());
  }

  @Test
  void theRebuiltStateEqualsTheLostOne() throws Exception {
    crawlLittleWeb();
    Map<String, Double> importance = new TreeMap<>();
    Map<String, String> pages = pages(importance);
    Rebuild.Result result = Rebuild.of(dir, plan, Crawl.World.real());
    Map<String, Double> again = new TreeMap<>();
    assertEquals(pages, pages(again));
    double error =
        importance.entrySet().stream()
            .mapToDouble(one -> Math.abs(one.getValue() - again.get(one.getKey())))
            .sum();
    assertTrue(error <= 2 * result.errorBound() + 2e-5, "off by " + error);
    assertEquals(List.of(), result.gaps());
    assertEquals(List.of(), result.lost());
    assertTrue(Files.exists(result.before().resolve("state")), "the old state is kept");
  }

  /// Stands for Ctrl-C: cannot be asked any more once the log is written anew.
  private Clock untilTheLogIsWritten(long before) {
    return new Clock() {
      @Override
      public Instant instant() {
        try {
          if (Files.size(dir.resolve("crawl.log")) != before) {
            throw new IllegalStateException("interrupted");
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        return Instant.now();
      }

      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }
    };
  }

  @Test
  void whatIsLostIsToldThoughTheFirstRebuildWasInterrupted() throws Exception {
    crawlLittleWeb();
    Path warc = warc();
    byte[] bytes = Files.readAllBytes(warc);
    flip(bytes, 1 / 3.0);
    flip(bytes, 1 / 2.0);
    Files.write(warc, bytes);
    Clock clock = untilTheLogIsWritten(Files.size(dir.resolve("crawl.log")));
    Crawl.World world = new Crawl.World(clock, new java.util.Random(1), null);
    assertThrows(IllegalStateException.class, () -> Rebuild.of(dir, plan, world));
    Path first = dir.resolve("before-rebuild-1");
    assertEquals(Optional.of(first), Rebuild.interrupted(dir));
    Rebuild.Result result = Rebuild.of(dir, plan, Crawl.World.real());
    assertFalse(result.lost().isEmpty(), "pages were in the damaged places");
    assertEquals(first, result.before());
    assertEquals(Optional.empty(), Rebuild.interrupted(dir));
    assertEquals(List.of(), Rebuild.of(dir, plan, Crawl.World.real()).lost());
  }

  @Test
  void anArchiveDamagedAgainIsMendedAgainAndBothDamagedFilesAreKept() throws Exception {
    crawlLittleWeb();
    Path warc = warc();
    for (String kept : List.of(".damaged", ".damaged-2")) {
      byte[] bytes = Files.readAllBytes(warc);
      flip(bytes, 1 / 2.0);
      Files.write(warc, bytes);
      assertEquals(1, Rebuild.of(dir, plan, Crawl.World.real()).gaps().size());
      assertArrayEquals(bytes, Files.readAllBytes(Path.of(warc + kept)));
    }
  }

  @Test
  void aDamagedPlaceOfTheArchiveCostsOnlyWhatWasInIt() throws Exception {
    crawlLittleWeb();
    int known = pages(new TreeMap<>()).size();
    Path warc = warc();
    byte[] bytes = Files.readAllBytes(warc);
    flip(bytes, 1 / 3.0);
    flip(bytes, 1 / 2.0);
    Files.write(warc, bytes);
    Rebuild.Result result = Rebuild.of(dir, plan, Crawl.World.real());
    assertEquals(2, result.gaps().size());
    assertTrue(result.lost().size() <= 2, result.lost()::toString);
    assertTrue(Files.exists(Path.of(warc + ".damaged")));
    Map<String, String> after = pages(new TreeMap<>());
    assertTrue(after.size() >= known - 60, "only what two pages led to may be missing");
    for (String url : result.lost()) {
      boolean errand = url.endsWith("/robots.txt") || url.contains("nephila-probe");
      assertTrue(errand || after.get(url) == null || after.get(url).startsWith("unread"), url);
    }
  }

  @Test
  void withoutAnArchiveThereIsNothingToRebuildFrom() {
    CrawlConfig none = CrawlConfig.of("http://127.0.0.1:1/");
    assertThrows(UserError.class, () -> Rebuild.of(dir, none, Crawl.World.real()));
  }
}
