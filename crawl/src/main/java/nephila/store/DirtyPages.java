package nephila.store;

import java.util.Arrays;

/// Which pages changed since the last commit, each once.
final class DirtyPages {
  private final PageTable pages;
  private int[] slots = new int[1024];
  private int size;

  DirtyPages(PageTable pages) {
    this.pages = pages;
  }

  void cash(int slot) {
    mark(slot, PageTable.DIRTY_CASH);
  }

  void page(int slot) {
    mark(slot, PageTable.DIRTY_PAGE);
  }

  void url(int slot) {
    mark(slot, PageTable.DIRTY_URL);
  }

  private static final byte ANY = PageTable.DIRTY_CASH | PageTable.DIRTY_PAGE | PageTable.DIRTY_URL;

  private void mark(int slot, byte what) {
    byte before = pages.flags[slot];
    if ((before & ANY) == 0) {
      if (size == slots.length) {
        slots = Arrays.copyOf(slots, size * 2);
      }
      slots[size++] = slot;
    }
    pages.flags[slot] = (byte) (before | what);
  }

  int size() {
    return size;
  }

  int slot(int i) {
    return slots[i];
  }

  boolean is(int slot, byte what) {
    return (pages.flags[slot] & what) != 0;
  }

  void clear() {
    for (int i = 0; i < size; i++) {
      pages.flags[slots[i]] &= ~ANY;
    }
    size = 0;
  }
}
