package nephila.store.rocks;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import nephila.store.BrokenState;
import nephila.store.Keys;
import nephila.store.StateBackend;
import nephila.store.record.StoredPage;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksIterator;

/// A walk over `cash` against `pages`, both narrow and in the same order. About half a microsecond
/// a page.
final class RocksPages implements StateBackend.PageScan {
  private static final int AHEAD_BYTES = 256 << 10;

  private final StateDisk disk;
  private final ReadOptions options;
  private final RocksIterator cash;
  private final RocksIterator accounts;
  private final ByteBuffer cashKey = ByteBuffer.allocateDirect(Keys.LENGTH);
  private final ByteBuffer accountKey = ByteBuffer.allocateDirect(Keys.LENGTH);
  private final ByteBuffer units = ByteBuffer.allocateDirect(8).order(ByteOrder.LITTLE_ENDIAN);
  private final ByteBuffer account = ByteBuffer.allocateDirect(StoredPage.ACCOUNT_BYTES);
  private boolean hasAccount;

  RocksPages(StateDisk disk, byte[] from, boolean far) {
    this.disk = disk;
    this.options = new ReadOptions().setFillCache(!far).setReadaheadSize(far ? AHEAD_BYTES : 0);
    this.cash = disk.walk(StateDisk.CASH, from, options);
    this.accounts = disk.walk(StateDisk.PAGES, from, options);
    loadAccountKey();
  }

  @Override
  public boolean next(StoredPage into) {
    if (!cash.isValid()) {
      disk.mustHaveEnded(cash);
      return false;
    }
    if (cash.key(cashKey.clear()) != Keys.LENGTH) {
      throw new BrokenState("a page key that is not " + Keys.LENGTH + " bytes long");
    }
    int group = cashKey.getInt(0);
    long hash = cashKey.getLong(4);
    cash.value(units.clear());
    into.page(group, hash, RocksBackend.units(units, hash));
    while (hasAccount && isBefore(group, hash)) {
      accounts.next();
      loadAccountKey();
    }
    if (hasAccount && accountKey.getInt(0) == group && accountKey.getLong(4) == hash) {
      accounts.value(account.clear());
      into.takeAccount(account, 0);
    }
    cash.next();
    return true;
  }

  private void loadAccountKey() {
    hasAccount = accounts.isValid();
    if (hasAccount) {
      accounts.key(accountKey.clear());
    } else {
      disk.mustHaveEnded(accounts);
    }
  }

  private boolean isBefore(int group, long hash) {
    int its = accountKey.getInt(0);
    return its != group
        ? Integer.compareUnsigned(its, group) < 0
        : Long.compareUnsigned(accountKey.getLong(4), hash) < 0;
  }

  @Override
  public void close() {
    cash.close();
    accounts.close();
    options.close();
  }
}
