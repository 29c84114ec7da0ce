package nephila.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

class WriteBehindStoreTest {
  private final KeyValueStore<byte[], byte[]> behind =
      Stores.keyValueStoreBuilder(
              Stores.inMemoryKeyValueStore("behind"), Serdes.ByteArray(), Serdes.ByteArray())
          .withLoggingDisabled()
          .build();
  private final KafkaBackend backend = new KafkaBackend(behind, behind, behind, behind);
  private final WriteBehindStore store =
      new WriteBehindStore(
          page -> backend.url(page.site(), page.hash()),
          (page, value) -> backend.saveUrl(page.site(), page.hash(), value),
          backend::commit);

  WriteBehindStoreTest() {
    behind.init(new MockProcessorContext<>().getStateStoreContext(), behind);
  }

  @Test
  void whatWasPutIsFoundAtOnceAndInTheStoreOnceItWasWritten() {
    PageKey page = new PageKey(1, 2);
    store.put(page, new byte[] {1});
    store.put(page, new byte[] {2});
    assertArrayEquals(new byte[] {2}, store.get(page));
    assertNull(behind.get(page.bytes()));
    store.write();
    assertArrayEquals(new byte[] {2}, behind.get(page.bytes()));
    assertArrayEquals(new byte[] {2}, store.get(page));
    assertNull(store.get(new PageKey(1, 3)));
  }

  @Test
  void moreThanMemoryShouldHoldIsWrittenBeforeTheEnd() {
    for (int i = 0; i < 25_000; i++) {
      store.put(new PageKey(0, i), new byte[] {1});
    }
    assertEquals(20_000, behind.approximateNumEntries());
    store.write();
    assertEquals(25_000, behind.approximateNumEntries());
  }
}
