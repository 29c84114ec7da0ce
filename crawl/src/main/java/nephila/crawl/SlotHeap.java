package nephila.crawl;

import java.util.Arrays;
import nephila.ledger.PageTable;

/// The unread pages of one host, best first: a binary heap of slots that knows each one's place, so
/// that a page whose worth rose moves up in O(log n). A worth that fell may go untold: the best
/// page is looked at again before it is believed to be the best. 8 bytes a page, and 4 in the page
/// table.
final class SlotHeap {
  private static final int[] NONE = {};
  private static final float[] NOTHING = {};

  private final PageTable pages;
  private final Worth worth;
  private int[] slots = NONE;

  /// What each was worth when it was last looked at.
  private float[] worths = NOTHING;

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
    float now = (float) worth.of(slots[0]);
    while (now < worths[0]) {
      down(0, slots[0], now);
      now = (float) worth.of(slots[0]);
    }
    return slots[0];
  }

  void add(int slot) {
    if (size == slots.length) {
      slots = Arrays.copyOf(slots, size + 2 + size / 2);
      worths = Arrays.copyOf(worths, slots.length);
    }
    up(size++, slot, (float) worth.of(slot));
  }

  int take() {
    int best = best();
    remove(best);
    return best;
  }

  void remove(int slot) {
    int place = pages.heapPlace(slot);
    pages.heapPlace(slot, -1);
    int last = slots[--size];
    if (last != slot) {
      float its = worths[size];
      down(place, last, its);
      up(pages.heapPlace(last), last, its);
    }
  }

  /// The page's worth has changed; it must be in this heap.
  void changed(int slot) {
    int place = pages.heapPlace(slot);
    float now = (float) worth.of(slot);
    if (now > worths[place]) {
      up(place, slot, now);
    } else {
      down(place, slot, now);
    }
  }

  /// The slot at a place; the first places hold good ones.
  int at(int place) {
    return slots[place];
  }

  /// Keeps those of which the test says so. What it says of a slot must not depend on its place.
  /// `reorder` where every worth may have changed.
  void keepIf(java.util.function.IntPredicate test, boolean reorder) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (test.test(slots[i])) {
        slots[kept++] = slots[i];
      }
    }
    if (kept < size) {
      size = kept;
      slots = Arrays.copyOf(slots, kept == 0 ? 0 : kept + 1);
      worths = new float[slots.length];
      for (int i = 0; i < size; i++) {
        pages.heapPlace(slots[i], i);
      }
      reorder();
    } else if (reorder) {
      reorder();
    }
  }

  /// Every worth may have changed.
  void reorder() {
    for (int i = 0; i < size; i++) {
      worths[i] = (float) worth.of(slots[i]);
    }
    for (int i = size / 2 - 1; i >= 0; i--) {
      down(i, slots[i], worths[i]);
    }
  }

  private void up(int from, int slot, float own) {
    int i = from;
    while (i > 0) {
      int parent = (i - 1) >>> 1;
      if (!before(own, slot, worths[parent], slots[parent])) {
        break;
      }
      put(i, slots[parent], worths[parent]);
      i = parent;
    }
    put(i, slot, own);
  }

  private void down(int from, int slot, float own) {
    int i = from;
    while (2 * i + 1 < size) {
      int child = 2 * i + 1;
      int other = child + 1;
      if (other < size && before(worths[other], slots[other], worths[child], slots[child])) {
        child = other;
      }
      if (before(own, slot, worths[child], slots[child])) {
        break;
      }
      put(i, slots[child], worths[child]);
      i = child;
    }
    put(i, slot, own);
  }

  /// Equal worth: the page known earlier.
  private static boolean before(float own, int slot, float theirs, int other) {
    return own > theirs || (own == theirs && slot < other);
  }

  private void put(int place, int slot, float own) {
    slots[place] = slot;
    worths[place] = own;
    pages.heapPlace(slot, place);
  }
}
