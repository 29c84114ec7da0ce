package nephila.liverank;

/// Sorts pages by a 64-bit key without boxing: a least-significant-digit radix sort, stable, with
/// 24 bytes a page of working memory.
final class StableSort {
  private static final int DIGIT_BITS = 16;
  private static final int DIGITS = 1 << DIGIT_BITS;

  private StableSort() {}

  /// The pages by descending non-negative key (`keys[k]` belongs to `pages[k]`); equals keep their
  /// place.
  static int[] descending(long[] keys, int[] pages) {
    int n = pages.length;
    long[] key = keys.clone();
    int[] page = pages.clone();
    long[] keySpare = new long[n];
    int[] pageSpare = new int[n];
    int[] starts = new int[DIGITS + 1];
    for (int shift = 0; shift < Long.SIZE; shift += DIGIT_BITS) {
      java.util.Arrays.fill(starts, 0);
      for (long k : key) {
        starts[digit(k, shift) + 1]++;
      }
      for (int d = 0; d < DIGITS; d++) {
        starts[d + 1] += starts[d];
      }
      for (int k = 0; k < n; k++) {
        int to = starts[digit(key[k], shift)]++;
        keySpare[to] = key[k];
        pageSpare[to] = page[k];
      }
      long[] swapKey = key;
      key = keySpare;
      keySpare = swapKey;
      int[] swapPage = page;
      page = pageSpare;
      pageSpare = swapPage;
    }
    return page;
  }

  /// The same by 32-bit keys without a sign: half the passes, 16 bytes a page.
  static int[] descending(int[] keys, int[] pages) {
    int n = pages.length;
    int[] key = keys;
    int[] page = pages;
    int[] keySpare = new int[n];
    int[] pageSpare = new int[n];
    for (int shift = 0; shift < Integer.SIZE; shift += DIGIT_BITS) {
      int[] starts = new int[DIGITS + 1];
      for (int k : key) {
        starts[digit(k, shift) + 1]++;
      }
      for (int d = 0; d < DIGITS; d++) {
        starts[d + 1] += starts[d];
      }
      for (int k = 0; k < n; k++) {
        int to = starts[digit(key[k], shift)]++;
        keySpare[to] = key[k];
        pageSpare[to] = page[k];
      }
      int[] swapKey = key;
      key = keySpare;
      keySpare = swapKey;
      int[] swapPage = page;
      page = pageSpare;
      pageSpare = swapPage;
    }
    return page;
  }

  /// Larger digits first.
  private static int digit(long key, int shift) {
    return DIGITS - 1 - (int) ((key >>> shift) & (DIGITS - 1));
  }
}
