package nephila.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import nephila.UserError;
import nephila.config.CrawlConfig;
import nephila.graph.CsrGraph;
import nephila.graph.LinkGraph;
import nephila.rank.PageRank;
import nephila.store.CrawlStore;
import nephila.store.StoreCheck;
import nephila.store.record.RowPrint;
import nephila.url.CanonicalUrl;
import nephila.url.Scope;
import nephila.view.ImportanceBias;
import nephila.view.PageExplanation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Crawls with the exact ledger that keep no links: those that a page has no more are taken back by
/// its copy in the archive.
class ForgottenLinksTest {
  private static final int PAGES = 240;
  private static final int ROUNDS = 14;

  /// Later rounds find the web of this edition.
  private static final int LAST_EDITION = 6;

  private static final String LOST = "links that the archive does not show any more";

  @TempDir Path dir;

  private static String url(int page) {
    return "http://127.0.0." + (1 + page % 5) + ":81/" + page + (page % 4 == 1 ? "?q" : "");
  }

  /// Every page points to a later one and to some of the first. Of ten pages two have other links
  /// in every edition, one redirects, one is a copy of another, one answers with 304 and one
  /// vanishes and comes back.
  private static void edition(FakeWeb web, int edition) {
    for (int page = 0; page < PAGES; page++) {
      boolean changes = page % 10 < 2;
      Random random = new Random(changes ? 1000L * edition + page : page);
      String[] links = new String[1 + random.nextInt(8)];
      links[0] = url((page + 1) % PAGES);
      for (int i = 1; i < links.length; i++) {
        links[i] = url((int) (PAGES * Math.pow(random.nextDouble(), 3)));
      }
      switch (page % 10) {
        case 7 -> web.answer(url(page), 302, "Location: " + links[0] + "\r\n", "to " + edition);
        case 8 -> web.tagged(url(page), "same", links);
        case 9 -> {
          if (edition % 5 == 1 && edition > 1 && page > 20) {
            web.answer(url(page), 410, "", "");
          } else {
            web.page(url(page), links);
          }
        }
        case 6 -> copy(web, page, edition, links);
        default -> web.page(url(page), links);
      }
    }
  }

  /// From the fourth edition on it says what the page ten further on does, of the same host.
  private static void copy(FakeWeb web, int page, int edition, String[] links) {
    StringBuilder body = new StringBuilder("<html><p>");
    int text = edition < 4 ? page : page / 20;
    for (int word = 0; word < 200; word++) {
      body.append("word").append(new Random(1000L * text + word).nextInt(5000)).append(' ');
    }
    for (String link : links) {
      body.append("<a href=\"").append(link).append("\">.</a>");
    }
    web.answer(url(page), 200, "Content-Type: text/html\r\n", body.toString());
  }

  private CrawlConfig plan(String links) {
    return CrawlConfig.of(url(0))
        .with("scope", Scope.Kind.ANY)
        .with("select", "cycle")
        .with("links", links)
        .with("near-duplicates", true)
        .with("delay", Duration.ZERO)
        .with("min-age", Duration.ZERO)
        .with("workers", 1)
        .checked();
  }

  /// Reads as many pages as there are in every edition.
  private void crawl(Path in, CrawlConfig plan, int from, int to) throws Exception {
    FakeWeb web = new FakeWeb();
    for (int round = from; round < to; round++) {
      Instant at = Instant.parse("2030-01-01T00:00:00Z").plus(Duration.ofHours(round));
      edition(web, Math.min(round, LAST_EDITION));
      web.clock(() -> at);
      var world = new Crawl.World(Clock.fixed(at, ZoneOffset.UTC), new Random(1), web);
      try (Crawl crawl = Crawl.open(in, plan.with("budget", (long) PAGES).checked(), world)) {
        crawl.run(CrawlListener.SILENT);
      }
    }
  }

  /// The links that the crawl has paid along, as the archive shows them.
  private static LinkGraph links(CrawlStore store, Path in, CrawlConfig plan) {
    ArchivedRowReader archive = ArchivedRowReader.of(in, plan, Clock.systemUTC());
    int[][] rows = new int[store.pages().size()][];
    for (int slot = 0; slot < rows.length; slot++) {
      RowPrint print = store.rowPrint(slot);
      rows[slot] =
          print.links() == 1
              ? new int[] {store.find(print.group(), print.print())}
              : print.links() == 0
                  ? new int[0]
                  : Objects.requireNonNull(archive.of(store.url(slot), print.copy())).stream()
                      .map(CanonicalUrl::ofCanonical)
                      .mapToInt(url -> PageExplanation.find(store, url))
                      .toArray();
    }
    return CsrGraph.of(rows);
  }

  private static CrawlStore look(Path in, CrawlConfig plan) throws IOException {
    CrawlStore store = CrawlStore.look(in);
    store.archivedRows(ArchivedRowReader.of(in, plan, Clock.systemUTC()));
    return store;
  }

  @ParameterizedTest
  @CsvSource({"1, 1, page", "0.3, 0.5, page", "0.3, 1, site"})
  void theBooksOfAWebThatChangesAreThoseOfItsLinks(double internal, double dynamic, String by)
      throws Exception {
    CrawlConfig plan =
        plan("forget").with("internal", internal).with("dynamic", dynamic).with("by", by).checked();
    crawl(dir, plan, 0, ROUNDS);
    try (CrawlStore store = look(dir, plan)) {
      assertEquals(List.of(), StoreCheck.of(store).faults());
      assertEquals(0, store.abandonedShare());
      assertTrue(store.gonePages() > 5, store.gonePages() + " pages are gone");
      for (int slot = 0; slot < store.pages().size(); slot++) {
        assertEquals(0, store.pages().row(slot).length, "a row in memory");
      }
      double bound = store.ledger().errorBound();
      assertTrue(bound < 1, "bound " + bound);
      if (internal == 1) {
        double[] rank = PageRank.solve(links(store, dir, plan)).values();
        double living = 0;
        for (int slot = 0; slot < rank.length; slot++) {
          living += store.pages().isGone(slot) ? 0 : rank[slot];
        }
        double distance = 0;
        for (int slot = 0; slot < rank.length; slot++) {
          double truth = store.pages().isGone(slot) ? 0 : rank[slot] / living;
          distance += Math.abs(truth - store.ledger().importance(slot));
        }
        assertTrue(distance <= bound, distance + " above " + bound);
        assertTrue(distance > 0 && distance < 0.3, "distance " + distance);
      }
    }
  }

  /// The archive is damaged where old copies are: nothing passes in silence.
  @Test
  void whatTheArchiveDoesNotShowAnyMoreIsCountedAndTold() throws Exception {
    CrawlConfig forget = plan("forget");
    crawl(dir, forget, 0, 2);
    damage();
    crawl(dir, forget, 2, 4);
    try (CrawlStore store = look(dir, forget)) {
      assertTrue(store.abandonedShare() > 0);
      StoreCheck.Result found = StoreCheck.of(store);
      assertTrue(found.abandoned() != null && found.abandoned() > 0);
      assertTrue(ImportanceBias.of(store).endsWith(LOST), ImportanceBias.of(store));
      List<String> why = PageExplanation.of(store, forget, url(0), 2, Clock.systemUTC()).lines();
      assertTrue(why.stream().anyMatch(line -> line.endsWith(LOST)), why.toString());
      assertTrue(
          why.contains("  links were not kept; the archive has them: nephila links DIR"),
          why.toString());
      double share = store.abandonedShare();
      assertTrue(store.ledger().errorBound() > share, "the bound counts it");
    }
  }

  private void damage() throws IOException {
    try (Stream<Path> files = Files.list(dir.resolve("archive"))) {
      Path warc = files.sorted().findFirst().orElseThrow();
      try (FileChannel file = FileChannel.open(warc, StandardOpenOption.WRITE)) {
        for (long at = 2000; at < file.size() - 2000; at += 3000) {
          file.write(ByteBuffer.wrap(new byte[40]), at);
        }
      }
    }
  }

  @Test
  void withoutAnArchiveItIsRefused() {
    CrawlConfig plan = plan("forget").with("archive", false);
    assertEquals(
        "links forget: without an archive the exact ledger does not find old links again; leave"
            + " --no-archive out, or say keep, or --importance opic",
        assertThrows(UserError.class, plan::checked).getMessage());
  }
}
