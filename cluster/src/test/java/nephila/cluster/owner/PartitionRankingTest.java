package nephila.cluster.owner;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import nephila.UserError;
import nephila.cluster.ClusterSettings;
import nephila.cluster.Ownership;
import nephila.cluster.RankedGraph;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.wire.GraphKeys;
import nephila.cluster.wire.GraphRows;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.Wire;
import nephila.config.CrawlConfig;
import nephila.graph.CsrGraph;
import nephila.graph.LinkList;
import nephila.ledger.ExactLedger;
import nephila.rank.PageRank;
import nephila.store.record.BinaryRecord;
import nephila.store.record.StoredPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionRankingTest {
  private static final int PAGES = 240;
  private static final int COUNT = 4;
  private static final double THRESHOLD = 1e-5;
  private static final long CREDIT = ExactLedger.crawlCredit(0.85);

  @TempDir Path dir;

  private final long seed = Long.getLong("nephila.seed", 1);
  private final Random random = new Random(seed);
  private final CsrGraph graph = graph();
  private final RankedGraph ranked = RankedGraph.of(graph, COUNT, THRESHOLD, 0.85, CREDIT);
  private final GraphKeys keys = new GraphKeys(ranked, new Ownership(COUNT));

  private CsrGraph graph() {
    LinkList links = new LinkList();
    for (int page = 0; page < PAGES; page++) {
      for (int k = random.nextInt(9); k > 0; k--) {
        links.add(page, random.nextBoolean() ? random.nextInt(30) : random.nextInt(PAGES));
      }
    }
    return links.graph(PAGES);
  }

  @ParameterizedTest
  @CsvSource({"1000000", "25"})
  void aGraphIsRankedWithinItsBoundWhateverTheMemoryAndTheFaults(int room) {
    System.setProperty("nephila.cluster.accounts", String.valueOf(room));
    ClusterSettings settings = ClusterSettings.ranking(CrawlConfig.usual(), ranked);
    try (Partitions cluster = new Partitions(settings.plan(), settings, dir)) {
      List<byte[]> messages = messages();
      for (byte[] message : messages) {
        send(cluster, message);
        cluster.tick();
        cluster.carry();
        if (random.nextInt(4) == 0) {
          cluster.restart(random.nextInt(COUNT));
        }
      }
      messages.forEach(message -> send(cluster, message)); // twice: nothing happens
      for (int i = 0; i < 5; i++) {
        cluster.tick();
        cluster.restart(random.nextInt(COUNT));
        cluster.carry();
      }
      settle(cluster);
      PartitionTotals all = cluster.all();
      assertEquals(PAGES, all.get(Sum.READ), told());
      assertEquals(PAGES, all.get(Sum.KNOWN), told());
      assertEquals(graph.links(), all.get(Sum.LINKS), told());
      assertEquals(0, all.imbalance(), told());
      assertEquals(0, all.inTransit(), told());
      assertTrue(cluster.asides.isEmpty(), told());
      double bound = all.bound(CREDIT, 0.85, 0);
      assertTrue(bound <= THRESHOLD, bound + "; " + told());
      double[] truth = PageRank.solve(graph).values();
      double distance = 0;
      for (Map.Entry<PageKey, StoredPage> page : cluster.accounts().entrySet()) {
        double value = page.getValue().worth(CREDIT) / all.worth(CREDIT);
        distance += Math.abs(value - truth[keys.page(page.getKey())]);
      }
      assertTrue(distance <= bound + 1e-10, distance + " beside " + bound + "; " + told());
    } finally {
      System.clearProperty("nephila.cluster.accounts");
    }
  }

  private void settle(Partitions cluster) {
    for (int i = 0; i < 5000; i++) {
      cluster.tick();
      if (cluster.carry() == 0 && cluster.all().get(Sum.SETTLED) == COUNT) {
        return;
      }
    }
    throw new AssertionError("not settled: " + cluster.all().get(Sum.RESIDUAL) + "; " + told());
  }

  private List<byte[]> messages() {
    List<byte[]> all = new ArrayList<>();
    for (int next = 0; next < PAGES; ) {
      int partition = keys.partition(next);
      int end = ranked.firsts().get(partition) + ranked.pages(partition);
      GraphRows.Message message = GraphRows.message(graph, next, end, 60);
      all.add(message.bytes());
      next = message.next();
    }
    return all;
  }

  private void send(Partitions cluster, byte[] message) {
    BinaryRecord body = new BinaryRecord(message);
    Wire.expect(body, Wire.GRAPH_ROWS);
    cluster.pay(keys.partition(GraphRows.take(body).first()), message);
  }

  @Test
  void rowsAndKeysComeBackAsTheyWere() {
    GraphRows.Message message = GraphRows.message(graph, 0, PAGES, Integer.MAX_VALUE);
    BinaryRecord body = new BinaryRecord(message.bytes());
    Wire.expect(body, Wire.GRAPH_ROWS);
    GraphRows rows = GraphRows.take(body);
    assertEquals(PAGES, rows.rows().length);
    Ownership ownership = new Ownership(COUNT);
    for (int page = 0; page < PAGES; page++) {
      assertArrayEquals(graph.rows()[page], rows.rows()[page]);
      assertEquals(page, keys.page(keys.of(page)));
      assertEquals(keys.partition(page), ownership.of(keys.of(page)));
    }
    int pages = 0;
    for (int i = 0; i < COUNT; i++) {
      pages += ranked.pages(i);
    }
    assertEquals(PAGES, pages);
  }

  @Test
  void rowsOfAnotherPartitionAndThoseThatDoNotParseAreSetAside() {
    ClusterSettings settings = ClusterSettings.ranking(CrawlConfig.usual(), ranked);
    try (Partitions cluster = new Partitions(settings.plan(), settings, dir)) {
      byte[] first = messages().getFirst();
      cluster.pay(1, first);
      cluster.pay(0, java.util.Arrays.copyOf(first, first.length - 1));
      cluster.carry();
      assertEquals(2, cluster.asides.size());
      assertEquals(0, cluster.all().get(Sum.KNOWN));
    }
  }

  @Test
  void aBoundFinerThanTheUnitsIsRefused() {
    UserError error =
        assertThrows(UserError.class, () -> RankedGraph.of(graph, COUNT, 1e-12, 0.85, CREDIT));
    assertTrue(error.getMessage().contains("or use nephila rank"), error.getMessage());
  }

  private String told() {
    return "replay with -Dnephila.seed=" + seed;
  }
}
