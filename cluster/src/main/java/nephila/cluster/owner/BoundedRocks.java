package nephila.cluster.owner;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/// Bounds the memory of all stores of a worker together: without it each store of each partition
/// takes its own 50 MB and more.
public final class BoundedRocks implements RocksDBConfigSetter {
  static {
    RocksDB.loadLibrary();
  }

  private static final long BYTES = Long.getLong("nephila.cluster.rocks.bytes", usual());
  private static final Cache CACHE = new LRUCache(BYTES);
  private static final WriteBufferManager BUFFERS = new WriteBufferManager(BYTES / 2, CACHE);
  private static final BloomFilter FILTER = new BloomFilter(10);

  /// A thirty-second part of the machine's memory, or the container's; at most a gigabyte.
  private static long usual() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean machine
        ? Math.clamp(machine.getTotalMemorySize() / 32, 128L << 20, 1L << 30)
        : 256L << 20;
  }

  @Override
  public void setConfig(String store, Options options, Map<String, Object> configs) {
    if (options.tableFormatConfig() instanceof BlockBasedTableConfig table) {
      table.setBlockCache(CACHE);
      table.setCacheIndexAndFilterBlocks(true);
      table.setFilterPolicy(FILTER);
      options.setTableFormatConfig(table);
    }
    options.setWriteBufferManager(BUFFERS);
    options.setWriteBufferSize(8 << 20);
    // Usually a megabyte: with 64 stores and more the buffers would be full before they hold
    // anything,
    // and be flushed without end.
    options.setArenaBlockSize(64 << 10);
    options.setMaxWriteBufferNumber(2);
    // Usually 4: files are merged half as often, and filters spare most of the looks into more
    // files.
    options.setLevel0FileNumCompactionTrigger(8);
  }

  @Override
  public void close(String store, Options options) {
    // Cache, buffers and filter are shared by all stores and live as long as the process.
  }
}
