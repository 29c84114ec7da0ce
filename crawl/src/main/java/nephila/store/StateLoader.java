package nephila.store;

import java.nio.ByteBuffer;
import java.util.BitSet;
import nephila.ledger.OpicLedger;
import nephila.ledger.PageTable;
import nephila.store.record.BinaryRecord;
import nephila.store.record.ReadFacts;
import nephila.store.record.StoredPage;
import nephila.store.record.UrlRecord;
import nephila.store.rocks.RocksBackend;

/// Fills a store from its state.
final class StateLoader {
  private final CrawlStore store;
  private final RocksBackend backend;
  private final PageTable pages;
  private final PageIndex index;
  private final StoredPage page = new StoredPage();
  private int read;
  private int dropped;
  private int gone;
  private final boolean joins;

  StateLoader(CrawlStore store, RocksBackend backend) {
    this.store = store;
    this.backend = backend;
    this.pages = store.pages();
    this.index = store.index();
    this.joins = store.choice().joins();
  }

  /// Everything: every known page has a slot.
  void load() {
    backend.hosts(this::host);
    BitSet accounts = pages();
    urls(accounts);
    if (!store.choice().findsLinksAgain()) {
      rows();
    }
    store.ledger().resumeWhole(backend::text);
    dropped = 0;
    for (int slot = 0; slot < pages.size(); slot++) {
      dropped += pages.isDropped(slot) ? 1 : 0;
    }
    store.loaded(read, dropped);
    for (int slot = accounts.nextClearBit(0); slot < pages.size(); ) {
      store.ledger().joined(slot);
      slot = accounts.nextClearBit(slot + 1);
    }
  }

  /// Hosts and sums; the pages stay on disk.
  ///
  /// @param soonest whether those are taken into memory that were to be read soonest; some may join
  ///   the ledger thereby, which the disk knows after the next commit
  void loadLittle(PageCache cache, boolean soonest) {
    backend.hosts(this::host);
    try (StateBackend.PageScan all = backend.accounts()) {
      while (all.next(page)) {
        count(page.group());
        gone += page.isGone() ? 1 : 0;
      }
    }
    store.ledger().resumeLittle(backend::text, gone);
    cache.resume(backend.text("sketch").map(DistinctPageSketch::parse).orElseGet(this::sketch));
    byte[] keys = soonest ? backend.note(CrawlStore.SOONEST) : null;
    if (keys != null) {
      ByteBuffer each = ByteBuffer.wrap(keys);
      while (each.remaining() >= Keys.LENGTH) {
        store.resolve(cache.arrive(each.getInt(), each.getLong()));
      }
    }
    store.loaded(read, dropped);
  }

  private DistinctPageSketch sketch() {
    DistinctPageSketch known = new DistinctPageSketch();
    try (StateBackend.PageScan all = backend.scan()) {
      while (all.next(page)) {
        known.add(page.group(), page.hash());
      }
    }
    return known;
  }

  private void count(int host) {
    if (page.isRead()) {
      read++;
      store.hostTable().countRead(host);
    }
    dropped += page.isDropped() ? 1 : 0;
  }

  private void host(int number, byte[] record) {
    int given = store.hostTable().load(record);
    if (number != given) {
      throw new BrokenState("host " + given + " is missing from the state");
    }
  }

  /// Gives every page a slot; returns those that have an account.
  private BitSet pages() {
    BitSet accounts = new BitSet();
    try (StateBackend.PageScan all = backend.scan()) {
      while (all.next(page)) {
        if (page.group() >= store.hosts()) {
          throw new BrokenState("page " + Long.toHexString(page.hash()) + " has no host");
        }
        int slot = index.add(page.group(), page.hash());
        pages.received(slot, page.received());
        if (page.hasAccount()) {
          page.accountInto(pages, slot);
          accounts.set(slot);
        }
        count(page.group());
      }
    }
    return accounts;
  }

  /// A page is refused by its account, or by its URL as long as it has none.
  private void urls(BitSet accounts) {
    try (StateBackend.RecordScan all = backend.urls(0, 0)) {
      while (all.next()) {
        byte[] value = all.value();
        int slot = slot(all);
        pages.focus(slot, UrlRecord.focus(value));
        index.places().put(slot, index.host(slot), UrlRecord.path(value));
        boolean overruled = accounts.get(slot) && (!joins || pages.isRead(slot));
        if (UrlRecord.isRefused(value) && !overruled) {
          pages.set(slot, PageTable.DROPPED);
        }
      }
    }
  }

  private void rows() {
    try (StateBackend.RecordScan all = backend.reads(0, 0)) {
      while (all.next()) {
        int slot = slot(all);
        BinaryRecord record = new BinaryRecord(all.value());
        ReadFacts.decode(record);
        int[] row = PageRows.take(record, index.host(slot), this::linked);
        pages.row(slot, row.length == 0 ? null : row);
        if (store.ledger() instanceof OpicLedger its && pages.isRead(slot)) {
          its.past(slot, record.takeRest());
        }
      }
    }
  }

  private int linked(int host, long hash) {
    int slot = index.find(host, hash);
    if (slot == PageTable.NO_PAGE) {
      throw new BrokenState(
          String.format("a link leads to page %x of host %d, which is not known", hash, host));
    }
    return slot;
  }

  private int slot(StateBackend.RecordScan at) {
    int slot = index.find(at.group(), at.hash());
    if (slot == PageTable.NO_PAGE) {
      throw new BrokenState("page " + Long.toHexString(at.hash()) + " is read but not known");
    }
    return slot;
  }
}
