package nephila.store.rocks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import nephila.store.StateBackend;
import nephila.store.StateBackendContract;
import nephila.store.record.StoredPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocksBackendTest extends StateBackendContract {
  @TempDir Path dir;

  @Override
  protected StateBackend open() throws IOException {
    return RocksBackend.open(dir.resolve("state"), false, 8 << 20);
  }

  @Test
  void hostsAreKeptByNumberAndShownInOrder() throws Exception {
    Path other = dir.resolve("hosts");
    try (RocksBackend backend = RocksBackend.open(other, false, 8 << 20)) {
      for (int i = 299; i >= 0; i--) {
        backend.saveHost(i, ("host " + i).getBytes());
      }
      assertNull(backend.host(7));
      backend.commit();
      assertTrue(backend.bytesWritten() > 0);
      assertArrayEquals("host 7".getBytes(), backend.host(7));
    }
    try (RocksBackend backend = RocksBackend.open(other, true, 8 << 20)) {
      List<String> all = new ArrayList<>();
      backend.hosts((number, record) -> all.add(number + new String(record)));
      assertEquals(300, all.size());
      assertEquals("255host 255", all.get(255));
    }
  }

  @Test
  void anotherProcessSeesTheLastCommit() throws Exception {
    Path other = dir.resolve("shared");
    StoredPage page = new StoredPage();
    try (RocksBackend writer = RocksBackend.open(other, false, 8 << 20)) {
      page.page(1, 2, 3);
      writer.save(page, true, false);
      writer.commit();
      page.page(1, 2, 4);
      writer.save(page, true, false);
      try (RocksBackend reader = RocksBackend.open(other, true, 8 << 20)) {
        assertTrue(reader.load(1, 2, page));
        assertEquals(3, page.received());
      }
    }
  }
}
