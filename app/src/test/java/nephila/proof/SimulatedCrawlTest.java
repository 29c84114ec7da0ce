package nephila.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.ledger.ImportanceAlgorithm;
import nephila.store.CrawlStore;
import nephila.store.NewFolder;
import nephila.store.StoreCheck;
import nephila.url.Scope;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole crawl as a simulation: an hour of crawling with faults in a fraction of a second, the
/// process dying now and then, the clock set ahead and back between two processes.
///
/// - W1 the books balance and the archive is exact, by `check` and by [CrawlDirProof].
/// - W2 no host is asked sooner than its delay after the last answer, nor twice at a time.
/// - W3 a page whose answer was archived is not asked for again because of a crash.
/// - W4 the same seed gives the same requests at the same times.
///
/// Not simulated: RocksDB's threads and files (real, on disk), the HTTP client's sockets (its own
/// tests have them), Kafka.
class SimulatedCrawlTest {
  private static final int HOSTS = 5;
  private static final int PAGES = 60;
  private static final int MOST_WORKERS = 6;
  private static final Duration DELAY = Duration.ofSeconds(2);

  @TempDir Path work;

  @Test
  @Tag("slow")
  void aHundredSeedsKeepEveryPromise() throws Exception {
    seeds(Long.getLong("nephila.seed", 1) * 100_000, 100);
  }

  @Test
  @Tag("nightly")
  void thousandsOfSeedsKeepEveryPromise() throws Exception {
    seeds(
        Long.getLong("nephila.seed", 1) * 100_000 + 50_000,
        Integer.getInteger("nephila.count", 2000));
  }

  private void seeds(long first, int count) throws Exception {
    for (long seed = first; seed < first + count; seed++) {
      Path dir = work.resolve("crawl");
      SimulatedWorld world = hour(seed, dir);
      prove(seed, dir, world);
      NewFolder.delete(dir);
    }
  }

  @Test
  void theSameSeedIsTheSameCrawl() throws Exception {
    List<SimulatedWorld.Asked> once = hour(42, work.resolve("once")).asked();
    List<SimulatedWorld.Asked> again = hour(42, work.resolve("again")).asked();
    assertTrue(once.size() > PAGES, once.size() + " requests");
    for (int i = 0; i < once.size(); i++) {
      assertEquals(once.get(i), again.get(i), "request " + i);
    }
    assertEquals(once.size(), again.size());
  }

  private static CrawlConfig plan(SimulatedWorld world, SplittableRandom random) {
    CrawlConfig plan =
        CrawlConfig.of(world.url(0))
            .with("allow-private", true)
            .with("scope", Scope.Kind.ANY)
            .with("delay", DELAY)
            .with("workers", 1 + random.nextInt(MOST_WORKERS))
            .with("max-time", Duration.ofHours(1));
    return switch (random.nextInt(3)) {
      case 0 -> plan.with("importance", ImportanceAlgorithm.OPIC);
      case 1 -> plan.with("refresh", 0.3).with("min-age", Duration.ofMinutes(5));
      default -> plan;
    };
  }

  /// An hour of crawling, by one process or several that died.
  private static SimulatedWorld hour(long seed, Path dir) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    SimulatedWorld world = new SimulatedWorld(seed, HOSTS, PAGES, random.nextDouble() * 0.2);
    CrawlConfig plan = plan(world, random);
    int crashes = random.nextInt(3);
    world.crashes = crashes;
    world.rereads = plan.refresh() > 0;
    for (int process = 0; process <= crashes; process++) {
      if (process < crashes) {
        world.crashAfter(20 + random.nextInt(400));
      }
      try (Crawl crawl = Crawl.open(dir, plan, new Crawl.World(world, new Random(seed), world))) {
        crawl.run(CrawlListener.SILENT);
      } catch (SimulatedWorld.Crash crash) {
        // the next process goes on
      }
      world.restart(process < crashes ? random.nextInt(600_000) : 0);
    }
    return world;
  }

  private static void prove(long seed, Path dir, SimulatedWorld world) throws IOException {
    assertEquals(List.of(), CrawlDirProof.of(dir), "seed " + seed);
    try (CrawlStore store = CrawlStore.look(dir)) {
      assertEquals(List.of(), StoreCheck.of(store).faults(), "seed " + seed);
    }
    Map<String, Long> free = new HashMap<>();
    for (SimulatedWorld.Asked asked : world.asked()) {
      String host = asked.url().substring(0, asked.url().indexOf('/', 8));
      Long before = free.get(host);
      if (before != null) {
        assertTrue(
            asked.fromMillis() >= before,
            "seed " + seed + ": " + asked + " while the host answered until " + before);
      }
      free.merge(host, asked.untilMillis(), Math::max);
    }
    assertTrue(!world.asked().isEmpty(), "seed " + seed + " asked for something");
    Set<String> read = new HashSet<>();
    int again = 0;
    for (SimulatedWorld.Asked asked : world.asked()) {
      boolean page = asked.outcome().equals("200") && !asked.url().endsWith("/robots.txt");
      again += page && !read.add(asked.url()) ? 1 : 0;
    }
    int underWay = MOST_WORKERS * world.crashes;
    assertTrue(world.rereads || again <= underWay, "seed " + seed + ": " + again + " again");
  }
}
