package nephila.store;

import org.rocksdb.ReadOptions;
import org.rocksdb.RocksIterator;

/// Every page on disk in the order of keys, each once, with its counters if it has any.
final class PageWalk {
  private static final int AHEAD_BYTES = 1 << 20;

  private PageWalk() {}

  /// Calls `to` for every page of the last commit.
  static void over(StateDisk disk, PageCursor.Consumer to) {
    try (ReadOptions options = new ReadOptions().setFillCache(false).setReadaheadSize(AHEAD_BYTES);
        RocksIterator cash = disk.walk(StateDisk.CASH, new byte[0], options);
        RocksIterator read = disk.walk(StateDisk.PAGES, new byte[0], options)) {
      byte[] readKey = read.isValid() ? read.key() : StateDisk.NOTHING;
      PageCursor sight = new PageCursor();
      for (; cash.isValid(); cash.next()) {
        byte[] key = cash.key();
        while (readKey.length > 0 && java.util.Arrays.compareUnsigned(readKey, key) < 0) {
          read.next();
          readKey = read.isValid() ? read.key() : StateDisk.NOTHING;
        }
        boolean has = java.util.Arrays.equals(readKey, key);
        sight.fill(key, PageCache.units(cash.value()), has ? read.value() : StateDisk.NOTHING);
        to.sees(sight);
      }
    }
  }
}
