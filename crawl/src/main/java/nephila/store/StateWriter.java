package nephila.store;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.rocksdb.WriteBatch;

/// Puts changed pages into a batch.
final class StateWriter {
  private final StateDisk disk;
  private final WriteBatch batch;
  private final PageTable pages;
  private final byte[] key = new byte[Keys.LENGTH];
  private final byte[] cash = new byte[8];
  private final byte[] page = new byte[PAGE_BYTES];
  static final int PAGE_BYTES = 19;

  StateWriter(StateDisk disk, WriteBatch batch, PageTable pages) {
    this.disk = disk;
    this.batch = batch;
    this.pages = pages;
  }

  void put(int slot, DirtyPages dirty) {
    Keys.put(key, pages.host[slot], pages.hash[slot]);
    if (dirty.is(slot, PageTable.DIRTY_URL)) {
      disk.put(batch, StateDisk.URLS, key, Objects.requireNonNull(pages.urls[slot]));
    }
    if (dirty.is(slot, PageTable.DIRTY_CASH)) {
      long units = pages.received[slot];
      for (int i = 0; i < 8; i++) {
        cash[i] = (byte) (units >>> 8 * i);
      }
      disk.put(batch, StateDisk.CASH, key, cash);
    }
    if (dirty.is(slot, PageTable.DIRTY_PAGE)) {
      put(0, pages.paid[slot], 8);
      put(8, pages.status[slot], 2);
      put(10, pages.reads[slot], 2);
      put(12, pages.changes[slot], 2);
      put(14, pages.lastRead[slot], 4);
      put(18, pages.flags[slot] & (PageTable.READ | PageTable.DROPPED), 1);
      disk.put(batch, StateDisk.PAGES, key, page);
    }
  }

  private void put(int at, long value, int length) {
    for (int i = 0; i < length; i++) {
      page[at + i] = (byte) (value >>> 8 * (length - 1 - i));
    }
  }

  void note(String name, String value) {
    disk.put(
        batch,
        StateDisk.META,
        name.getBytes(StandardCharsets.UTF_8),
        value.getBytes(StandardCharsets.UTF_8));
  }
}
