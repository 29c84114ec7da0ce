package nephila.store;

import nephila.ledger.PageTable;

/// Fills a store from its disk.
final class StateLoader {
  private final CrawlStore store;
  private final StateDisk disk;
  private final PageTable pages;
  private final PageIndex index;
  private int read;
  private int dropped;

  StateLoader(CrawlStore store, StateDisk disk) {
    this.store = store;
    this.disk = disk;
    this.pages = store.pages();
    this.index = store.index();
  }

  /// Everything: every known page has a slot.
  void load() {
    disk.scan(StateDisk.HOSTS, this::host);
    disk.scan(StateDisk.CASH, this::cash);
    disk.scan(StateDisk.URLS, this::url);
    disk.scan(StateDisk.PAGES, this::page);
    disk.scan(StateDisk.READS, this::row);
    store.ledger().recount(evaporated());
    dropped = 0;
    for (int slot = 0; slot < pages.size(); slot++) {
      dropped += pages.isDropped(slot) ? 1 : 0;
    }
    store.loaded(read, dropped);
  }

  /// Hosts and sums; the pages stay on disk, but for those that were to be read soonest.
  void loadLittle(PageCache spill) {
    disk.scan(StateDisk.HOSTS, this::host);
    disk.scan(StateDisk.PAGES, this::count);
    store.ledger().resume(evaporated(), disk.text("sums").orElse("0 0 0"));
    KnownCount known = disk.text("sketch").map(KnownCount::parse).orElseGet(this::sketch);
    spill.resume(known);
    byte[] keys = disk.get(StateDisk.META, CrawlStore.SOONEST);
    for (int at = 0; at + Keys.LENGTH <= keys.length; at += Keys.LENGTH) {
      byte[] key = java.util.Arrays.copyOfRange(keys, at, at + Keys.LENGTH);
      store.resolve(spill.arrive(Keys.host(key), Keys.hash(key)));
    }
    store.loaded(read, dropped);
  }

  private long evaporated() {
    return disk.text("evaporated").map(Long::parseLong).orElse(0L);
  }

  private KnownCount sketch() {
    KnownCount known = new KnownCount();
    disk.scan(StateDisk.CASH, (key, value) -> known.add(Keys.host(key), Keys.hash(key)));
    return known;
  }

  private void count(byte[] key, byte[] value) {
    int flags = value[StateWriter.PAGE_BYTES - 1];
    count(Keys.host(key), (flags & PageTable.READ) != 0, (flags & PageTable.DROPPED) != 0);
  }

  private void count(int host, boolean isRead, boolean isDropped) {
    if (isRead) {
      read++;
      store.hostTable().countRead(host);
    }
    dropped += isDropped ? 1 : 0;
  }

  private void host(byte[] key, byte[] value) {
    int number = (int) new BinaryRecord(key).takeFixed(4);
    int given = store.hostTable().load(value);
    if (number != given) {
      throw new BrokenState("host " + given + " is missing from the state");
    }
  }

  private void cash(byte[] key, byte[] value) {
    if (value.length != 8 || Keys.host(key) >= store.hosts()) {
      throw new BrokenState("page " + Long.toHexString(Keys.hash(key)) + " has a broken record");
    }
    int slot = index.add(Keys.host(key), Keys.hash(key));
    pages.received(slot, PageCache.units(value));
  }

  private void url(byte[] key, byte[] value) {
    int slot = slot(key);
    pages.focus(slot, UrlRecord.focus(value));
    index.places().put(slot, index.host(slot), UrlRecord.path(value));
    if (UrlRecord.isRefused(value)) {
      pages.set(slot, PageTable.DROPPED);
    }
  }

  private void page(byte[] key, byte[] value) {
    int slot = slot(key);
    pages.clear(slot, PageTable.DROPPED);
    StateWriter.take(value, pages, slot);
    count(index.host(slot), pages.isRead(slot), pages.isDropped(slot));
  }

  private void row(byte[] key, byte[] value) {
    int slot = slot(key);
    BinaryRecord record = new BinaryRecord(value);
    ReadFacts.decode(record);
    int[] row = PageRows.take(record, index.host(slot), this::linked);
    pages.row(slot, row.length == 0 ? null : row);
  }

  private int linked(int host, long hash) {
    int slot = index.find(host, hash);
    if (slot == PageTable.NO_PAGE) {
      throw new BrokenState(
          String.format("a link leads to page %x of host %d, which is not known", hash, host));
    }
    return slot;
  }

  private int slot(byte[] key) {
    int slot = index.find(Keys.host(key), Keys.hash(key));
    if (slot == PageTable.NO_PAGE) {
      throw new BrokenState("page " + Long.toHexString(Keys.hash(key)) + " is read but not known");
    }
    return slot;
  }
}
