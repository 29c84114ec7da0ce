package nephila.liverank.learned;

import java.util.Arrays;
import nephila.graph.LongIndex;

/// Finds which pages share a 64-bit key: keys are added page by page, then [#shared] says for each
/// page which is the first with the same key.
///
/// 20 bytes a page while it is at work.
final class KeyNumbers {
  /// The key of a page that shares nothing.
  static final long NONE = 0;

  private static final int ALONE = -1;

  private final long[] keys;
  private int pages;

  KeyNumbers(int pages) {
    keys = new long[pages];
  }

  void add(long key) {
    keys[pages++] = key;
  }

  /// For each page the first page with its key, itself perhaps; −1 for a page that is alone.
  int[] shared() {
    int[] first = new int[pages];
    boolean[] many = new boolean[pages];
    int[] slots = new int[Integer.highestOneBit(Math.max(8, pages)) * 2];
    Arrays.fill(slots, ALONE);
    int mask = slots.length - 1;
    for (int page = 0; page < pages; page++) {
      first[page] = ALONE;
      long key = keys[page];
      if (key != NONE) {
        int slot = (int) LongIndex.mix(key) & mask;
        while (slots[slot] != ALONE && keys[slots[slot]] != key) {
          slot = (slot + 1) & mask;
        }
        if (slots[slot] == ALONE) {
          slots[slot] = page;
        } else {
          many[slots[slot]] = true;
        }
        first[page] = slots[slot];
      }
    }
    for (int page = 0; page < pages; page++) {
      if (first[page] == page && !many[page]) {
        first[page] = ALONE;
      }
    }
    return first;
  }
}
