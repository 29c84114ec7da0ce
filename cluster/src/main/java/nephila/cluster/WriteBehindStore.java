package nephila.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/// A store by page to which what changed is written all at once, when the transaction ends: a value
/// put together with thousands of others costs half of one put alone. What was put and not written
/// is in memory, and found there.
///
/// Not thread-safe.
final class WriteBehindStore {
  /// More than this is written before the transaction ends.
  private static final int MOST = 10_000;

  private final KeyValueStore<byte[], byte[]> store;
  private final Map<PageKey, byte[]> waiting = new HashMap<>();

  WriteBehindStore(KeyValueStore<byte[], byte[]> store) {
    this.store = store;
  }

  byte @Nullable [] get(PageKey page) {
    byte[] late = waiting.get(page);
    return late == null ? store.get(page.bytes()) : late;
  }

  void put(PageKey page, byte[] value) {
    waiting.put(page, value);
    if (waiting.size() >= MOST) {
      write();
    }
  }

  /// The store, with all that was put.
  KeyValueStore<byte[], byte[]> written() {
    write();
    return store;
  }

  void write() {
    if (!waiting.isEmpty()) {
      List<KeyValue<byte[], byte[]>> all = new ArrayList<>(waiting.size());
      waiting.forEach((page, value) -> all.add(new KeyValue<>(page.bytes(), value)));
      store.putAll(all);
      waiting.clear();
    }
  }
}
