package nephila.frontier;

import java.util.Arrays;
import nephila.ledger.PageTable;

/// Pages in the order of a [PagePriority], best first: a binary heap of slots that knows each one's
/// place, so that a page whose priority rose moves up in O(log n). A priority that fell may go
/// untold: the best page is looked at again before it is believed to be the best. 8 bytes a page,
/// and 4 in the page table.
final class PageHeap {
  private static final int[] NONE = {};
  private static final float[] NO_KEYS = {};

  private final PageTable pages;
  private final PagePriority priority;

  /// A place is written to the page table as `(place + shift) ^ mask`.
  private final int shift;

  private final int mask;
  private int[] slots = NONE;

  /// The priority of each when it was last looked at.
  private float[] keys = NO_KEYS;

  private int size;

  /// Of pages that wait to be read for the first time: they know their places as they are.
  PageHeap(PageTable pages, PagePriority priority) {
    this(pages, priority, 0, 0);
  }

  private PageHeap(PageTable pages, PagePriority priority, int shift, int mask) {
    this.pages = pages;
    this.priority = priority;
    this.shift = shift;
    this.mask = mask;
  }

  /// Of pages that wait to be read again: their places are at most [Frontier#ORDERED_AGAIN].
  static PageHeap again(PageTable pages, PagePriority priority) {
    return new PageHeap(pages, priority, ~Frontier.ORDERED_AGAIN, ~0);
  }

  private int place(int slot) {
    return (pages.heapPlace(slot) ^ mask) - shift;
  }

  private void place(int slot, int place) {
    pages.heapPlace(slot, (place + shift) ^ mask);
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int best() {
    float now = (float) priority.of(slots[0]);
    while (now < keys[0]) {
      down(0, slots[0], now);
      now = (float) priority.of(slots[0]);
    }
    return slots[0];
  }

  void add(int slot) {
    if (size == slots.length) {
      slots = Arrays.copyOf(slots, size + 2 + size / 2);
      keys = Arrays.copyOf(keys, slots.length);
    }
    up(size++, slot, (float) priority.of(slot));
  }

  int take() {
    int best = best();
    remove(best);
    return best;
  }

  void remove(int slot) {
    int place = place(slot);
    pages.heapPlace(slot, Frontier.NOWHERE);
    int last = slots[--size];
    if (last != slot) {
      float its = keys[size];
      down(place, last, its);
      up(place(last), last, its);
    }
  }

  /// The page's priority has changed; it must be in this heap.
  void changed(int slot) {
    int place = place(slot);
    float now = (float) priority.of(slot);
    if (now > keys[place]) {
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
  /// `reorder` where every priority may have changed.
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
      keys = new float[slots.length];
      for (int i = 0; i < size; i++) {
        place(slots[i], i);
      }
      reorder();
    } else if (reorder) {
      reorder();
    }
  }

  /// Every priority may have changed.
  void reorder() {
    for (int i = 0; i < size; i++) {
      keys[i] = (float) priority.of(slots[i]);
    }
    for (int i = size / 2 - 1; i >= 0; i--) {
      down(i, slots[i], keys[i]);
    }
  }

  private void up(int from, int slot, float own) {
    int i = from;
    while (i > 0) {
      int parent = (i - 1) >>> 1;
      if (!before(own, slot, keys[parent], slots[parent])) {
        break;
      }
      put(i, slots[parent], keys[parent]);
      i = parent;
    }
    put(i, slot, own);
  }

  private void down(int from, int slot, float own) {
    int i = from;
    while (2 * i + 1 < size) {
      int child = 2 * i + 1;
      int other = child + 1;
      if (other < size && before(keys[other], slots[other], keys[child], slots[child])) {
        child = other;
      }
      if (before(own, slot, keys[child], slots[child])) {
        break;
      }
      put(i, slots[child], keys[child]);
      i = child;
    }
    put(i, slot, own);
  }

  private boolean before(float own, int slot, float theirs, int other) {
    return own > theirs || (own == theirs && priority.isBefore(slot, other));
  }

  private void put(int place, int slot, float own) {
    slots[place] = slot;
    keys[place] = own;
    place(slot, place);
  }
}
