package nephila.store.rocks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import nephila.UserError;
import nephila.store.Unfinished;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.UInt64AddOperator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/// The RocksDB under `state/`: one family of keys per kind of fact.
///
/// | family | key | value |
/// | --- | --- | --- |
/// | `default` | a name | text: version, archive position, counters |
/// | `hosts` | host number, 4 bytes | origin and [nephila.store.record.HostFacts] |
/// | `urls` | page | [nephila.store.record.PageDiscovery]: open or refused, depth, focus class, via, path;
/// merges keep the largest, so that of several discoveries the open and shallowest stands |
/// | `cash` | page | units received (under OPIC, cash less the virtual page's level), 8 bytes
/// little-endian; merges add (signed, modulo 2⁶⁴) |
/// | `pages` | page, once read (under OPIC, once it brought in its credit) | its account
/// ([nephila.store.record.StoredPage]) |
/// | `requisites` | hash of the URL | status of a requisite ([nephila.store.RequisiteTable]) |
/// | `awaited` | 0 and hash, or 1 and hash of a page | a requisite that is awaited; what was fetched
/// for a page |
/// | `reads` | page, once read | [nephila.store.record.ReadFacts] and the row of links; under OPIC the history
/// of the page behind them |
///
/// A page's key is host number and hash ([nephila.store.Keys]), so that a host's pages lie together
/// and its queue can be refilled by one sequential scan of `cash` against `pages`, both small; the
/// wide `reads` are touched only by their own page. A commit is one write batch, in the write-ahead
/// log before it is in memory: it survives a killed process; [#sync] makes it survive a lost
/// machine.
final class StateDisk implements AutoCloseable {
  static final int META = 0;
  static final int HOSTS = 1;
  static final int URLS = 2;
  static final int CASH = 3;
  static final int PAGES = 4;
  static final int READS = 5;
  static final int REQUISITES = 6;
  static final int AWAITED = 7;
  private static final List<String> FAMILIES =
      List.of("default", "hosts", "urls", "cash", "pages", "reads", "requisites", "awaited");

  private static final long LOOK_CACHE_BYTES = 8L << 20;

  static {
    RocksDB.loadLibrary();
  }

  private final Path folder;
  private final RocksDB db;
  private final List<ColumnFamilyHandle> families = new ArrayList<>();
  private final List<AutoCloseable> owned = new ArrayList<>();
  private final WriteOptions write = new WriteOptions();
  private final int[] ids = new int[FAMILIES.size()];
  private final @Nullable CommitMark mark;
  private final @Nullable String missing;

  private long lookUps;

  private StateDisk(Path folder, boolean readOnly, long cacheBytes)
      throws RocksDBException, IOException {
    this.folder = folder;
    CommitMark.Mark before = CommitMark.of(folder); // first: a crawl may be writing
    LRUCache cache = new LRUCache(cacheBytes);
    owned.add(cache);
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    List<String> names = readOnly ? present(folder) : FAMILIES;
    for (String family : names) {
      descriptors.add(
          new ColumnFamilyDescriptor(
              family.getBytes(StandardCharsets.UTF_8), familyOptions(family, cache)));
    }
    DBOptions options =
        new DBOptions()
            .setCreateIfMissing(true)
            .setCreateMissingColumnFamilies(true)
            .setMaxOpenFiles(256)
            .setMaxBackgroundJobs(2)
            .setDbWriteBufferSize(cacheBytes)
            .setMaxTotalWalSize(cacheBytes)
            .setKeepLogFileNum(2)
            .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
            .setStatsDumpPeriodSec(0)
            .setBytesPerSync(1 << 20);
    owned.add(options);
    db =
        readOnly
            ? RocksDB.openReadOnly(options, folder.toString(), descriptors, families)
            : RocksDB.open(options, folder.toString(), descriptors, families);
    for (int i = 0; i < families.size(); i++) {
      ids[i] = families.get(i).getID();
    }
    long sequence = db.getLatestSequenceNumber();
    missing = CommitMark.missing(folder, before, sequence).orElse(null);
    mark = readOnly ? null : openMark(sequence);
  }

  private CommitMark openMark(long sequence) throws IOException {
    try {
      return CommitMark.open(folder, sequence);
    } catch (IOException e) {
      families.forEach(ColumnFamilyHandle::close);
      db.close();
      throw e;
    }
  }

  /// What of the commits that were made is not there, in words; empty when all is. To be asked
  /// before a database is opened to go on with it: from then on the rest of a damaged log is gone.
  static Optional<String> missing(Path folder) throws IOException {
    if (!Files.exists(folder.resolve("CURRENT"))) {
      CommitMark.Mark mark = CommitMark.of(folder);
      return mark == null || mark.committed() == 0
          ? Optional.empty()
          : Optional.of(folder + ": damaged: its file CURRENT is missing");
    }
    if (CommitMark.of(folder) == null) {
      return Optional.empty();
    }
    try (StateDisk disk = open(folder, true, LOOK_CACHE_BYTES)) {
      return disk.missing();
    }
  }

  /// What of the commits that were made was not there when it was opened, in words.
  Optional<String> missing() {
    return Optional.ofNullable(missing);
  }

  /// The families that are there: one that was not written yet is missing only at the end.
  private static List<String> present(Path folder) throws RocksDBException {
    try (Options options = new Options()) {
      List<String> found =
          RocksDB.listColumnFamilies(options, folder.toString()).stream()
              .map(name -> new String(name, StandardCharsets.UTF_8))
              .toList();
      if (!found.containsAll(FAMILIES.subList(0, REQUISITES))) { // the list does not say why
        throw new RocksDBException("the MANIFEST that CURRENT names is missing or cannot be read");
      }
      return FAMILIES.stream().filter(found::contains).toList();
    }
  }

  /// Whether a state that is only looked at has that family.
  boolean has(int family) {
    return family < families.size();
  }

  private ColumnFamilyOptions familyOptions(String family, LRUCache cache) {
    BloomFilter bloom = new BloomFilter(10);
    BlockBasedTableConfig table =
        new BlockBasedTableConfig()
            .setBlockCache(cache)
            .setFilterPolicy(bloom)
            .setBlockSize(16 << 10)
            .setCacheIndexAndFilterBlocks(true)
            .setCacheIndexAndFilterBlocksWithHighPriority(true)
            .setPinL0FilterAndIndexBlocksInCache(true)
            .setIndexType(IndexType.kTwoLevelIndexSearch)
            .setPartitionFilters(true)
            .setMetadataBlockSize(4096)
            .setFormatVersion(6); // its footer has a checksum
    ColumnFamilyOptions options =
        new ColumnFamilyOptions()
            .setTableFormatConfig(table)
            .setWriteBufferSize(16 << 20)
            .setCompressionType(
                family.equals("urls") || family.equals("hosts")
                    ? CompressionType.LZ4_COMPRESSION
                    : CompressionType.NO_COMPRESSION);
    if (family.equals("cash")) {
      UInt64AddOperator adding = new UInt64AddOperator();
      owned.add(adding);
      options.setMergeOperator(adding);
    }
    if (family.equals("urls")) {
      options.setMergeOperatorName("max");
    }
    if (family.equals("urls") || family.equals("reads")) { // wide, never walked over
      options.setCompactionStyle(CompactionStyle.UNIVERSAL).setLevel0FileNumCompactionTrigger(8);
    }
    owned.add(bloom);
    owned.add(options);
    return options;
  }

  static StateDisk open(Path folder, boolean readOnly, long cacheBytes) throws IOException {
    if (readOnly && !Files.exists(folder.resolve("CURRENT"))) {
      throw new UserError(
          Unfinished.noCrawl(Objects.requireNonNullElse(folder.getParent(), Path.of("."))));
    }
    Files.createDirectories(folder);
    try {
      return new StateDisk(folder, readOnly, cacheBytes);
    } catch (RocksDBException e) {
      throw notOpened(folder, e);
    }
  }

  /// Why a database in a crawl dir was not opened.
  static IOException notOpened(Path folder, RocksDBException e) {
    String message = String.valueOf(e.getMessage());
    if (message.contains("lock")) {
      throw new UserError(
          folder.getParent() + " is in use by another process; stop that one first", e);
    }
    return new IOException(
        folder
            + ": damaged: "
            + message
            + "; the archive can make it anew: nephila rebuild "
            + folder.getParent(),
        e);
  }

  byte @Nullable [] get(int family, byte[] key) {
    lookUps++;
    try {
      return db.get(families.get(family), key);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  /// How often a key was looked up so far, in this process.
  long lookUps() {
    return lookUps;
  }

  /// A walk over a family's keys from `from` on, for reading much in order.
  RocksIterator walk(int family, byte[] from, ReadOptions options) {
    RocksIterator iterator = db.newIterator(families.get(family), options);
    iterator.seek(from);
    return iterator;
  }

  void put(BatchBytes batch, int family, byte[] key, byte[] value) {
    batch.put(ids[family], key, value);
  }

  void delete(BatchBytes batch, int family, byte[] key) {
    batch.delete(ids[family], key);
  }

  void merge(BatchBytes batch, int family, byte[] key, byte[] value) {
    batch.merge(ids[family], key, value);
  }

  void commit(BatchBytes bytes) {
    try (WriteBatch batch = bytes.toBatch()) {
      db.write(write, batch);
      if (mark != null) {
        mark.committed(db.getLatestSequenceNumber());
      }
    } catch (RocksDBException e) {
      throw failed(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Puts everything committed so far on the platter.
  void sync() {
    try {
      db.syncWal();
      if (mark != null) {
        mark.synced();
      }
    } catch (RocksDBException e) {
      throw failed(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Moves what is in the write-ahead log into files that are proven by checksums: nothing rests on
  /// the log then.
  private void flush() {
    try (FlushOptions whole = new FlushOptions().setWaitForFlush(true)) {
      db.flush(whole, families);
    } catch (RocksDBException e) {
      // The log has it all; the disk is full, or failed before.
    }
  }

  /// Reads every byte of every file and proves it by its checksum.
  void verify() {
    try {
      db.verifyChecksum();
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  /// Throws when the walk ended because of an error and not at the last key.
  void mustHaveEnded(RocksIterator walk) {
    try {
      walk.status();
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  private UncheckedIOException failed(RocksDBException e) {
    return new UncheckedIOException(new IOException(folder + ": " + e.getMessage(), e));
  }

  @Override
  public void close() {
    if (mark != null) {
      flush();
    }
    families.forEach(ColumnFamilyHandle::close);
    db.close();
    write.close();
    for (AutoCloseable each : owned.reversed()) {
      try {
        each.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
    closeMark();
  }

  private void closeMark() {
    try {
      if (mark != null) {
        mark.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
