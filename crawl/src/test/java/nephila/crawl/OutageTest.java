package nephila.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import nephila.config.CrawlConfig;
import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.fetch.Truncation;
import nephila.store.CrawlStore;
import nephila.store.StoreCheck;
import nephila.url.Scope;
import nephila.view.CrawlStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutageTest {
  private static final int HOSTS = 6;
  private static final int PAGES = 10;

  @TempDir Path dir;

  private final AtomicInteger failed = new AtomicInteger();

  /// Ten seconds pass with every look at it once something has failed, so that nothing waits long.
  private final AtomicLong millis = new AtomicLong(1_800_000_000_000L);

  private final InstantSource told =
      () -> Instant.ofEpochMilli(millis.addAndGet(failed.get() == 0 ? 1 : 10_000));

  private final Clock clock = told.withZone(ZoneOffset.UTC);
  private final FakeWeb web = new FakeWeb();
  private final AtomicInteger asked = new AtomicInteger();
  private Failure failure = Failure.DNS;

  private static String host(int number) {
    return "http://127.0.0." + (number + 1) + ":81";
  }

  /// Every host's first page has links to its others and to the next host.
  private CrawlStatus crawl(BooleanSupplier namesAreDead, int maxPages) throws Exception {
    for (int host = 0; host < HOSTS; host++) {
      String[] links = new String[PAGES + 1];
      for (int page = 0; page < PAGES; page++) {
        links[page] = "/" + page;
        web.page(host(host) + "/" + page);
      }
      links[PAGES] = host((host + 1) % HOSTS) + "/";
      web.page(host(host) + "/", links);
    }
    web.clock(clock);
    Fetcher fetcher = through(namesAreDead);
    CrawlConfig plan =
        CrawlConfig.of(host(0) + "/")
            .with("scope", Scope.Kind.ANY)
            .with("delay", Duration.ZERO)
            .with("workers", 4)
            .with("max-pages", maxPages);
    try (Crawl crawl = Crawl.open(dir, plan, new Crawl.World(clock, new Random(1), fetcher))) {
      return crawl.run(CrawlListener.SILENT);
    }
  }

  private Fetcher through(BooleanSupplier namesAreDead) {
    return new Fetcher() {
      @Override
      public Exchange fetch(FetchRequest request) {
        asked.incrementAndGet();
        return namesAreDead.getAsBoolean() ? nobodyIsReached(request) : web.fetch(request);
      }

      @Override
      public void close() {}
    };
  }

  private Exchange nobodyIsReached(FetchRequest request) {
    failed.incrementAndGet();
    var how = new Exchange.Circumstances(null, clock.instant(), 1, 1, Truncation.NONE, null);
    return Exchange.failed(request, failure, "failed", new byte[0], how);
  }

  private void assertAllRead(CrawlStatus end) throws Exception {
    assertEquals("nothing left to read", end.reason());
    assertTrue(failed.get() > 3 * HOSTS, failed + " failures");
    try (CrawlStore store = CrawlStore.look(dir)) {
      assertEquals(List.of(), StoreCheck.of(store).faults());
      for (int slot = 0; slot < store.pages().size(); slot++) {
        assertEquals(200, store.lastRead(slot).status(), store.url(slot));
      }
      assertEquals(HOSTS * (PAGES + 1), store.readPages());
    }
  }

  @Test
  void namesThatCannotBeResolvedForAWhileCostNoPage() throws Exception {
    assertAllRead(crawl(() -> asked.get() > 30 && failed.get() < 60, 0));
  }

  @Test
  void aCrawlThatGoesOnBeforeTheNamesAreBackCostsNoPage() throws Exception {
    crawl(() -> false, 40);
    assertAllRead(crawl(() -> failed.get() < 60, 0));
  }

  @Test
  void hostsThatAreGoneAreGivenUpInTheEnd() throws Exception {
    CrawlStatus end = crawl(() -> asked.get() > 30, 0);
    assertTrue(end.reason().contains("left alone"), end.reason());
  }

  @Test
  void serversThatAreReachedAndStaySilentAreNoOutage() throws Exception {
    failure = Failure.FIRST_BYTE_TIMEOUT;
    crawl(() -> asked.get() > 30 && failed.get() < 60, 0);
    int givenUp = 0;
    try (CrawlStore store = CrawlStore.look(dir)) {
      for (int slot = 0; slot < store.pages().size(); slot++) {
        givenUp += store.pages().isRead(slot) && store.lastRead(slot).status() < 0 ? 1 : 0;
      }
    }
    assertTrue(givenUp > 5, givenUp + " given up");
  }
}
