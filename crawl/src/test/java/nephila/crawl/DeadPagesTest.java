package nephila.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import nephila.config.CrawlConfig;
import nephila.store.CrawlStore;
import nephila.store.StoreCheck;
import nephila.store.record.UrlHash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A site of which a fifth of the pages vanish while it is crawled for ever: what the dead cost.
class DeadPagesTest {
  private static final String SITE = "http://127.0.0.1:81";
  private static final int PAGES = 250;
  private static final int DEAD = 50;

  @TempDir Path dir;

  private final FakeWeb web = new FakeWeb();
  private final Set<String> dead = new HashSet<>();
  private int day;

  private static String url(int page) {
    return SITE + "/" + (page == 0 ? "" : page);
  }

  /// Every page is linked by the one before it and by others, early pages most.
  private void grow() {
    Random random = new Random(5);
    for (int page = 0; page < PAGES; page++) {
      Set<String> links = new HashSet<>(Set.of("/" + (page + 1) % PAGES));
      for (int k = 0; k < 8; k++) {
        links.add("/" + (int) (PAGES * Math.pow(random.nextDouble(), 3)));
      }
      links.remove("/0");
      web.page(url(page), links.toArray(String[]::new));
    }
    web.answer(url(PAGES), 404, "", "");
    while (dead.size() < DEAD) {
      dead.add(url(1 + (int) ((PAGES - 1) * Math.pow(random.nextDouble(), 2))));
    }
  }

  /// A day's crawl, which asks as many pages as there are.
  private void crawl(double refresh) throws Exception {
    Instant at = Instant.parse("2030-01-01T00:00:00Z").plus(Duration.ofDays(day++));
    web.clock(() -> at);
    CrawlConfig plan =
        CrawlConfig.of(url(0)).with("delay", Duration.ZERO).with("min-age", Duration.ofHours(1));
    plan = refresh == 0 ? plan : plan.with("refresh", refresh).with("budget", PAGES);
    var world = new Crawl.World(Clock.fixed(at, ZoneOffset.UTC), new Random(1), web);
    try (Crawl crawl = Crawl.open(dir, plan, world)) {
      crawl.run(CrawlListener.SILENT);
    }
  }

  @Test
  void theDeadAreAskedSeldomAndAreWorthNothing() throws Exception {
    grow();
    crawl(0);
    dead.forEach(url -> web.answer(url, 404, "", ""));
    int before = web.askedPages().size();
    for (int round = 0; round < 13; round++) {
      crawl(1);
    }
    Map<String, Integer> asked = new HashMap<>();
    web.askedPages()
        .subList(before, web.askedPages().size())
        .forEach(u -> asked.merge(u, 1, Integer::sum));
    double dying = dead.stream().mapToInt(u -> asked.getOrDefault(u, 0)).average().orElseThrow();
    double living = (13.0 * PAGES - dying * DEAD) / (PAGES - DEAD);
    assertTrue(
        dying <= living / 3, "a dead page was asked " + dying + " times, a living " + living);
    before = web.askedPages().size();
    for (int round = 0; round < 13; round++) {
      crawl(1);
    }
    long later =
        web.askedPages().subList(before, web.askedPages().size()).stream()
            .filter(dead::contains)
            .count();
    assertTrue(later <= 13 * PAGES / 50 + 1, later + " requests for pages that are gone");
    try (CrawlStore store = CrawlStore.look(dir)) {
      double importance = 0;
      for (String url : dead) {
        int slot = store.find(store.findHost(SITE), UrlHash.of(url));
        assertTrue(store.pages().isGone(slot), url);
        importance += store.ledger().importance(slot);
      }
      assertEquals(0, importance);
      assertEquals(List.of(), StoreCheck.of(store).faults());
    }
  }
}
