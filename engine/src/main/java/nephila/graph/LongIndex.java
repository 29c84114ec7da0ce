package nephila.graph;

import java.util.Arrays;

/// Numbers 64-bit keys from 0 in the order in which they are first seen: open addressing, about 20
/// bytes a key.
public final class LongIndex {
  /// No such key.
  public static final int NONE = -1;

  private long[] keys = new long[64];
  private int[] numbers = new int[64];
  private int size;

  public LongIndex() {
    Arrays.fill(numbers, NONE);
  }

  /// How many keys there are; numbers are below it.
  public int size() {
    return size;
  }

  /// The number of `key`, given now if it is new.
  public int number(long key) {
    int slot = slot(key);
    if (numbers[slot] == NONE) {
      if (2 * size >= keys.length) {
        grow();
        slot = slot(key);
      }
      keys[slot] = key;
      numbers[slot] = size++;
    }
    return numbers[slot];
  }

  /// The number of `key`, or [#NONE].
  public int find(long key) {
    return numbers[slot(key)];
  }

  private int slot(long key) {
    int mask = keys.length - 1;
    int slot = (int) mix(key) & mask;
    while (numbers[slot] != NONE && keys[slot] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldNumbers = numbers;
    keys = new long[2 * oldKeys.length];
    numbers = new int[keys.length];
    Arrays.fill(numbers, NONE);
    for (int k = 0; k < oldKeys.length; k++) {
      if (oldNumbers[k] != NONE) {
        int slot = slot(oldKeys[k]);
        keys[slot] = oldKeys[k];
        numbers[slot] = oldNumbers[k];
      }
    }
  }

  /// A key for a part of a text under another key: equal texts give equal keys, others do not but
  /// with the chance of a 64-bit collision.
  public static long key(long under, CharSequence text, int start, int end) {
    long key = mix(under + 0x9E3779B97F4A7C15L);
    for (int k = start; k < end; k++) {
      key = (key ^ text.charAt(k)) * 0x100000001B3L;
      key ^= key >>> 29;
    }
    return mix(key);
  }

  /// Scrambles a key; different ones stay different.
  public static long mix(long value) {
    value = (value ^ (value >>> 33)) * 0xFF51AFD7ED558CCDL;
    value = (value ^ (value >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return value ^ (value >>> 33);
  }
}
