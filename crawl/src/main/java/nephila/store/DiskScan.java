package nephila.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import nephila.ledger.ExactLedger;
import nephila.ledger.PageTable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksIterator;

/// A walk over the pages on disk in the order of their keys, host by host: `cash` against `pages`,
/// both narrow. Unread pages that are not resident are listed, blind ones resolved, read ones that
/// owe much admitted so that they are pushed. About half a microsecond a page.
final class DiskScan implements AutoCloseable {
  private final PageCache spill;
  private final Frontier frontier;
  private final PageTable pages;
  private final PageIndex index;
  private final ExactLedger ledger;
  private final ReadOptions options;
  private final RocksIterator cash;
  private final RocksIterator read;
  private final ByteBuffer cashKey = ByteBuffer.allocateDirect(Keys.LENGTH);
  private final ByteBuffer readKey = ByteBuffer.allocateDirect(Keys.LENGTH);
  private final ByteBuffer units = ByteBuffer.allocateDirect(8).order(ByteOrder.LITTLE_ENDIAN);
  private final HostPages found = new HostPages();
  private boolean readValid;
  private long seen;
  private long owed;
  private double readWorth;

  /// `aheadBytes` of every file are read at once; 0 for a short walk.
  DiskScan(PageCache spill, Frontier frontier, int fromHost, int aheadBytes) {
    this.options = new ReadOptions().setFillCache(aheadBytes == 0).setReadaheadSize(aheadBytes);
    this.spill = spill;
    this.frontier = frontier;
    this.pages = spill.pages;
    this.index = spill.index;
    this.ledger = spill.ledger;
    StateDisk disk = spill.disk;
    byte[] from = Arrays.copyOf(Keys.of(fromHost, 0), 4);
    this.cash = disk.walk(StateDisk.CASH, from, options);
    this.read = disk.walk(StateDisk.PAGES, from, options);
    loadReadKey();
  }

  /// Pages seen so far.
  long seen() {
    return seen;
  }

  /// What read pages owe that were left where they are, in units.
  long owed() {
    return owed;
  }

  /// What the read pages are worth that were left where they are, in units.
  double readWorth() {
    return readWorth;
  }

  /// Whether the last page was seen.
  boolean ended() {
    return !cash.isValid();
  }

  /// What the last [#next] found; overwritten by the one after.
  HostPages found() {
    return found;
  }

  /// Walks over the pages of the next host that has any; false when there is none.
  boolean next() {
    if (!cash.isValid()) {
      return false;
    }
    loadCashKey();
    int host = cashKey.getInt(0);
    found.begin(host);
    while (true) {
      seen++;
      page(host, cashKey.getLong(4));
      cash.next();
      if (!cash.isValid()) {
        return true;
      }
      loadCashKey();
      if (cashKey.getInt(0) != host) {
        return true;
      }
    }
  }

  private void loadCashKey() {
    cashKey.clear();
    if (cash.key(cashKey) != Keys.LENGTH) {
      throw new BrokenState("a page key that is not " + Keys.LENGTH + " bytes long");
    }
  }

  private void loadReadKey() {
    readValid = read.isValid();
    if (readValid) {
      readKey.clear();
      read.key(readKey);
    }
  }

  private void page(int host, long hash) {
    units.clear();
    cash.value(units);
    long received = units.getLong(0);
    while (readValid && before(host, hash)) {
      read.next();
      loadReadKey();
    }
    boolean hasRecord = readValid && readKey.getInt(0) == host && readKey.getLong(4) == hash;
    int slot = index.mayHave(host, hash) ? index.find(host, hash) : PageTable.NO_PAGE;
    if (slot != PageTable.NO_PAGE && !pages.isBlind(slot)) {
      return;
    }
    if (slot != PageTable.NO_PAGE) {
      resolve(slot, received, hasRecord);
    } else if (!hasRecord) {
      found.add(hash, received);
    } else {
      settled(host, hash, received);
    }
  }

  private void resolve(int slot, long received, boolean hasRecord) {
    spill.resolve(slot, received, hasRecord ? read.value() : null);
    if (!hasRecord) {
      ledger.rose(slot);
    }
  }

  /// A page that was read, or dropped.
  private void settled(int host, long hash, long received) {
    byte[] record = read.value();
    int flags = record[StateWriter.PAGE_BYTES - 1];
    if ((flags & (PageTable.READ | PageTable.DROPPED)) == 0) {
      found.add(hash, received);
      return;
    }
    BinaryRecord fields = new BinaryRecord(record);
    long paid = fields.takeFixed(8);
    fields.takeFixed(2);
    long owes = (flags & PageTable.PAYS) == 0 ? 0 : Math.abs(ledger.credit() + received - paid);
    boolean wasRead = (flags & PageTable.READ) != 0;
    int reads = (int) fields.takeFixed(2);
    int changes = (int) fields.takeFixed(2);
    boolean again = wasRead && frontier.wantsAgain(received, reads, changes, fields.takeFixed(4));
    if (owes > ledger.threshold() || again) {
      int slot = spill.admit(host, hash, received, record);
      if (again) {
        frontier.again(slot);
      }
    } else {
      owed += owes;
      readWorth += wasRead ? ledger.credit() + received : 0;
    }
  }

  private boolean before(int host, long hash) {
    int readHost = readKey.getInt(0);
    return readHost != host
        ? Integer.compareUnsigned(readHost, host) < 0
        : Long.compareUnsigned(readKey.getLong(4), hash) < 0;
  }

  @Override
  public void close() {
    cash.close();
    read.close();
    options.close();
  }
}
