package nephila.cluster.owner;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import nephila.cluster.wire.FetchOrder;
import nephila.cluster.wire.OfferedPage;
import nephila.cluster.wire.OrderResult;
import nephila.cluster.wire.PartitionAnswer;
import nephila.cluster.wire.Payment;
import nephila.cluster.wire.Topics;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/// Who reads and writes which topic, and which stores an [PartitionOwner] has.
///
/// | topic | from | to |
/// | --- | --- | --- |
/// | `NAME.reads` | fetchers | the owner of the host: [OrderResult] |
/// | `NAME.transfers` | owners | owners: [Payment]s; pages moved here, seeds; of split sites |
/// | | | [OfferedPage]s and what was [ReturnedVisits] back |
/// | `NAME.orders` | owners | fetchers: [FetchOrder] |
/// | `NAME.totals` | owners | whoever asks: [PartitionTotals], the latest a partition |
/// | `NAME.answers` | owners | whoever asked: [PartitionAnswer]; a [PartitionQuery] comes with the transfers |
/// | `NAME.aside` | owners | people: records that do not parse |
/// | `NAME.control` | people | workers: the plan, whether to run |
public final class CrawlTopology {
  public static final String PAGES = "pages";
  public static final String URLS = "urls";
  public static final String ROWS = "rows";
  public static final String HOSTS = "hosts";

  private static final String OWNER = "owner";

  /// Small segments: a changelog is compacted soon, and a lost worker reads less of it. The segment
  /// that is written is not compacted, so one is begun every day.
  private static final Map<String, String> CHANGELOG =
      Map.of(
          "segment.bytes",
          String.valueOf(16 << 20),
          "segment.ms",
          "86400000",
          "min.cleanable.dirty.ratio",
          "0.3");

  private CrawlTopology() {}

  public static Topology of(
      Topics topics, Function<BeforeCommitHook, Processor<byte[], byte[], byte[], byte[]>> owners) {
    return of(topics, topics.transfers(), owners);
  }

  /// With payments going elsewhere than where they come from, as a test wants it.
  public static Topology of(
      Topics topics,
      String paymentsTo,
      Function<BeforeCommitHook, Processor<byte[], byte[], byte[], byte[]>> owners) {
    Topology topology = new Topology();
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    topology.addSource("source", bytes, bytes, topics.reads(), topics.transfers());
    BeforeCommitHook hook = new BeforeCommitHook();
    topology.addProcessor(OWNER, () -> owners.apply(hook), "source");
    topology.addStateStore(hook.store(), OWNER);
    // Written once a page, once a read or once a transaction: a cache would only add to it.
    topology.addStateStore(store(PAGES), OWNER);
    topology.addStateStore(store(HOSTS), OWNER);
    topology.addStateStore(store(URLS), OWNER);
    topology.addStateStore(store(ROWS), OWNER);
    sink(topology, PartitionOwner.TRANSFERS, paymentsTo);
    sink(topology, PartitionOwner.ORDERS, topics.orders());
    sink(topology, PartitionOwner.TOTALS, topics.totals());
    sink(topology, PartitionOwner.ANSWERS, topics.answers());
    ByteArraySerializer writer = new ByteArraySerializer();
    topology.addSink(PartitionOwner.ASIDE, topics.aside(), writer, writer, OWNER);
    return topology;
  }

  private static void sink(Topology topology, String name, String topic) {
    ByteArraySerializer writer = new ByteArraySerializer();
    StreamPartitioner<byte[], byte[]> named =
        (to, key, value, partitions) ->
            Optional.of(Set.of(ByteBuffer.wrap(key).getInt() % partitions));
    topology.addSink(name, topic, writer, writer, named, OWNER);
  }

  private static StoreBuilder<KeyValueStore<byte[], byte[]>> store(String name) {
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(name), Serdes.ByteArray(), Serdes.ByteArray())
        .withLoggingEnabled(CHANGELOG);
  }
}
