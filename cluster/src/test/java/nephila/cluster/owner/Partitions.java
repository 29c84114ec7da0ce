package nephila.cluster.owner;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import nephila.cluster.ClusterSettings;
import nephila.cluster.Ownership;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.wire.ClusterDiscovery;
import nephila.cluster.wire.CrawlDirective;
import nephila.cluster.wire.FetchOrder;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.Payment;
import nephila.cluster.wire.StoredRead;
import nephila.cluster.wire.Topics;
import nephila.config.CrawlConfig;
import nephila.store.record.BinaryRecord;
import nephila.store.record.ReadFacts;
import nephila.store.record.StoredPage;
import nephila.store.record.UrlRecord;
import nephila.testweb.contract.SteppedClock;
import nephila.url.CanonicalUrl;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/// A crawl of several partitions in memory: an [PartitionOwner] each, in the driver of Kafka
/// Streams, and the messages between them carried by hand.
final class Partitions implements AutoCloseable {
  static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  /// As it is now: settings may change while the crawl runs.
  CrawlConfig plan;

  final Topics topics = new Topics("test");
  final Ownership ownership;
  final List<TopologyTestDriver> drivers = new ArrayList<>();
  final List<byte[]> asides = new ArrayList<>();
  private final List<TestInputTopic<byte[], byte[]>> reads = new ArrayList<>();
  private final List<TestInputTopic<byte[], byte[]>> transfers = new ArrayList<>();
  private final Map<Integer, Restartable> owners = new HashMap<>();
  CrawlDirective directive = CrawlDirective.RUN;
  private final SteppedClock clock;

  Partitions(CrawlConfig plan, int count, Path dir) {
    this(plan, new ClusterSettings(plan, count), dir);
  }

  Partitions(CrawlConfig plan, ClusterSettings settings, Path dir) {
    this(plan, settings, dir, new SteppedClock(BEGIN));
  }

  Partitions(CrawlConfig plan, ClusterSettings settings, Path dir, SteppedClock clock) {
    this.clock = clock;
    this.plan = plan;
    this.ownership = Ownership.of(settings);
    int count = settings.partitions();
    for (int i = 0; i < count; i++) {
      int number = i;
      Properties config = new Properties();
      config.put(StreamsConfig.APPLICATION_ID_CONFIG, "test" + i);
      config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
      config.put(StreamsConfig.STATE_DIR_CONFIG, dir.resolve("p" + i).toString());
      config.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocks.class);
      TopologyTestDriver driver =
          new TopologyTestDriver(
              CrawlTopology.of(
                  topics,
                  "out",
                  hook -> {
                    PartitionOwner.Terms terms =
                        new PartitionOwner.Terms(
                            "w" + number,
                            () -> this.plan,
                            settings.preference(),
                            ownership,
                            settings.graph(),
                            () -> directive,
                            clock,
                            0);
                    return new Restartable(
                        () -> new PartitionOwner(terms, task -> number, hook),
                        owner -> owners.put(number, owner));
                  }),
              config,
              BEGIN);
      drivers.add(driver);
      ByteArraySerializer bytes = new ByteArraySerializer();
      reads.add(driver.createInputTopic(topics.reads(), bytes, bytes));
      transfers.add(driver.createInputTopic(topics.transfers(), bytes, bytes));
    }
  }

  /// Another worker takes the partition over.
  void restart(int partition) {
    owners.get(partition).restart();
  }

  int count() {
    return drivers.size();
  }

  long now() {
    return clock.millis();
  }

  void seed(CanonicalUrl url) {
    PageKey key = PageKey.of(url);
    Payment seed = new Payment(key, 0, ClusterDiscovery.seed(url.text()));
    pay(ownership.of(key), Payment.message(0, List.of(seed)));
  }

  void pay(int partition, byte[] message) {
    transfers.get(partition).pipeInput(new byte[4], message);
  }

  void result(int partition, byte[] message) {
    reads.get(partition).pipeInput(new byte[4], message);
  }

  /// Time passes: owners push and order.
  void tick() {
    clock.pass(PartitionOwner.TICK);
    if (plan.importance().isOpic()) {
      Map<Integer, PartitionTotals> told = new HashMap<>();
      for (int i = 0; i < count(); i++) {
        told.put(i, books(i));
      }
      directive = directive.with(PartitionTotals.opic(told));
    }
    drivers.forEach(driver -> driver.advanceWallClockTime(PartitionOwner.TICK));
  }

  /// Carries payments until none is on its way; returns how many messages there were.
  int carry() {
    int carried = 0;
    for (int before = -1; before != carried; ) {
      before = carried;
      for (TopologyTestDriver driver : drivers) {
        for (KeyValue<byte[], byte[]> message : take(driver, "out")) {
          pay(ByteBuffer.wrap(message.key).getInt(), message.value);
          carried++;
        }
      }
    }
    drivers.forEach(
        driver -> take(driver, topics.aside()).forEach(message -> asides.add(message.value)));
    return carried;
  }

  List<FetchOrder> orders() {
    List<FetchOrder> orders = new ArrayList<>();
    for (TopologyTestDriver driver : drivers) {
      take(driver, topics.orders()).forEach(message -> orders.add(FetchOrder.of(message.value)));
    }
    return orders;
  }

  List<KeyValue<byte[], byte[]>> take(TopologyTestDriver driver, String topic) {
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    TestOutputTopic<byte[], byte[]> from = driver.createOutputTopic(topic, bytes, bytes);
    return from.isEmpty() ? List.of() : from.readKeyValuesToList();
  }

  PartitionTotals books(int partition) {
    KeyValueStore<byte[], byte[]> hosts = drivers.get(partition).getKeyValueStore("hosts");
    byte[] kept = hosts.get(KafkaBackend.noteKey(PartitionOwner.TOTALS_NOTE));
    return kept == null ? new PartitionTotals() : PartitionTotals.take(new BinaryRecord(kept));
  }

  PartitionTotals all() {
    PartitionTotals all = new PartitionTotals();
    for (int i = 0; i < count(); i++) {
      all.add(books(i));
    }
    return all;
  }

  /// Accounts of all pages by key, read from the stores.
  Map<PageKey, StoredPage> accounts() {
    Map<PageKey, StoredPage> accounts = new HashMap<>();
    for (TopologyTestDriver driver : drivers) {
      KeyValueStore<byte[], byte[]> pages = driver.getKeyValueStore("pages");
      try (KeyValueIterator<byte[], byte[]> all = pages.all()) {
        all.forEachRemaining(
            entry -> accounts.put(PageKey.of(entry.key), KafkaBackend.page(entry.value)));
      }
    }
    return accounts;
  }

  /// The address of a page that is known.
  String url(PageKey page) {
    KeyValueStore<byte[], byte[]> urls = drivers.get(ownership.of(page)).getKeyValueStore("urls");
    return UrlRecord.discovery(urls.get(page.bytes()), "").url();
  }

  StoredRead reading(PageKey page) {
    byte[] bytes = record(page);
    return bytes == null ? null : StoredRead.of(bytes, page.site());
  }

  /// The past of a page that was read, under OPIC.
  byte[] past(PageKey page) {
    return ReadFacts.past(record(page));
  }

  private byte[] record(PageKey page) {
    KeyValueStore<byte[], byte[]> rows = drivers.get(ownership.of(page)).getKeyValueStore("rows");
    return rows.get(page.bytes());
  }

  /// Ticks and carries until every partition is settled.
  void settle() {
    directive = CrawlDirective.WAIT;
    for (int i = 0; i < 2000; i++) {
      tick();
      if (carry() == 0 && all().get(Sum.SETTLED) == count()) {
        return;
      }
    }
    throw new AssertionError("not settled: " + all().get(Sum.RESIDUAL));
  }

  void pass(Duration time) {
    clock.pass(time);
  }

  @Override
  public void close() {
    drivers.forEach(TopologyTestDriver::close);
  }
}
