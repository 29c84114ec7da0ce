package nephila.crawl;

import java.util.Arrays;
import nephila.store.PageTable;

/// The unread pages of one host, best first: a binary heap of slots that knows each one's place, so
/// that a page whose worth rose moves up in O(log n). 4 bytes a page, and 4 in the page table.
final class SlotHeap {
  private static final int[] NONE = {};

  private final PageTable pages;
  private final Worth worth;
  private int[] slots = NONE;
  private int size;

  /// What orders pages: larger is better.
  @FunctionalInterface
  interface Worth {
    double of(int slot);
  }

  SlotHeap(PageTable pages, Worth worth) {
    this.pages = pages;
    this.worth = worth;
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int best() {
    return slots[0];
  }

  void add(int slot) {
    if (size == slots.length) {
      slots = Arrays.copyOf(slots, size + 2 + size / 2);
    }
    up(size++, slot);
  }

  int take() {
    int best = slots[0];
    remove(best);
    return best;
  }

  void remove(int slot) {
    int place = pages.heapPlace(slot);
    pages.heapPlace(slot, -1);
    int last = slots[--size];
    if (last != slot) {
      down(place, last);
      up(pages.heapPlace(last), last);
    }
  }

  /// The page's worth has changed; it must be in this heap.
  void changed(int slot, boolean rose) {
    int place = pages.heapPlace(slot);
    if (rose) {
      up(place, slot);
    } else {
      down(place, slot);
    }
  }

  /// The slot at a place; the first places hold good ones.
  int at(int place) {
    return slots[place];
  }

  /// Keeps those of which the test says so. What it says of a slot must not depend on its place.
  void keepIf(java.util.function.IntPredicate test) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (test.test(slots[i])) {
        slots[kept++] = slots[i];
      }
    }
    if (kept < size) {
      size = kept;
      slots = Arrays.copyOf(slots, kept == 0 ? 0 : kept + 1);
      for (int i = 0; i < size; i++) {
        pages.heapPlace(slots[i], i);
      }
      reorder();
    }
  }

  /// Every worth may have changed.
  void reorder() {
    for (int i = size / 2 - 1; i >= 0; i--) {
      down(i, slots[i]);
    }
  }

  private void up(int from, int slot) {
    double own = worth.of(slot);
    int i = from;
    while (i > 0) {
      int parent = (i - 1) >>> 1;
      if (!before(own, slot, slots[parent])) {
        break;
      }
      put(i, slots[parent]);
      i = parent;
    }
    put(i, slot);
  }

  private void down(int from, int slot) {
    int i = from;
    while (2 * i + 1 < size) {
      int child = 2 * i + 1;
      if (child + 1 < size && before(worth.of(slots[child + 1]), slots[child + 1], slots[child])) {
        child++;
      }
      if (before(worth.of(slot), slot, slots[child])) {
        break;
      }
      put(i, slots[child]);
      i = child;
    }
    put(i, slot);
  }

  /// Equal worth: the page known earlier.
  private boolean before(double own, int slot, int other) {
    double theirs = worth.of(other);
    return own > theirs || (own == theirs && slot < other);
  }

  private void put(int place, int slot) {
    slots[place] = slot;
    pages.heapPlace(slot, place);
  }
}
