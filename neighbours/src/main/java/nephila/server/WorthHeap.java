package nephila.server;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import nephila.ledger.PageTable;

/// Slots of pages, the one worth most first: a binary heap that knows each one's place, so that a
/// page moves in O(log n) when its worth changes.
final class WorthHeap {
  private static final int[] NONE = {};
  private static final int NOWHERE = -1;

  private final PageTable pages;
  private final IntToLongFunction worth;
  private int[] slots = NONE;
  private int size;

  WorthHeap(PageTable pages, IntToLongFunction worth) {
    this.pages = pages;
    this.worth = worth;
  }

  int size() {
    return size;
  }

  int best() {
    return slots[0];
  }

  void add(int slot) {
    if (size == slots.length) {
      slots = Arrays.copyOf(slots, size + 4 + size / 2);
    }
    up(size++, slot);
  }

  void remove(int slot) {
    int place = pages.heapPlace(slot);
    pages.heapPlace(slot, NOWHERE);
    int last = slots[--size];
    if (last != slot) {
      down(place, last);
      up(pages.heapPlace(last), last);
    }
  }

  /// The worth of a page here has changed.
  void changed(int slot) {
    up(pages.heapPlace(slot), slot);
    down(pages.heapPlace(slot), slot);
  }

  private void up(int from, int slot) {
    int place = from;
    long mine = worth.applyAsLong(slot);
    while (place > 0) {
      int parent = (place - 1) / 2;
      if (worth.applyAsLong(slots[parent]) >= mine) {
        break;
      }
      put(place, slots[parent]);
      place = parent;
    }
    put(place, slot);
  }

  private void down(int from, int slot) {
    int place = from;
    long mine = worth.applyAsLong(slot);
    while (2 * place + 1 < size) {
      int child = 2 * place + 1;
      boolean right =
          child + 1 < size && worth.applyAsLong(slots[child + 1]) > worth.applyAsLong(slots[child]);
      child += right ? 1 : 0;
      if (worth.applyAsLong(slots[child]) <= mine) {
        break;
      }
      put(place, slots[child]);
      place = child;
    }
    put(place, slot);
  }

  private void put(int place, int slot) {
    slots[place] = slot;
    pages.heapPlace(slot, place);
  }
}
