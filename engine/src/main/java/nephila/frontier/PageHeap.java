package nephila.frontier;

import java.util.Arrays;
import nephila.ledger.PageTable;

/// Pages in the order of a [PagePriority], best first: a binary heap of slots that knows each one's
/// place, so that a page whose priority rose moves up in O(log n). A priority that fell may go
/// untold: the best page is looked at again before it is believed to be the best. 8 bytes a page,
/// and 4 in the page table; 48 for one page.
final class PageHeap {
  private static final long[] NONE = {};

  private final Order order;

  /// Of each page its slot, and above it the priority that it had when it was last looked at.
  private long[] entries = NONE;

  private int size;

  /// What heaps of one order share.
  ///
  /// @param shift a place is written to the page table as `(place + shift) ^ mask`
  record Order(PageTable pages, PagePriority priority, int shift, int mask) {
    /// Of pages that wait to be read for the first time: they know their places as they are.
    static Order first(PageTable pages, PagePriority priority) {
      return new Order(pages, priority, 0, 0);
    }

    /// Of pages that wait to be read again: their places are at most [Frontier#ORDERED_AGAIN].
    static Order again(PageTable pages, PagePriority priority) {
      return new Order(pages, priority, ~Frontier.ORDERED_AGAIN, ~0);
    }

    int place(int slot) {
      return (pages.heapPlace(slot) ^ mask) - shift;
    }

    void place(int slot, int place) {
      pages.heapPlace(slot, (place + shift) ^ mask);
    }

    float of(int slot) {
      return (float) priority.of(slot);
    }
  }

  PageHeap(Order order) {
    this.order = order;
  }

  private static long entry(int slot, float key) {
    return (long) Float.floatToRawIntBits(key) << 32 | slot;
  }

  private static int slot(long entry) {
    return (int) entry;
  }

  private static float key(long entry) {
    return Float.intBitsToFloat((int) (entry >> 32));
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int best() {
    float now = order.of(slot(entries[0]));
    while (now < key(entries[0])) {
      down(0, entry(slot(entries[0]), now));
      now = order.of(slot(entries[0]));
    }
    return slot(entries[0]);
  }

  void add(int slot) {
    if (size == entries.length) {
      entries = Arrays.copyOf(entries, size + 1 + size / 2);
    }
    up(size++, entry(slot, order.of(slot)));
  }

  int take() {
    int best = best();
    remove(best);
    return best;
  }

  void remove(int slot) {
    int place = order.place(slot);
    order.pages.heapPlace(slot, Frontier.NOWHERE);
    long last = entries[--size];
    if (slot(last) != slot) {
      down(place, last);
      up(order.place(slot(last)), last);
    }
  }

  /// The page's priority has changed; it must be in this heap.
  void changed(int slot) {
    int place = order.place(slot);
    float now = order.of(slot);
    if (now > key(entries[place])) {
      up(place, entry(slot, now));
    } else {
      down(place, entry(slot, now));
    }
  }

  /// The slot at a place; the first places hold good ones.
  int at(int place) {
    return slot(entries[place]);
  }

  /// Keeps those of which the test says so. What it says of a slot must not depend on its place.
  /// `reorder` where every priority may have changed.
  void keepIf(java.util.function.IntPredicate test, boolean reorder) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (test.test(slot(entries[i]))) {
        entries[kept++] = entries[i];
      }
    }
    if (kept < size) {
      size = kept;
      entries = kept == 0 ? NONE : Arrays.copyOf(entries, kept + 1);
      for (int i = 0; i < size; i++) {
        order.place(slot(entries[i]), i);
      }
      reorder();
    } else if (reorder) {
      reorder();
    }
  }

  /// Every priority may have changed.
  void reorder() {
    for (int i = 0; i < size; i++) {
      int slot = slot(entries[i]);
      entries[i] = entry(slot, order.of(slot));
    }
    for (int i = size / 2 - 1; i >= 0; i--) {
      down(i, entries[i]);
    }
  }

  private void up(int from, long own) {
    int i = from;
    while (i > 0) {
      int parent = (i - 1) >>> 1;
      if (!before(own, entries[parent])) {
        break;
      }
      put(i, entries[parent]);
      i = parent;
    }
    put(i, own);
  }

  private void down(int from, long own) {
    int i = from;
    while (2 * i + 1 < size) {
      int child = 2 * i + 1;
      int other = child + 1;
      if (other < size && before(entries[other], entries[child])) {
        child = other;
      }
      if (before(own, entries[child])) {
        break;
      }
      put(i, entries[child]);
      i = child;
    }
    put(i, own);
  }

  private boolean before(long own, long other) {
    float its = key(own);
    float others = key(other);
    return its > others || (its == others && order.priority.isBefore(slot(own), slot(other)));
  }

  private void put(int place, long entry) {
    entries[place] = entry;
    order.place(slot(entry), place);
  }
}
