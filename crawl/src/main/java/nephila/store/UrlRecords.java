package nephila.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The URL records of pages: in memory until they are committed, and for longer while there are
/// few; on disk otherwise. Not thread-safe.
final class UrlRecords {
  private static final long MOST_BYTES = 64L << 20;

  private final PageTable pages;
  private final StateDisk disk;
  private final UrlArena arena = new UrlArena();
  private long bytes;
  private int lastSlot = PageTable.NO_PAGE;
  private byte[] last = StateDisk.NOTHING;

  UrlRecords(PageTable pages, StateDisk disk) {
    this.pages = pages;
    this.disk = disk;
  }

  /// Keeps a record until the commit; `forLonger` where every page is resident.
  void keep(int slot, byte[] value, boolean forLonger) {
    if (slot == lastSlot) {
      lastSlot = PageTable.NO_PAGE;
    }
    if (forLonger) {
      bytes += pages.urls[slot] == null ? value.length + 16 : 0;
      pages.urls[slot] = value;
      pages.places.put(slot, pages.host[slot], UrlRecord.path(value));
    } else {
      pages.urls[slot] = null;
      pages.urlAt[slot] = arena.add(value);
    }
  }

  /// The record of a page that was looked up just now, and may be asked for at once.
  void lookedUp(int slot, byte[] value) {
    lastSlot = slot;
    last = value;
  }

  byte @Nullable [] inMemory(int slot) {
    int at = pages.urlAt[slot];
    return at == UrlArena.NONE ? pages.urls[slot] : arena.get(at);
  }

  byte[] of(int slot) {
    byte[] value = inMemory(slot);
    if (value != null) {
      return value;
    }
    return slot == lastSlot ? last : onDisk(pages.host[slot], pages.hash[slot]);
  }

  byte[] onDisk(int host, long hash) {
    byte[] value = disk.get(StateDisk.URLS, Keys.of(host, hash));
    if (value == StateDisk.NOTHING) {
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
      Arrays.fill(pages.urls, null);
      bytes = 0;
    }
  }
}
