package nephila.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import nephila.UserError;
import nephila.ledger.PageTable;
import nephila.links.SoftNotFound;
import nephila.politeness.HostPace;
import nephila.politeness.RobotsAnswer;
import nephila.politeness.RobotsState;
import nephila.store.record.HostFacts;
import nephila.store.record.PageDiscovery;
import nephila.store.record.ReadFacts;
import nephila.store.record.UrlHash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrawlStoreTest {
  private static final double DAMPING = 0.85;

  @TempDir Path dir;

  @Test
  void booksStayExactThroughReadsRereadsPushesAndRestarts() throws Exception {
    long seed = Long.getLong("nephila.seed", 1);
    Random random = new Random(seed);
    Map<String, Long> worth = new HashMap<>();
    for (int run = 0; run < 4; run++) {
      try (CrawlStore store = CrawlStore.open(dir, DAMPING)) {
        PageTable pages = store.pages();
        for (int slot = 0; slot < pages.size(); slot++) {
          assertEquals(worth.get(store.url(slot)), store.ledger().worth(slot), "seed " + seed);
        }
        someReads(store, random, 300);
        assertEquals(List.of(), StoreCheck.of(store).faults(), "seed " + seed);
        store.commit(Map.of("archive", "run " + run));
        worth.clear();
        for (int slot = 0; slot < pages.size(); slot++) {
          worth.put(store.url(slot), store.ledger().worth(slot));
        }
        someReads(store, random, 50); // and lost again: closed without a commit
      }
    }
    try (CrawlStore store = CrawlStore.look(dir)) {
      assertEquals("run 3", store.note("archive").orElseThrow());
      assertEquals(List.of(), StoreCheck.of(store).faults(), "seed " + seed);
    }
  }

  private static void someReads(CrawlStore store, Random random, int count) {
    for (int i = 0; i < count; i++) {
      int slot = page(store, random.nextInt(200), PageTable.NO_PAGE);
      int[] row = new int[random.nextInt(8)];
      for (int k = 0; k < row.length; k++) {
        row[k] = page(store, (int) (200 * Math.pow(random.nextDouble(), 3)), slot);
      }
      int[] distinct = Arrays.stream(row).distinct().toArray();
      store.read(slot, facts(i), distinct, store.pages().isRead(slot));
      store.ledger().push(random.nextInt(100));
    }
  }

  private static int page(CrawlStore store, int number, int via) {
    String origin = "http://host" + number % 7 + ".test";
    String path = "/page" + number;
    return store.know(store.host(origin), UrlHash.of(origin + path), path, number % 5, via);
  }

  static ReadFacts facts(int i) {
    return new ReadFacts(
        1_700_000_000_000L + i,
        i % 3 == 0 ? -6 : 200,
        "text/html",
        i,
        "d" + i,
        ~i,
        "\"e\"",
        "",
        ReadFacts.Reason.DISCOVERY,
        i,
        0,
        0);
  }

  @Test
  void settlingReachesTheRankOfTheKnownGraph() throws Exception {
    try (CrawlStore store = CrawlStore.open(dir, DAMPING)) {
      someReads(store, new Random(5), 500);
      store.ledger().settle(1e-6);
      assertTrue(store.ledger().errorBound() <= 1e-6);
      PageTable pages = store.pages();
      double[] exact = powerIteration(pages);
      double distance = 0;
      for (int slot = 0; slot < exact.length; slot++) {
        distance += Math.abs(exact[slot] - store.ledger().importance(slot));
      }
      assertTrue(distance <= store.ledger().errorBound() + 1e-12, distance + " off");
    }
  }

  /// PageRank with uniform teleport and dangling mass spread uniformly, up to scale.
  private static double[] powerIteration(PageTable pages) {
    double[] x = new double[pages.size()];
    for (int round = 0; round < 400; round++) {
      double[] next = new double[x.length];
      Arrays.fill(next, 1);
      for (int slot = 0; slot < x.length; slot++) {
        int[] row = pages.row(slot);
        for (int child : row) {
          next[child] += DAMPING * x[slot] / row.length;
        }
      }
      x = next;
    }
    double sum = Arrays.stream(x).sum();
    return Arrays.stream(x).map(v -> v / sum).toArray();
  }

  @Test
  void factsOfPagesAndHostsComeBack() throws Exception {
    Instant now = Instant.ofEpochMilli(1_700_000_000_123L);
    RobotsState robots =
        RobotsState.UNKNOWN.after(new RobotsAnswer.Answered(200, new byte[] {1, 2}), now);
    HostFacts host =
        new HostFacts(new HostPace(12.5, 1000, 2, 77), robots, true, new SoftNotFound(7, -9));
    try (CrawlStore store = CrawlStore.open(dir, DAMPING)) {
      int parent = page(store, 1, PageTable.NO_PAGE);
      int child = page(store, 2, parent);
      store.focus(child, 9);
      store.hostFacts(store.host("http://host1.test"), host);
      store.read(parent, facts(6), new int[] {child}, false);
      store.drop(child);
      store.commit(Map.of());
    }
    try (CrawlStore store = CrawlStore.look(dir)) {
      int parent = page(store, 1, PageTable.NO_PAGE);
      int child = page(store, 2, PageTable.NO_PAGE);
      assertEquals(2, store.pages().size());
      assertEquals(facts(6), store.lastRead(parent));
      assertEquals(9, store.pages().focus(child));
      assertTrue(store.pages().isDropped(child));
      assertEquals(0, store.unreadPages());
      PageDiscovery found = store.discovery(child);
      assertEquals("http://host2.test/page2", found.url());
      assertEquals(store.index().hash(parent), found.viaHash());
      HostFacts kept = store.hostFacts(store.host("http://host1.test"));
      assertEquals(host.missing(), kept.missing());
      assertEquals(host.pace(), kept.pace());
      assertEquals(robots.askAgainAt(), kept.robots().askAgainAt());
      assertArrayEquals(robots.body(), kept.robots().body());
    }
  }

  @Test
  void aPageThatIsGoneCountsForNothingUntilItIsReadAgain() throws Exception {
    long credit;
    try (CrawlStore store = CrawlStore.open(dir, DAMPING)) {
      credit = store.ledger().credit();
      int parent = page(store, 1, PageTable.NO_PAGE);
      int child = page(store, 2, parent);
      int other = page(store, 3, parent);
      int never = page(store, 4, parent);
      store.read(parent, facts(1), new int[] {child, other, never}, false);
      store.read(child, facts(2), new int[] {parent, other}, false);
      store.gone(child, facts(2));
      store.gone(child, facts(2));
      store.gone(never, facts(2));
      assertEquals(2, store.gonePages());
      assertEquals(0, store.ledger().worth(child));
      assertEquals(0, store.unreadPages() - 1, "the other page alone waits");
      assertEquals(credit, store.ledger().worth(parent), "what the child paid is taken back");
      assertEquals(facts(2), store.lastRead(child));
      assertEquals(List.of(), StoreCheck.of(store).faults());
      store.commit(Map.of());
    }
    try (CrawlStore store = CrawlStore.open(dir, DAMPING)) {
      int parent = page(store, 1, PageTable.NO_PAGE);
      int child = page(store, 2, parent);
      int never = page(store, 4, parent);
      assertTrue(store.pages().isGone(child) && store.pages().isGone(never));
      assertEquals(2, store.gonePages());
      double share = store.ledger().importance(parent);
      assertEquals(1, share + store.ledger().importance(page(store, 3, parent)), 1e-12);
      store.read(parent, facts(3), new int[] {child}, true);
      assertEquals(0, store.ledger().worth(child), "links to it pay nobody");
      store.unchanged(never, facts(4));
      store.read(child, facts(5), new int[] {parent}, true);
      assertEquals(0, store.gonePages());
      assertTrue(store.ledger().worth(child) > 1.8 * credit, "it is paid as if it had stayed");
      assertEquals(3, store.readPages());
      assertEquals(1, store.unreadPages());
      store.gone(child, facts(6));
      store.recall(child);
      assertTrue(store.pages().isGone(child), "it comes back by a read");
      assertEquals(List.of(), StoreCheck.of(store).faults());
      store.commit(Map.of());
    }
    try (CrawlStore store = CrawlStore.look(dir)) {
      assertEquals(1, store.gonePages());
      assertEquals(List.of(), StoreCheck.of(store).faults());
    }
  }

  @Test
  void aSecondProcessAndAnotherVersionAreRefusedInOneLine() throws Exception {
    try (CrawlStore store = CrawlStore.open(dir, DAMPING)) {
      store.commit(Map.of());
      UserError busy = assertThrows(UserError.class, () -> CrawlStore.open(dir, DAMPING));
      assertTrue(String.valueOf(busy.getMessage()).contains("in use"), busy.getMessage());
      CrawlStore.look(dir).close();
      store.commit(Map.of("version", "77"));
    }
    UserError other = assertThrows(UserError.class, () -> CrawlStore.open(dir, DAMPING));
    assertTrue(String.valueOf(other.getMessage()).contains("format 77"), other.getMessage());
    Path empty = dir.resolve("empty");
    assertThrows(UserError.class, () -> CrawlStore.look(empty));
  }
}
