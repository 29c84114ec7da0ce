package nephila.cluster.owner;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import nephila.store.StateBackend;
import nephila.store.StateBackendContract;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/// The contract on the stores of Kafka Streams, in memory and on disk.
class KafkaBackendTest {
  @Nested
  class InMemory extends OnStores {
    @Override
    KeyValueBytesStoreSupplier supplier(String name) {
      return Stores.inMemoryKeyValueStore(name);
    }
  }

  @Nested
  class OnDisk extends OnStores {
    @Override
    KeyValueBytesStoreSupplier supplier(String name) {
      return Stores.persistentKeyValueStore(name);
    }
  }

  abstract static class OnStores extends StateBackendContract {
    @TempDir Path dir;

    private final List<KeyValueStore<byte[], byte[]>> stores = new ArrayList<>();

    abstract KeyValueBytesStoreSupplier supplier(String name);

    /// The stores stay as they are while owners come and go: what a backend did not commit is lost.
    @Override
    protected StateBackend open() {
      if (stores.isEmpty()) {
        for (String name : List.of("pages", "urls", "rows", "hosts")) {
          stores.add(store(name));
        }
      }
      return new KafkaBackend(stores.get(0), stores.get(1), stores.get(2), stores.get(3));
    }

    private KeyValueStore<byte[], byte[]> store(String name) {
      Properties config = new Properties();
      config.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
      config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
      KeyValueStore<byte[], byte[]> store =
          Stores.keyValueStoreBuilder(supplier(name), Serdes.ByteArray(), Serdes.ByteArray())
              .withLoggingDisabled()
              .build();
      MockProcessorContext<Void, Void> context =
          new MockProcessorContext<>(config, new TaskId(0, 0), dir.resolve("state").toFile());
      store.init(context.getStateStoreContext(), store);
      return store;
    }

    @AfterEach
    void closeStores() {
      stores.forEach(KeyValueStore::close);
    }
  }
}
