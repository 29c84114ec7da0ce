package nephila.crawl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import nephila.config.CrawlConfig;
import nephila.frontier.Focus;
import nephila.frontier.Frontier;
import nephila.frontier.HostQueue;
import nephila.frontier.Limits;
import nephila.frontier.order.CashPriority;
import nephila.ledger.PageTable;
import nephila.politeness.HostPace;
import nephila.politeness.RobotsAnswer;
import nephila.process.HostState;
import nephila.store.CrawlStore;
import nephila.store.record.ReadFacts;
import nephila.store.record.UrlHash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a crawl keeps in memory of very many hosts.
class HostMemoryTest {
  private static final long BEGIN = 1_700_000_000_000L;
  private static final int ROBOTS_BYTES = 100_000;
  private static final int OPEN_BYTES = 16 << 20;

  @TempDir Path dir;
  private long now = BEGIN;

  private static CrawlFrontier frontier(CrawlStore store) {
    CrawlConfig plan = CrawlConfig.usual().with("refresh", 0.0);
    CashPriority first = new CashPriority(store.ledger(), Focus.NONE, true);
    CrawlFrontier made = CrawlFrontier.of(store, first, Focus.NONE, null, Limits.USUAL, plan);
    made.rereads(plan);
    return made;
  }

  private static String origin(int host) {
    return "http://host" + host + ".test";
  }

  private static int page(CrawlStore store, int host, String path) {
    return store.know(
        store.host(origin(host)), UrlHash.of(origin(host) + path), path, 1, PageTable.NO_PAGE);
  }

  private static void commit(CrawlStore store, CrawlFrontier made) {
    made.hosts().save(made.frontier());
    store.commit(Map.of());
  }

  private static byte[] robots(int host) {
    return ByteBuffer.allocate(ROBOTS_BYTES).putInt(host).array();
  }

  @Test
  void statesOfHostsRestOnDiskAndComeBackAsTheyWere() throws Exception {
    int hosts = 600;
    try (CrawlStore store = CrawlStore.open(dir, 0.85, Long.MAX_VALUE)) {
      CrawlFrontier made = frontier(store);
      Frontier<HostState> frontier = made.frontier();
      for (int host = 0; host < hosts; host++) {
        int slot = page(store, host, "/");
        frontier.add(slot, now);
        HostState state = frontier.queueOf(slot).host();
        RobotsAnswer answer = new RobotsAnswer.Answered(200, robots(host));
        state.robots(state.robots().after(answer, Instant.ofEpochMilli(now)));
        state.pace(new HostPace(1, 0, 0, now + 1000L * host));
        state.unanswered(host % 3);
        frontier.clockChanged(frontier.queueOf(slot), now);
        if (host % 50 == 0) {
          commit(store, made);
        }
      }
      commit(store, made);
      long open =
          frontier.openQueues().stream().mapToLong(queue -> made.hosts().bytes(queue.host())).sum();
      assertTrue(open <= OPEN_BYTES, open + " bytes of hosts' states are in memory");
      for (int host = 0; host < hosts; host++) {
        HostQueue<HostState> queue = frontier.queueOf(page(store, host, "/"));
        assertEquals(now + 1000L * host, queue.dueMillis(), "host " + host);
        assertEquals(now + 1000L * host, queue.host().nextAtMillis(), "host " + host);
        assertArrayEquals(robots(host), queue.host().robots().body(), "host " + host);
        assertEquals(host % 3, queue.host().unanswered(), "host " + host);
      }
    }
  }

  @Test
  void aHostInUseOrWithoutItsAllowanceStaysInMemory() throws Exception {
    try (CrawlStore store = CrawlStore.open(dir, 0.85, Long.MAX_VALUE)) {
      CrawlFrontier made = frontier(store);
      Frontier<HostState> frontier = made.frontier();
      HostState inUse = null;
      HostState spent = null;
      for (int host = 0; host < 400; host++) {
        int slot = page(store, host, "/");
        frontier.add(slot, now);
        HostState state = frontier.queueOf(slot).host();
        RobotsAnswer answer = new RobotsAnswer.Answered(200, robots(host));
        state.robots(state.robots().after(answer, Instant.ofEpochMilli(now)));
        if (host == 0) {
          inUse = state;
          frontier.begins(frontier.queueOf(slot), PageTable.NO_PAGE, now);
        } else if (host == 1) {
          spent = state;
          state.allowance(state.allowance().afterReading(40L << 20, Instant.ofEpochMilli(now)));
        }
      }
      commit(store, made);
      commit(store, made);
      assertTrue(frontier.openQueues().size() < 400);
      assertEquals(inUse, frontier.queueOf(page(store, 0, "/")).host());
      assertEquals(spent, frontier.queueOf(page(store, 1, "/")).host());
    }
  }

  /// Every host takes the room of nearly two pages: with little memory few hosts stay, and every
  /// page is read all the same.
  @Test
  void hostsCountAgainstTheMemoryAndNoPageIsLost() throws Exception {
    int hosts = 3_000;
    int room = 1_200;
    try (CrawlStore store = CrawlStore.open(dir, 0.85, room * 90L)) {
      CrawlFrontier made = frontier(store);
      Frontier<HostState> frontier = made.frontier();
      for (int host = 0; host < hosts; host++) {
        int slot = page(store, host, "/");
        store.resolve(slot);
        frontier.add(slot, now);
        if (store.wantsCommit()) {
          commit(store, made);
          long taken = store.pages().inUse() + frontier.hosts() * 150L / 90;
          assertTrue(taken <= room, taken + " of " + room);
        }
      }
      commit(store, made);
      int read = 0;
      BackgroundPushes spareTime = new BackgroundPushes(store, frontier, true);
      while (read < hosts) {
        HostQueue<HostState> queue = frontier.next(now);
        if (queue == null) {
          assertTrue(spareTime.search(), "nothing is left after " + read + " pages");
          continue;
        }
        int slot = frontier.take(queue, now);
        assertTrue(!store.pages().isRead(slot), "read twice");
        frontier.begins(queue, slot, now);
        ReadFacts facts =
            new ReadFacts(now, 200, "", 0, "", 0, "", "", ReadFacts.Reason.DISCOVERY, 0, 0, now);
        store.read(slot, facts, new int[0], false);
        read++;
        frontier.wasRead(queue);
        frontier.release(slot);
        queue.host().pace(new HostPace(1, 0, 0, now));
        frontier.ended(queue, now++);
        if (store.wantsCommit()) {
          commit(store, made);
        }
      }
      assertEquals(hosts, store.readPages());
      assertTrue(frontier.hosts() < room, frontier.hosts() + " hosts in memory");
    }
  }
}
