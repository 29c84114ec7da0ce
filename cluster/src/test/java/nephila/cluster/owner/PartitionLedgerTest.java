package nephila.cluster.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import nephila.cluster.Ownership;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.wire.ClusterDiscovery;
import nephila.cluster.wire.MovedPage;
import nephila.cluster.wire.OrderResult;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.Payment;
import nephila.cluster.wire.StoredRead;
import nephila.cluster.wire.Wire;
import nephila.ledger.ExactArithmetic;
import nephila.ledger.ExactLedger;
import nephila.ledger.LedgerChoice;
import nephila.rank.PageRank;
import nephila.store.PageStore;
import nephila.store.StateBackend;
import nephila.store.record.BinaryRecord;
import nephila.store.record.ReadFacts;
import nephila.store.record.StoredPage;
import nephila.store.record.UrlRecord;
import nephila.url.CanonicalUrl;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

class PartitionLedgerTest {
  private static final int COUNT = 3;
  private static final int PAGES = 100;

  private final long seed = Long.getLong("nephila.seed", 1);
  private final Random random = new Random(seed);
  private final FakeWeb web = new FakeWeb(random, 7, PAGES);
  private final Ownership ownership = new Ownership(COUNT);
  private final List<PartitionLedger> ledgers = new ArrayList<>();
  private final List<KafkaBackend> stores = new ArrayList<>();
  private final List<PartitionTotals> books = new ArrayList<>();
  private final ArrayDeque<Message> onTheWay = new ArrayDeque<>();

  private record Message(int to, byte[] bytes) {}

  PartitionLedgerTest() {
    for (int i = 0; i < COUNT; i++) {
      KafkaBackend own = new KafkaBackend(store("p"), store("u"), store("r"), store("h"));
      PartitionTotals total = new PartitionTotals();
      stores.add(own);
      books.add(total);
      ledgers.add(ledger(i, own, total));
    }
  }

  private PartitionLedger ledger(int number, KafkaBackend own, PartitionTotals total) {
    return new PartitionLedger(
        ownership,
        number,
        PageStore.ofPart(own, LedgerChoice.exact(0.85)),
        total,
        new NoListener(),
        50);
  }

  private static KeyValueStore<byte[], byte[]> store(String name) {
    KeyValueStore<byte[], byte[]> store =
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore(name), Serdes.ByteArray(), Serdes.ByteArray())
            .withLoggingDisabled()
            .build();
    store.init(new MockProcessorContext<>().getStateStoreContext(), store);
    return store;
  }

  @Test
  void pagesReadAgainTakeBackWhatTheyPaidToTheUnit() {
    for (int round = 0; round < 4; round++) {
      for (CanonicalUrl url : web.pages) {
        read(url, round);
        deliver(random.nextInt(4));
        books.forEach(one -> assertEquals(0, one.imbalance(), told()));
      }
      web.change(30);
    }
    web.pages.forEach(url -> read(url, 9));
    settle();
    prove(stores);
    compareWithRank();
  }

  @Test
  void aCrawlThatMovesHouseKeepsItsBooks() {
    web.pages.forEach(url -> read(url, 0));
    for (int i = 0; i < 5; i++) {
      gone(web.pages.get(7 * i + 1));
    }
    settle();
    List<byte[]> moving = new ArrayList<>();
    for (KafkaBackend own : stores) {
      everyPage(
          own,
          (key, account, row) -> {
            ClusterDiscovery known =
                ClusterDiscovery.of(UrlRecord.discovery(own.url(key.site(), key.hash()), ""));
            moving.add(new MovedPage(known, account, row, new byte[0]).message());
          });
    }
    PartitionLedgerTest there = new PartitionLedgerTest();
    for (byte[] message : moving) {
      there.adopt(message);
      there.deliver(random.nextInt(3));
    }
    moving.forEach(there::adopt); // twice: the second time nothing happens
    there.settle();
    assertEquals(PAGES, there.sum(Sum.KNOWN), told());
    assertEquals(PAGES, there.sum(Sum.READ), told());
    assertEquals(5, there.sum(Sum.GONE), told());
    assertEquals(sum(Sum.LINKS), there.sum(Sum.LINKS), told());
    assertEquals(sum(Sum.READ_RECEIVED), there.sum(Sum.READ_RECEIVED), 1 << 20, told());
    there.prove(there.stores);
  }

  private void adopt(byte[] message) {
    BinaryRecord body = new BinaryRecord(message);
    Wire.expect(body, Wire.MOVED_PAGE);
    MovedPage moved = MovedPage.take(body);
    PageKey key = PageKey.of(CanonicalUrl.ofCanonical(moved.introduction().url()));
    int to = ownership.of(key);
    ledgers.get(to).adopt(moved);
    if (random.nextInt(5) == 0) {
      ledgers.get(to).push(10);
    }
    flush(to);
  }

  private long sum(Sum what) {
    return books.stream().mapToLong(one -> one.get(what)).sum();
  }

  private String told() {
    return "replay with -Dnephila.seed=" + seed;
  }

  private void read(CanonicalUrl url, int edition) {
    PageKey key = PageKey.of(url);
    int owner = ownership.of(key);
    PartitionLedger ledger = ledgers.get(owner);
    if (ledger.find(key) < 0) {
      ledger.arrive(new Payment(key, 0, ClusterDiscovery.seed(url.text())));
    }
    OrderResult.Visit visit = web.read(key, url, edition);
    ledger.read(ledger.find(key), visit.facts(), visit.links(), List.of(), edition > 0);
    if (random.nextInt(3) == 0) {
      ledger.push(20);
    }
    flush(owner);
  }

  private void gone(CanonicalUrl url) {
    PageKey key = PageKey.of(url);
    int owner = ownership.of(key);
    ReadFacts facts = web.read(key, url, 0).facts();
    ledgers.get(owner).gone(ledgers.get(owner).find(key), facts);
    flush(owner);
  }

  private void flush(int owner) {
    if (random.nextInt(3) == 0) {
      restart(owner); // with payments that were made and not sent
    }
    ledgers.get(owner).send((bytes, to) -> onTheWay.add(new Message(to, bytes)));
    ledgers.get(owner).save();
  }

  /// The transaction ends, the worker dies, and another goes on with what was written.
  private void restart(int owner) {
    byte[] unsent = ledgers.get(owner).save();
    PartitionLedger next = ledger(owner, stores.get(owner), books.get(owner));
    if (unsent != null) {
      next.load(unsent);
    }
    next.takeStock();
    ledgers.set(owner, next);
  }

  private void deliver(int count) {
    for (int i = 0; i < count && !onTheWay.isEmpty(); i++) {
      Message message = onTheWay.remove();
      BinaryRecord body = new BinaryRecord(message.bytes());
      Wire.expect(body, Wire.TRANSFER);
      Payment.take(body).forEach(ledgers.get(message.to())::arrive);
      flush(message.to());
    }
  }

  private void settle() {
    for (int i = 0; i < 5000; i++) {
      deliver(Integer.MAX_VALUE);
      boolean done = true;
      for (int p = 0; p < COUNT; p++) {
        done &= ledgers.get(p).push(1000) && !ledgers.get(p).deepen();
        flush(p);
      }
      if (done && onTheWay.isEmpty()) {
        return;
      }
    }
    throw new AssertionError("does not settle; " + told());
  }

  private interface Shown {
    void see(PageKey key, StoredPage account, StoredRead row);
  }

  private static void everyPage(KafkaBackend own, Shown to) {
    StoredPage page = new StoredPage();
    try (StateBackend.PageScan all = own.scan()) {
      while (all.next(page)) {
        byte[] row = own.read(page.group(), page.hash());
        to.see(
            new PageKey(page.group(), page.hash()),
            KafkaBackend.page(KafkaBackend.bytes(page)),
            row == null ? null : StoredRead.of(row, page.group()));
      }
    }
  }

  private void prove(List<KafkaBackend> all) {
    ExactArithmetic arithmetic = ExactArithmetic.of(0.85, ExactLedger.crawlCredit(0.85));
    Map<PageKey, Long> received = new HashMap<>();
    Map<PageKey, Long> paid = new HashMap<>();
    for (KafkaBackend own : all) {
      everyPage(
          own,
          (key, account, row) -> {
            received.put(key, account.received());
            if (row != null) {
              PageKey[] links = row.row();
              long share = arithmetic.share(account.paid(), links.length);
              for (PageKey child : links) {
                paid.merge(child, share, Long::sum);
              }
            }
          });
    }
    received.forEach((key, units) -> assertEquals(paid.getOrDefault(key, 0L), units, told()));
    assertEquals(0, sum(Sum.SENT) - sum(Sum.ARRIVED), told());
    books.forEach(one -> assertEquals(0, one.imbalance(), told()));
  }

  private void compareWithRank() {
    double[] truth = PageRank.solve(web.graph()).values();
    double credit = ExactLedger.crawlCredit(0.85);
    double sum = credit * sum(Sum.KNOWN) + sum(Sum.RECEIVED);
    double distance = 0;
    for (int i = 0; i < truth.length; i++) {
      PageKey key = PageKey.of(web.pages.get(i));
      PartitionLedger ledger = ledgers.get(ownership.of(key));
      distance += Math.abs(ledger.worth(ledger.find(key)) / sum - truth[i]);
    }
    assertTrue(distance < 2 * PartitionLedger.FINAL_BOUND, distance + "; " + told());
  }
}
