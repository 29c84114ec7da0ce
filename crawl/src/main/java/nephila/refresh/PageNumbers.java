package nephila.refresh;

import java.util.Arrays;
import nephila.store.UrlHash;

/// Numbers of canonical URLs by their 64-bit hash, from 0 in the order of adding: open addressing,
/// about 24 bytes a URL. Two URLs fall together with a chance of n²/2⁶⁵.
final class PageNumbers {
  static final int NONE = -1;

  private long[] hashes = new long[1024];
  private int[] numbers = new int[1024];
  private int size;

  PageNumbers() {
    Arrays.fill(numbers, NONE);
  }

  int size() {
    return size;
  }

  int find(String url) {
    return find(UrlHash.of(url));
  }

  int find(long hash) {
    return numbers[slot(hash)];
  }

  /// The number of the URL, given now if it is new.
  int add(String url) {
    long hash = UrlHash.of(url);
    int slot = slot(hash);
    if (numbers[slot] == NONE) {
      if (2 * size >= hashes.length) {
        grow();
        slot = slot(hash);
      }
      hashes[slot] = hash;
      numbers[slot] = size++;
    }
    return numbers[slot];
  }

  private int slot(long hash) {
    int mask = hashes.length - 1;
    int slot = (int) (hash ^ (hash >>> 32)) & mask;
    while (numbers[slot] != NONE && hashes[slot] != hash) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldHashes = hashes;
    int[] oldNumbers = numbers;
    hashes = new long[2 * oldHashes.length];
    numbers = new int[hashes.length];
    Arrays.fill(numbers, NONE);
    for (int k = 0; k < oldHashes.length; k++) {
      if (oldNumbers[k] != NONE) {
        int slot = slot(oldHashes[k]);
        hashes[slot] = oldHashes[k];
        numbers[slot] = oldNumbers[k];
      }
    }
  }
}
