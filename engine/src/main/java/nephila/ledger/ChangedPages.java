package nephila.ledger;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/// Which pages changed since the last commit, each once.
public final class ChangedPages {
  private final PageTable pages;
  private int[] slots = new int[1024];
  private int size;

  public ChangedPages(PageTable pages) {
    this.pages = pages;
  }

  public void cash(int slot) {
    mark(slot, PageTable.CASH_CHANGED);
  }

  public void account(int slot) {
    mark(slot, PageTable.ACCOUNT_CHANGED);
  }

  public void url(int slot) {
    mark(slot, PageTable.URL_CHANGED);
  }

  private static final short ANY =
      PageTable.CASH_CHANGED | PageTable.ACCOUNT_CHANGED | PageTable.URL_CHANGED;

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

  /// Orders them by a key, as they are on disk: written in order they cost less.
  public void sort(IntToLongFunction keyOf) {
    long[] keys = new long[size];
    for (int i = 0; i < size; i++) {
      keys[i] = keyOf.applyAsLong(slots[i]);
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

  public int size() {
    return size;
  }

  public int slot(int i) {
    return slots[i];
  }

  public boolean is(int slot, int what) {
    return (pages.flags[slot] & what) != 0;
  }

  public void clear() {
    for (int i = 0; i < size; i++) {
      pages.flags[slots[i]] &= (short) ~ANY;
    }
    size = 0;
  }
}
