package nephila.store.rocks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/// Bytes under keys, for what a room keeps beside a [CrawlStore]: a small RocksDB of its own.
/// Changes become visible to [#get] and are on disk with [#commit], all or none; they survive a
/// killed process. One process at a time, one thread.
///
/// Memory is that of its cache and of what is written and not yet in a file, bounded whatever it
/// holds: indexes and filters of a large store are read in parts, as blocks are.
public final class KeyValueStore implements AutoCloseable {
  private static final byte[] NOTHING = {};
  private static final long CACHE_BYTES = 16L << 20;

  /// Cache of a store that is looked into for much that it has not: room for parts of its filters.
  private static final long LARGE_CACHE_BYTES = 64L << 20;

  /// Files that are merged at once when [#bulk] ends; no writer waits for fewer.
  private static final int BULK_FILES = 1 << 20;

  static {
    RocksDB.loadLibrary();
  }

  private final Path folder;
  private final LRUCache cache;
  private final Options options;
  private final WriteOptions write = new WriteOptions();
  private final RocksDB db;
  private final CommitMark mark;
  private WriteBatch batch = new WriteBatch();
  private boolean bulk;

  private KeyValueStore(Path folder, boolean large) throws RocksDBException, IOException {
    this.folder = folder;
    this.cache = new LRUCache(large ? LARGE_CACHE_BYTES : CACHE_BYTES);
    this.options = large ? large(cache) : options(cache);
    this.db = RocksDB.open(options, folder.toString());
    try {
      this.mark = CommitMark.open(folder, db.getLatestSequenceNumber());
    } catch (IOException e) {
      db.close();
      throw e;
    }
  }

  private static Options options(LRUCache cache) {
    return new Options()
        .setCreateIfMissing(true)
        .setMaxOpenFiles(128)
        .setKeepLogFileNum(2)
        .setWriteBufferSize(16 << 20)
        .setTableFormatConfig(
            new org.rocksdb.BlockBasedTableConfig()
                .setBlockCache(cache)
                .setFilterPolicy(new org.rocksdb.BloomFilter(10)));
  }

  private static Options large(LRUCache cache) {
    return new Options()
        .setCreateIfMissing(true)
        .setMaxOpenFiles(128)
        .setKeepLogFileNum(2)
        .setWriteBufferSize(32 << 20)
        .setMaxBackgroundJobs(2)
        .setTargetFileSizeBase(128 << 20)
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .setTableFormatConfig(
            new org.rocksdb.BlockBasedTableConfig()
                .setBlockCache(cache)
                .setFilterPolicy(new org.rocksdb.BloomFilter(10))
                .setIndexType(org.rocksdb.IndexType.kTwoLevelIndexSearch)
                .setPartitionFilters(true)
                .setCacheIndexAndFilterBlocks(true)
                .setCacheIndexAndFilterBlocksWithHighPriority(true)
                .setPinTopLevelIndexAndFilter(true));
  }

  public static KeyValueStore open(Path folder) throws IOException {
    return open(folder, false);
  }

  /// A store of perhaps hundreds of millions of keys.
  public static KeyValueStore openLarge(Path folder) throws IOException {
    return open(folder, true);
  }

  private static KeyValueStore open(Path folder, boolean large) throws IOException {
    Files.createDirectories(folder);
    try {
      return new KeyValueStore(folder, large);
    } catch (RocksDBException e) {
      throw StateDisk.notOpened(folder, e);
    }
  }

  /// What is wrong with the store in `folder`, in words: commits that can no longer be read, and,
  /// if asked for, any byte that its checksum does not prove. Empty where there is no store. To be
  /// asked before [#open]: from then on the rest of a damaged log is gone.
  public static Optional<String> fault(Path folder, boolean everyByte) throws IOException {
    if (!Files.exists(folder.resolve("CURRENT"))) {
      return Optional.empty();
    }
    CommitMark.Mark before = CommitMark.of(folder);
    try (LRUCache cache = new LRUCache(CACHE_BYTES);
        Options options = options(cache);
        RocksDB db = RocksDB.openReadOnly(options, folder.toString())) {
      if (everyByte) {
        db.verifyChecksum();
      }
      return CommitMark.missing(folder, before, db.getLatestSequenceNumber());
    } catch (RocksDBException e) {
      return Optional.of(String.valueOf(StateDisk.notOpened(folder, e).getMessage()));
    }
  }

  /// The value as of the last commit, empty where there is none.
  public byte[] get(byte[] key) {
    try {
      byte[] value = db.get(key);
      return value == null ? NOTHING : value;
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  public void put(byte[] key, byte[] value) {
    try {
      batch.put(key, value);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  public void remove(byte[] key) {
    try {
      batch.delete(key);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  /// Writes every change since the last commit.
  public void commit() {
    if (batch.count() > 0) {
      try {
        db.write(write, batch);
        if (!bulk) {
          mark.committed(db.getLatestSequenceNumber());
        }
      } catch (RocksDBException e) {
        throw failed(e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      batch.close();
      batch = new WriteBatch();
    }
  }

  /// From now on to [#bulkEnds] much is written, in any order: what is committed survives only when
  /// that came, and files are merged then, once.
  public void bulk() {
    bulk = true;
    write.setDisableWAL(true);
    merging(false);
  }

  /// Merges what was written since [#bulk]; it is on disk from now on.
  public void bulkEnds() {
    commit();
    if (!bulk) {
      return;
    }
    try (FlushOptions whole = new FlushOptions().setWaitForFlush(true)) {
      db.flush(whole);
      db.compactRange();
      mark.committed(db.getLatestSequenceNumber());
    } catch (RocksDBException e) {
      throw failed(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    bulk = false;
    write.setDisableWAL(false);
    merging(true);
  }

  private void merging(boolean usual) {
    try {
      db.setOptions(
          MutableColumnFamilyOptions.builder()
              .setDisableAutoCompactions(!usual)
              .setLevel0SlowdownWritesTrigger(usual ? 20 : BULK_FILES)
              .setLevel0StopWritesTrigger(usual ? 36 : BULK_FILES)
              .build());
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  /// Shows every key that begins with `prefix`, and its value, as of the last commit.
  public void scan(byte[] prefix, BiConsumer<byte[], byte[]> to) {
    try (ReadOptions reading = new ReadOptions().setFillCache(false);
        RocksIterator each = db.newIterator(reading)) {
      for (each.seek(prefix); each.isValid(); each.next()) {
        byte[] key = each.key();
        if (key.length < prefix.length
            || !Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length)) {
          return;
        }
        to.accept(key, each.value());
      }
    }
  }

  private UncheckedIOException failed(RocksDBException e) {
    return new UncheckedIOException(new IOException(folder + ": " + e.getMessage(), e));
  }

  /// Closes without a commit. Nothing rests on the write-ahead log then.
  @Override
  public void close() {
    batch.close();
    try (FlushOptions whole = new FlushOptions().setWaitForFlush(true)) {
      db.flush(whole);
    } catch (RocksDBException e) {
      // The log has it all; the disk is full, or failed before.
    }
    db.close();
    write.close();
    options.close();
    cache.close();
    try {
      mark.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
