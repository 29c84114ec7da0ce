package nephila.store;

import java.util.Arrays;

/// Which pages changed since the last commit, each once.
final class ChangedPages {
  private final PageTable pages;
  private int[] slots = new int[1024];
  private int size;

  ChangedPages(PageTable pages) {
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

  private static final short ANY =
      PageTable.DIRTY_CASH | PageTable.DIRTY_PAGE | PageTable.DIRTY_URL;

  private void mark(int slot, short what) {
    short before = pages.flags[slot];
    if ((before & ANY) == 0) {
      if (size == slots.length) {
        slots = Arrays.copyOf(slots, size * 2);
      }
      slots[size++] = slot;
    }
    pages.flags[slot] = (short) (before | what);
  }

  /// Orders them as their keys are on disk, by host and the first half of the hash: written in
  /// order they cost less.
  void sort() {
    long[] keys = new long[size];
    for (int i = 0; i < size; i++) {
      keys[i] = (long) pages.host[slots[i]] << 32 | pages.hash[slots[i]] >>> 32;
    }
    sort(keys, 0, size - 1);
  }

  private void sort(long[] keys, int from, int to) {
    int low = from;
    int high = to;
    while (low < high) {
      long pivot = keys[(low + high) >>> 1];
      int i = low;
      int j = high;
      while (i <= j) {
        while (keys[i] < pivot) {
          i++;
        }
        while (keys[j] > pivot) {
          j--;
        }
        if (i <= j) {
          swap(keys, i++, j--);
        }
      }
      if (j - low < high - i) { // the smaller part first: the stack stays shallow
        sort(keys, low, j);
        low = i;
      } else {
        sort(keys, i, high);
        high = j;
      }
    }
  }

  private void swap(long[] keys, int i, int j) {
    long key = keys[i];
    keys[i] = keys[j];
    keys[j] = key;
    int slot = slots[i];
    slots[i] = slots[j];
    slots[j] = slot;
  }

  int size() {
    return size;
  }

  int slot(int i) {
    return slots[i];
  }

  boolean is(int slot, short what) {
    return (pages.flags[slot] & what) != 0;
  }

  void clear() {
    for (int i = 0; i < size; i++) {
      pages.flags[slots[i]] &= (short) ~ANY;
    }
    size = 0;
  }
}
