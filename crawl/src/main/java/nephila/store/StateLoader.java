package nephila.store;

/// Fills a store from its disk.
final class StateLoader {
  private final CrawlStore store;
  private final StateDisk disk;
  private final PageTable pages;
  private int read;
  private int dropped;

  StateLoader(CrawlStore store, StateDisk disk) {
    this.store = store;
    this.disk = disk;
    this.pages = store.pages();
  }

  void load() {
    disk.scan(StateDisk.HOSTS, this::host);
    disk.scan(StateDisk.CASH, this::cash);
    disk.scan(StateDisk.URLS, this::url);
    disk.scan(StateDisk.PAGES, this::page);
    disk.scan(StateDisk.READS, this::row);
    store.ledger().recount(disk.text("evaporated").map(Long::parseLong).orElse(0L));
    store.loaded(read, dropped);
  }

  private void host(byte[] key, byte[] value) {
    Record record = new Record(value);
    int number = (int) new Record(key).takeFixed(4);
    int given = store.loadHost(record.takeText(), HostFacts.take(record));
    if (number != given) {
      throw new BrokenState("host " + given + " is missing from the state");
    }
  }

  private void cash(byte[] key, byte[] value) {
    if (value.length != 8 || Keys.host(key) >= store.hosts()) {
      throw new BrokenState("page " + Long.toHexString(Keys.hash(key)) + " has a broken record");
    }
    int slot = pages.add(Keys.host(key), Keys.hash(key));
    long units = 0;
    for (int i = 7; i >= 0; i--) {
      units = units << 8 | value[i] & 0xFF;
    }
    pages.received[slot] = units;
  }

  private void url(byte[] key, byte[] value) {
    Record record = new Record(value);
    record.takeNumber();
    pages.weight[slot(key)] = (byte) record.take();
  }

  private void page(byte[] key, byte[] value) {
    int slot = slot(key);
    Record record = new Record(value);
    pages.paid[slot] = record.takeFixed(8);
    pages.status[slot] = (short) record.takeFixed(2);
    pages.reads[slot] = (short) record.takeFixed(2);
    pages.changes[slot] = (short) record.takeFixed(2);
    pages.lastRead[slot] = (int) record.takeFixed(4);
    pages.flags[slot] = (byte) record.take();
    read += pages.isRead(slot) ? 1 : 0;
    dropped += pages.isDropped(slot) ? 1 : 0;
  }

  private void row(byte[] key, byte[] value) {
    int slot = slot(key);
    Record record = new Record(value);
    ReadFacts.decode(record);
    int[] row = Rows.take(record, pages.host[slot], pages);
    pages.rows[slot] = row.length == 0 ? null : row;
  }

  private int slot(byte[] key) {
    int slot = pages.find(Keys.host(key), Keys.hash(key));
    if (slot == PageTable.NO_PAGE) {
      throw new BrokenState("page " + Long.toHexString(Keys.hash(key)) + " is read but not known");
    }
    return slot;
  }
}
