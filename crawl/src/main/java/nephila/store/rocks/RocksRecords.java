package nephila.store.rocks;

import java.nio.ByteBuffer;
import nephila.store.BrokenState;
import nephila.store.StateBackend;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksIterator;

/// A walk over the records of one family: of pages, or of hosts, whose numbers are groups then.
final class RocksRecords implements StateBackend.RecordScan {
  private static final int AHEAD_BYTES = 2 << 20;

  private final StateDisk disk;
  private final ReadOptions options =
      new ReadOptions().setFillCache(false).setReadaheadSize(AHEAD_BYTES);
  private final RocksIterator walk;
  private final int keyBytes;
  private boolean begun;
  private ByteBuffer key = ByteBuffer.allocate(0);

  RocksRecords(StateDisk disk, int family, byte[] from, int keyBytes) {
    this.disk = disk;
    this.keyBytes = keyBytes;
    this.walk = disk.walk(family, from, options);
  }

  @Override
  public boolean next() {
    if (begun && walk.isValid()) {
      walk.next();
    }
    begun = true;
    if (!walk.isValid()) {
      disk.mustHaveEnded(walk);
      return false;
    }
    key = ByteBuffer.wrap(walk.key());
    if (key.limit() != keyBytes) {
      throw new BrokenState("a key of " + key.limit() + " bytes, it must be " + keyBytes);
    }
    return true;
  }

  @Override
  public int group() {
    return key.getInt(0);
  }

  @Override
  public long hash() {
    return key.getLong(4);
  }

  @Override
  public byte[] value() {
    return walk.value();
  }

  @Override
  public void close() {
    walk.close();
    options.close();
  }
}
