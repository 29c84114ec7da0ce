package nephila.liverank;

import java.util.Arrays;

/// Numbers 64-bit keys from 0 in the order in which they are first seen: open addressing, about 20
/// bytes a key.
final class LongIndex {
  private static final int FREE = -1;

  private long[] keys = new long[1024];
  private int[] numbers = new int[1024];
  private int size;

  LongIndex() {
    Arrays.fill(numbers, FREE);
  }

  int size() {
    return size;
  }

  /// The number of `key`, given now if it is new.
  int number(long key) {
    int slot = slot(key);
    if (numbers[slot] == FREE) {
      if (2 * size >= keys.length) {
        grow();
        slot = slot(key);
      }
      keys[slot] = key;
      numbers[slot] = size++;
    }
    return numbers[slot];
  }

  private int slot(long key) {
    int mask = keys.length - 1;
    int slot = (int) mix(key) & mask;
    while (numbers[slot] != FREE && keys[slot] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldNumbers = numbers;
    keys = new long[2 * oldKeys.length];
    numbers = new int[keys.length];
    Arrays.fill(numbers, FREE);
    for (int k = 0; k < oldKeys.length; k++) {
      if (oldNumbers[k] != FREE) {
        int slot = slot(oldKeys[k]);
        keys[slot] = oldKeys[k];
        numbers[slot] = oldNumbers[k];
      }
    }
  }

  /// A key for a part of a text under another key: equal texts give equal keys, others do not but
  /// with the chance of a 64-bit collision.
  static long key(long under, CharSequence text, int start, int end) {
    long key = mix(under + 0x9E3779B97F4A7C15L);
    for (int k = start; k < end; k++) {
      key = (key ^ text.charAt(k)) * 0x100000001B3L;
      key ^= key >>> 29;
    }
    return mix(key);
  }

  static long mix(long value) {
    value = (value ^ (value >>> 33)) * 0xFF51AFD7ED558CCDL;
    value = (value ^ (value >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return value ^ (value >>> 33);
  }
}
