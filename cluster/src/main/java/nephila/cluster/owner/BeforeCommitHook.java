package nephila.cluster.owner;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/// Tells an owner that its transaction is about to end, so that it writes what changed once a
/// transaction, not once a record.
///
/// Kafka Streams has no call for this. It does empty the caches of its stores before it ends a
/// transaction, into the store behind the cache; and what stands behind this one's cache keeps
/// nothing and calls the owner. An owner asks for the call by writing to it: asked once or a
/// thousand times, it is called once. Writing to other stores from there is part of the
/// transaction; forwarding records is not possible.
///
/// One for a topology; its tasks may be on several threads.
public final class BeforeCommitHook {
  static final String STORE = "before-commit";

  private static final byte[] MARK = {0};

  private final Map<TaskId, Runnable> owners = new ConcurrentHashMap<>();

  /// Whom to call for that task, until its stores are closed.
  public void answer(TaskId task, Runnable owner) {
    owners.put(task, owner);
  }

  /// The owner of this store is to be called before its transaction ends.
  public static void request(KeyValueStore<byte[], byte[]> store) {
    store.put(MARK, MARK);
  }

  public StoreBuilder<KeyValueStore<byte[], byte[]>> store() {
    return Stores.keyValueStoreBuilder(
            new KeyValueBytesStoreSupplier() {
              @Override
              public String name() {
                return STORE;
              }

              @Override
              public KeyValueStore<Bytes, byte[]> get() {
                return new CallingStore();
              }

              @Override
              public String metricsScope() {
                return STORE;
              }
            },
            Serdes.ByteArray(),
            Serdes.ByteArray())
        .withCachingEnabled()
        .withLoggingDisabled();
  }

  /// The store behind the cache: keeps nothing, a write is a call. Of the rest it answers only what
  /// the cache asks; nobody reads from it.
  private final class CallingStore implements KeyValueStore<Bytes, byte[]> {
    private TaskId task = new TaskId(0, 0);
    private boolean open;

    @Override
    public String name() {
      return STORE;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
      task = context.taskId();
      context.register(root, (key, value) -> {});
      open = true;
    }

    @Override
    public void put(Bytes key, byte[] value) {
      Objects.requireNonNull(owners.get(task), "C1 a task that asks has an owner").run();
    }

    @Override
    public byte[] putIfAbsent(Bytes key, byte[] value) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
      throw new UnsupportedOperationException();
    }

    @Override
    public byte[] delete(Bytes key) {
      throw new UnsupportedOperationException();
    }

    @Override
    public byte[] get(Bytes key) {
      return MARK;
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
      throw new UnsupportedOperationException();
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
      throw new UnsupportedOperationException();
    }

    @Override
    public long approximateNumEntries() {
      return 0;
    }

    @Override
    public void close() {
      open = false;
      owners.remove(task);
    }

    @Override
    public boolean persistent() {
      return false;
    }

    @Override
    public boolean isOpen() {
      return open;
    }
  }
}
