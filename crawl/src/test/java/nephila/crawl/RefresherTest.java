package nephila.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import nephila.config.CrawlConfig;
import nephila.ledger.PageTable;
import nephila.politeness.HostPace;
import nephila.store.CrawlStore;
import nephila.store.ReadFacts;
import nephila.store.UrlHash;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefresherTest {
  private static final String SLOW = "http://slow.test";
  private static final String QUICK = "http://quick.test";

  @TempDir Path dir;
  private CrawlStore store;
  private Scheduler scheduler;
  private Refresher refresher;

  @BeforeEach
  void open() throws Exception {
    store = CrawlStore.open(dir, 0.85);
    scheduler =
        new Scheduler(
            store, slot -> 1, new ExpectedWorthModel(store, false), true, 1, Long.MAX_VALUE);
    CrawlConfig plan =
        CrawlConfig.of(SLOW).with("refresh", 0.5).with("min-age", Duration.ofSeconds(100));
    refresher = new Refresher(store, scheduler, plan);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private int read(String origin, String path, long seconds) {
    long hash = UrlHash.of(origin + path);
    int slot = store.know(store.host(origin), hash, path, 0, PageTable.NO_PAGE);
    long at = 1000 * seconds;
    ReadFacts facts = new ReadFacts(at, 200, "", 0, "", 0, "", "", ReadFacts.Reason.SEED, 0, 0, at);
    store.read(slot, facts, new int[0], false);
    refresher.wasRead(slot);
    return slot;
  }

  private void dueAt(String origin, long seconds) {
    HostQueue host = scheduler.host(store.host(origin));
    scheduler.pace(host, new HostPace(0, 0, 0, 1000 * seconds), 0);
  }

  private int take(long seconds) {
    return refresher.take(1000 * seconds);
  }

  @Test
  void theOldestIsReadFirstAndNoneBeforeItsAge() {
    int first = read(SLOW, "/", 1000);
    int second = read(QUICK, "/", 1050);
    assertEquals(PageTable.NO_PAGE, take(1099));
    assertEquals(first, take(1160));
    assertEquals(second, take(1160));
    assertEquals(PageTable.NO_PAGE, take(9999));
  }

  @Test
  void aPageWhoseHostWasNotDueIsReadAsSoonAsItIs() {
    int old = read(SLOW, "/", 1000);
    int young = read(QUICK, "/", 1099);
    dueAt(SLOW, 1105);
    assertEquals(PageTable.NO_PAGE, take(1100));
    assertEquals(PageTable.NO_PAGE, take(1104));
    assertEquals(old, take(1105));
    assertEquals(PageTable.NO_PAGE, take(1198));
    assertEquals(young, take(1199));
    assertEquals(0, refresher.size());
  }

  @Test
  void itIsKnownWhenTheNextHostIsDue() {
    read(SLOW, "/", 1000);
    read(QUICK, "/", 1000);
    read("http://young.test", "/", 1050);
    dueAt(SLOW, 1105);
    dueAt(QUICK, 1103);
    dueAt("http://young.test", 1101);
    assertEquals(PageTable.NO_PAGE, take(1100));
    assertEquals(1_103_000, refresher.nextDueMillis(1_100_000));
    assertEquals(Long.MAX_VALUE, refresher.nextDueMillis(1_103_000));
  }

  @Test
  void aPageThatIsPutOffStaysBeforeYoungerOnes() {
    int old = read(SLOW, "/", 1000);
    int young = read(SLOW, "/young", 1001);
    assertEquals(old, take(1200));
    refresher.later(old);
    assertEquals(2, refresher.size());
    assertEquals(old, take(1200));
    assertEquals(young, take(1200));
  }
}
