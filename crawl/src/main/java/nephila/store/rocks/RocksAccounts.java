package nephila.store.rocks;

import java.nio.ByteBuffer;
import nephila.store.Keys;
import nephila.store.StateBackend;
import nephila.store.record.StoredPage;

/// A walk over `pages` alone: the pages that have an account.
final class RocksAccounts implements StateBackend.PageScan {
  private final RocksRecords records;

  RocksAccounts(StateDisk disk) {
    records = new RocksRecords(disk, StateDisk.PAGES, new byte[0], Keys.LENGTH);
  }

  @Override
  public boolean next(StoredPage into) {
    if (!records.next()) {
      return false;
    }
    into.page(records.group(), records.hash(), 0);
    into.takeAccount(ByteBuffer.wrap(records.value()), 0);
    return true;
  }

  @Override
  public void close() {
    records.close();
  }
}
