package nephila.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.UInt64AddOperator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/// Ways to pay pages on disk, on bare RocksDB: `LayoutBench DIR PAYMENTS WAY…`; a line each with
/// CPU a payment, bytes written, and how fast a host's pages are walked over afterwards.
///
/// Ways: `blind` (cash added and URL kept by merge operators, in the order of keys, URLs compacted
/// universally: what the store does), `unsorted` (the same in the order of arrival), `leveled`
/// (URLs compacted by levels), `lookup` (cash read, added to and put; the URL put when the page is
/// new).
public final class LayoutBench {
  private static final int COMMIT = 100_000;

  private LayoutBench() {}

  public static void main(String[] args) throws Exception {
    RocksDB.loadLibrary();
    long payments = Long.parseLong(args[1]);
    for (String way : Arrays.copyOfRange(args, 2, args.length)) {
      Path dir = Files.createTempDirectory(Files.createDirectories(Path.of(args[0])), way);
      run(dir, payments, way);
    }
  }

  private static void run(Path dir, long payments, String way)
      throws RocksDBException, IOException {
    LRUCache cache = new LRUCache(64 << 20);
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    for (String family : List.of("default", "cash", "urls")) {
      families.add(new ColumnFamilyDescriptor(family.getBytes(), options(family, way, cache)));
    }
    DBOptions options =
        new DBOptions()
            .setCreateIfMissing(true)
            .setCreateMissingColumnFamilies(true)
            .setMaxBackgroundJobs(2)
            .setDbWriteBufferSize(64 << 20)
            .setMaxTotalWalSize(64 << 20);
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (RocksDB db = RocksDB.open(options, dir.toString(), families, handles)) {
      double cpu = cpuSeconds();
      long written = written();
      pay(db, handles, payments, way);
      double paid = cpuSeconds() - cpu;
      written = written() - written;
      cpu = cpuSeconds();
      long pages = 0;
      try (RocksIterator walk = db.newIterator(handles.get(1))) {
        for (walk.seekToFirst(); walk.isValid(); walk.next()) {
          pages++;
        }
      }
      double walked = cpuSeconds() - cpu;
      System.out.printf(
          Locale.ROOT,
          "%-9s %,d payments to %,d pages: %.2f CPU us a payment, %.0f bytes written a payment,"
              + " walk %.2f us a page%n",
          way,
          payments,
          pages,
          1e6 * paid / payments,
          (double) written / payments,
          1e6 * walked / pages);
      handles.forEach(ColumnFamilyHandle::close);
    }
  }

  private static ColumnFamilyOptions options(String family, String way, LRUCache cache) {
    ColumnFamilyOptions options =
        new ColumnFamilyOptions()
            .setTableFormatConfig(
                new BlockBasedTableConfig()
                    .setBlockCache(cache)
                    .setFilterPolicy(new BloomFilter(10))
                    .setBlockSize(16 << 10))
            .setWriteBufferSize(16 << 20)
            .setCompressionType(
                family.equals("urls")
                    ? CompressionType.LZ4_COMPRESSION
                    : CompressionType.NO_COMPRESSION);
    if (family.equals("cash")) {
      options.setMergeOperator(new UInt64AddOperator());
    }
    if (family.equals("urls")) {
      options.setMergeOperatorName("max");
      if (!way.equals("leveled")) {
        options.setCompactionStyle(CompactionStyle.UNIVERSAL).setLevel0FileNumCompactionTrigger(8);
      }
    }
    return options;
  }

  private static void pay(RocksDB db, List<ColumnFamilyHandle> handles, long payments, String way)
      throws RocksDBException {
    SplittableRandom random = new SplittableRandom(1);
    boolean lookup = way.equals("lookup");
    try (WriteOptions options = new WriteOptions()) {
      for (long done = 0; done < payments; done += COMMIT) {
        long[] pages = new long[COMMIT];
        for (int i = 0; i < COMMIT; i++) {
          double u = random.nextDouble();
          pages[i] = (long) (payments * u * u); // some pages are paid often
        }
        byte[][] keys = new byte[COMMIT][];
        for (int i = 0; i < COMMIT; i++) {
          keys[i] = key(pages[i]);
        }
        if (!way.equals("unsorted")) {
          Arrays.sort(keys, Arrays::compareUnsigned);
        }
        try (WriteBatch batch = new WriteBatch()) {
          byte[] before = {};
          for (byte[] key : keys) {
            if (lookup && !Arrays.equals(before, key)) {
              lookUpAndPut(db, handles, batch, key);
            } else if (!lookup) {
              batch.merge(handles.get(1), key, new byte[] {1, 2, 3, 4, 0, 0, 0, 0});
              batch.merge(handles.get(2), key, url(key));
            }
            before = key;
          }
          db.write(options, batch);
        }
      }
    }
  }

  private static void lookUpAndPut(
      RocksDB db, List<ColumnFamilyHandle> handles, WriteBatch batch, byte[] key)
      throws RocksDBException {
    byte[] cash = db.get(handles.get(1), key);
    if (cash == null) {
      batch.put(handles.get(2), key, url(key));
      cash = new byte[8];
    }
    cash[0]++;
    batch.put(handles.get(1), key, cash);
  }

  private static byte[] key(long page) {
    long hash = page * 0x9E3779B97F4A7C15L;
    hash ^= hash >>> 29;
    byte[] key = new byte[12];
    for (int i = 0; i < 4; i++) {
      key[i] = (byte) (page / 145 >>> 8 * (3 - i));
    }
    for (int i = 0; i < 8; i++) {
      key[4 + i] = (byte) (hash >>> 8 * i);
    }
    return key;
  }

  private static byte[] url(byte[] key) {
    byte[] url = new byte[64];
    System.arraycopy(key, 0, url, 0, 12);
    return url;
  }

  private static double cpuSeconds() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1e9;
  }

  private static long written() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/io"))) {
      if (line.startsWith("write_bytes")) {
        return Long.parseLong(line.replaceAll("\\D+", ""));
      }
    }
    return 0;
  }
}
