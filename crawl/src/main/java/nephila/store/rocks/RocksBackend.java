package nephila.store.rocks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiConsumer;
import nephila.store.BrokenState;
import nephila.store.Keys;
import nephila.store.StateBackend;
import nephila.store.record.StoredPage;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksIterator;

/// The state of a crawl on one machine: a RocksDB ([StateDisk] has its layout). Pages are paid and
/// made known blindly, by merges. Hosts are kept here too, by number.
///
/// A commit is in the write-ahead log before it is in memory: it survives a killed process; [#sync]
/// makes it survive a lost machine. Another process may look at the last commit meanwhile.
public final class RocksBackend implements StateBackend {
  /// The file beside the database that says how much was committed ([CommitMark]).
  public static final String COMMIT_MARK = CommitMark.NAME;

  private static final int CASH_BYTES = 8;
  private static final int HOST_KEY_BYTES = 4;

  private final StateDisk disk;
  private final BatchBytes batch = new BatchBytes();
  private final byte[] key = new byte[Keys.LENGTH];
  private final ByteBuffer cash =
      ByteBuffer.allocate(CASH_BYTES).order(ByteOrder.LITTLE_ENDIAN); // as UInt64AddOperator wants
  private final ByteBuffer account = ByteBuffer.allocate(StoredPage.ACCOUNT_BYTES);
  private long bytesWritten;

  private RocksBackend(StateDisk disk) {
    this.disk = disk;
  }

  /// Opens what is in `folder`, or begins there. One process at a time, but for those that only
  /// look.
  ///
  /// @param cacheBytes for blocks of files, and as much for what is not in files yet
  public static RocksBackend open(Path folder, boolean readOnly, long cacheBytes)
      throws IOException {
    return new RocksBackend(StateDisk.open(folder, readOnly, cacheBytes));
  }

  /// What of the commits that were made can no longer be read, in words; empty when all can. To be
  /// asked before [#open] to go on: from then on the rest of a damaged log is gone.
  public static Optional<String> missing(Path folder) throws IOException {
    return StateDisk.missing(folder);
  }

  /// The same of what was opened.
  public Optional<String> missing() {
    return disk.missing();
  }

  @Override
  public boolean merges() {
    return true;
  }

  @Override
  public boolean load(int group, long hash, StoredPage into) {
    byte[] at = Keys.of(group, hash);
    byte[] units = disk.get(StateDisk.CASH, at);
    if (units == null) {
      return false;
    }
    into.page(group, hash, units(ByteBuffer.wrap(units).order(ByteOrder.LITTLE_ENDIAN), hash));
    byte[] its = disk.get(StateDisk.PAGES, at);
    if (its != null) {
      into.takeAccount(ByteBuffer.wrap(its), 0);
    }
    return true;
  }

  static long units(ByteBuffer from, long hash) {
    if (from.limit() != CASH_BYTES) {
      throw new BrokenState(
          String.format(
              "the amount of page %x has %d bytes, it must have %d",
              hash, from.limit(), CASH_BYTES));
    }
    return from.getLong(0);
  }

  @Override
  public byte @Nullable [] url(int group, long hash) {
    return disk.get(StateDisk.URLS, Keys.of(group, hash));
  }

  @Override
  public byte @Nullable [] read(int group, long hash) {
    return disk.get(StateDisk.READS, Keys.of(group, hash));
  }

  @Override
  public byte @Nullable [] note(String name) {
    return disk.get(StateDisk.META, name.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void save(StoredPage page, boolean received, boolean itsAccount) {
    Keys.put(key, page.group(), page.hash());
    if (received) {
      disk.put(batch, StateDisk.CASH, key, cash.putLong(0, page.received()).array());
    }
    if (itsAccount) {
      page.putAccount(account, 0);
      disk.put(batch, StateDisk.PAGES, key, account.array());
    }
  }

  @Override
  public void add(int group, long hash, long units) {
    Keys.put(key, group, hash);
    disk.merge(batch, StateDisk.CASH, key, cash.putLong(0, units).array());
  }

  @Override
  public void saveUrl(int group, long hash, byte[] record) {
    Keys.put(key, group, hash);
    disk.put(batch, StateDisk.URLS, key, record);
  }

  @Override
  public void offerUrl(int group, long hash, byte[] record) {
    Keys.put(key, group, hash);
    disk.merge(batch, StateDisk.URLS, key, record);
  }

  @Override
  public void saveRead(int group, long hash, byte[] record) {
    Keys.put(key, group, hash);
    disk.put(batch, StateDisk.READS, key, record);
  }

  @Override
  public void saveNote(String name, byte[] value) {
    disk.put(batch, StateDisk.META, name.getBytes(StandardCharsets.UTF_8), value);
  }

  /// The record of a host, null when there is none of that number.
  public byte @Nullable [] host(int number) {
    return disk.get(StateDisk.HOSTS, hostKey(number));
  }

  public void saveHost(int number, byte[] record) {
    disk.put(batch, StateDisk.HOSTS, hostKey(number), record);
  }

  /// The record of a requisite, null when it is not known.
  public byte @Nullable [] requisite(long hash) {
    return disk.has(StateDisk.REQUISITES) ? disk.get(StateDisk.REQUISITES, hashKey(hash)) : null;
  }

  public void saveRequisite(long hash, byte[] record) {
    disk.put(batch, StateDisk.REQUISITES, hashKey(hash), record);
  }

  public void forgetRequisite(long hash) {
    disk.delete(batch, StateDisk.REQUISITES, hashKey(hash));
  }

  /// Keeps what is awaited under a key; nothing, where `value` is empty.
  public void saveAwaited(byte[] name, byte[] value) {
    if (value.length == 0) {
      disk.delete(batch, StateDisk.AWAITED, name);
    } else {
      disk.put(batch, StateDisk.AWAITED, name, value);
    }
  }

  /// Shows what is awaited, in the order of keys.
  public void awaited(BiConsumer<byte[], byte[]> to) {
    walk(StateDisk.AWAITED, to);
  }

  /// Shows every requisite, by its hash.
  public void requisites(BiConsumer<byte[], byte[]> to) {
    walk(StateDisk.REQUISITES, to);
  }

  private void walk(int family, BiConsumer<byte[], byte[]> to) {
    if (!disk.has(family)) {
      return;
    }
    try (ReadOptions options = new ReadOptions().setFillCache(false);
        RocksIterator each = disk.walk(family, new byte[0], options)) {
      for (; each.isValid(); each.next()) {
        to.accept(each.key(), each.value());
      }
      disk.mustHaveEnded(each);
    }
  }

  private static byte[] hashKey(long hash) {
    return ByteBuffer.allocate(Long.BYTES).putLong(hash).array();
  }

  private static byte[] hostKey(int number) {
    return ByteBuffer.allocate(HOST_KEY_BYTES).putInt(number).array();
  }

  /// Is shown every host.
  @FunctionalInterface
  public interface HostConsumer {
    void sees(int number, byte[] record);
  }

  /// Shows the records of all hosts in the order of their numbers.
  public void hosts(HostConsumer to) {
    try (RocksRecords all = new RocksRecords(disk, StateDisk.HOSTS, new byte[0], HOST_KEY_BYTES)) {
      while (all.next()) {
        to.sees(all.group(), all.value());
      }
    }
  }

  @Override
  public void commit() {
    bytesWritten += batch.size();
    disk.commit(batch);
    batch.clear();
  }

  /// Bytes given to the disk so far, in this process.
  public long bytesWritten() {
    return bytesWritten;
  }

  /// How often a key was looked up so far, in this process.
  public long lookUps() {
    return disk.lookUps();
  }

  /// Puts everything committed so far on the platter.
  public void sync() {
    disk.sync();
  }

  /// Reads every byte of every file and proves it by its checksum.
  public void verify() {
    disk.verify();
  }

  @Override
  public PageScan scan(int group, long hash, boolean far) {
    return new RocksPages(disk, Keys.of(group, hash), far);
  }

  @Override
  public PageScan accounts() {
    return new RocksAccounts(disk);
  }

  @Override
  public RecordScan urls(int group, long hash) {
    return new RocksRecords(disk, StateDisk.URLS, Keys.of(group, hash), Keys.LENGTH);
  }

  @Override
  public RecordScan reads(int group, long hash) {
    return new RocksRecords(disk, StateDisk.READS, Keys.of(group, hash), Keys.LENGTH);
  }

  /// Closes without a commit.
  @Override
  public void close() {
    disk.close();
  }
}
