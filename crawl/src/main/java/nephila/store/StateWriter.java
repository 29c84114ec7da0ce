package nephila.store;

import java.nio.charset.StandardCharsets;
import nephila.ledger.ChangedPages;
import nephila.ledger.PageTable;

/// Puts changed pages into a batch.
final class StateWriter {
  private final StateDisk disk;
  private final BatchBytes batch;
  private final PageTable pages;
  private final PageIndex index;
  private final UrlRecords urls;
  private final byte[] key = new byte[Keys.LENGTH];
  private final byte[] cash = new byte[8];
  private final byte[] page = new byte[PAGE_BYTES];
  static final int PAGE_BYTES = 19;
  private static final int ON_DISK = PageTable.READ | PageTable.DROPPED | PageTable.PAYS;

  StateWriter(StateDisk disk, BatchBytes batch, PageTable pages, PageIndex index, UrlRecords urls) {
    this.index = index;
    this.urls = urls;
    this.disk = disk;
    this.batch = batch;
    this.pages = pages;
  }

  /// `whole` says that every known page is resident: then nothing is merged.
  void put(int slot, ChangedPages uncommitted, boolean whole) {
    Keys.put(key, index.host(slot), index.hash(slot));
    byte[] url = uncommitted.is(slot, PageTable.URL_CHANGED) ? urls.inMemory(slot) : null;
    if (url != null && whole) {
      disk.put(batch, StateDisk.URLS, key, url);
    } else if (url != null) {
      disk.merge(batch, StateDisk.URLS, key, url);
    }
    index.urlAt(slot, UrlArena.NONE);
    if (uncommitted.is(slot, PageTable.CASH_CHANGED)) {
      boolean blind = pages.isBlind(slot);
      long units = pages.received(slot) - (blind ? pages.paid(slot) : 0);
      for (int i = 0; i < 8; i++) {
        cash[i] = (byte) (units >>> 8 * i);
      }
      if (blind) {
        pages.paid(slot, pages.received(slot));
        disk.merge(batch, StateDisk.CASH, key, cash);
      } else {
        disk.put(batch, StateDisk.CASH, key, cash);
      }
    }
    if (uncommitted.is(slot, PageTable.ACCOUNT_CHANGED) && !pages.isBlind(slot)) {
      put(0, pages.paid(slot), 8);
      put(8, pages.status(slot), 2);
      put(10, pages.reads(slot), 2);
      put(12, pages.changes(slot), 2);
      put(14, pages.lastReadSeconds(slot), 4);
      put(18, pages.flags(slot) & ON_DISK, 1);
      disk.put(batch, StateDisk.PAGES, key, page);
    }
  }

  private void put(int at, long value, int length) {
    for (int i = 0; i < length; i++) {
      page[at + i] = (byte) (value >>> 8 * (length - 1 - i));
    }
  }

  /// Takes over what [#put] wrote of a page.
  static void take(byte[] value, PageTable pages, int slot) {
    BinaryRecord record = new BinaryRecord(value);
    pages.paid(slot, record.takeFixed(8));
    int status = (short) record.takeFixed(2);
    int reads = (int) record.takeFixed(2);
    int changes = (int) record.takeFixed(2);
    pages.readsWere(slot, status, reads, changes, record.takeFixed(4));
    pages.set(slot, record.take());
  }

  void note(String name, String value) {
    disk.put(
        batch,
        StateDisk.META,
        name.getBytes(StandardCharsets.UTF_8),
        value.getBytes(StandardCharsets.UTF_8));
  }
}
