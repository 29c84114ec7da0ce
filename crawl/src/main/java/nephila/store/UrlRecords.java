package nephila.store;

import nephila.ledger.PageTable;
import nephila.store.record.UrlRecord;
import org.jspecify.annotations.Nullable;

/// The URL records of pages: in memory until they are committed, and for longer while there are
/// few; on disk otherwise. Not thread-safe.
final class UrlRecords {
  private static final long MOST_BYTES = 64L << 20;

  private final PageIndex index;
  private final StateBackend backend;
  private final UrlArena arena = new UrlArena();
  private long bytes;
  private int lastSlot = PageTable.NO_PAGE;
  private byte[] last = {};

  UrlRecords(PageIndex index, StateBackend backend) {
    this.index = index;
    this.backend = backend;
  }

  /// Keeps a record until the commit; `forLonger` where every page is resident.
  void keep(int slot, byte[] value, boolean forLonger) {
    if (slot == lastSlot) {
      lastSlot = PageTable.NO_PAGE;
    }
    if (forLonger) {
      bytes += index.url(slot) == null ? value.length + 16 : 0;
      index.url(slot, value);
      index.places().put(slot, index.host(slot), UrlRecord.path(value));
    } else {
      index.url(slot, null);
      index.urlAt(slot, arena.add(value));
    }
  }

  /// The record of a page that was looked up just now, and may be asked for at once.
  void lookedUp(int slot, byte[] value) {
    lastSlot = slot;
    last = value;
  }

  byte @Nullable [] inMemory(int slot) {
    int at = index.urlAt(slot);
    return at == UrlArena.NONE ? index.url(slot) : arena.get(at);
  }

  byte[] of(int slot) {
    byte[] value = find(slot);
    return value == null ? onDisk(index.host(slot), index.hash(slot)) : value;
  }

  /// The record, null when there is none.
  byte @Nullable [] find(int slot) {
    byte[] value = inMemory(slot);
    if (value != null) {
      return value;
    }
    return slot == lastSlot ? last : backend.url(index.host(slot), index.hash(slot));
  }

  byte[] onDisk(int host, long hash) {
    byte[] value = backend.url(host, hash);
    if (value == null) {
      throw new BrokenState(
          String.format("the URL of page %x of host %d is not in the state", hash, host));
    }
    return value;
  }

  /// Everything is on disk.
  void committed() {
    arena.clear();
    lastSlot = PageTable.NO_PAGE;
    if (bytes > MOST_BYTES) {
      index.forgetUrls();
      bytes = 0;
    }
  }
}
