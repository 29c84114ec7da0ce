package nephila.community;

import java.util.Arrays;

/// From a source's page number to the order of discovery, 0, 1, 2 …: an open-addressing table, 8
/// bytes a slot, at most two thirds full.
final class DiscoveryNumbers {
  static final int UNKNOWN = -1;

  private int[] keys = new int[64];
  private int[] values = new int[64];
  private int size;

  DiscoveryNumbers() {
    Arrays.fill(values, UNKNOWN);
  }

  int size() {
    return size;
  }

  /// The number of the page, or [#UNKNOWN].
  int find(int page) {
    return values[slot(page)];
  }

  /// The number of the page; a page not met before gets the next one.
  int discover(int page) {
    int slot = slot(page);
    if (values[slot] != UNKNOWN) {
      return values[slot];
    }
    if (3L * (size + 1) > 2L * keys.length) {
      grow();
      slot = slot(page);
    }
    keys[slot] = page;
    values[slot] = size;
    return size++;
  }

  private int slot(int page) {
    int mask = keys.length - 1;
    int slot = (page * 0x9E3779B9 >>> 7) & mask;
    while (values[slot] != UNKNOWN && keys[slot] != page) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    int[] oldKeys = keys;
    int[] oldValues = values;
    keys = new int[2 * oldKeys.length];
    values = new int[keys.length];
    Arrays.fill(values, UNKNOWN);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != UNKNOWN) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        values[slot] = oldValues[i];
      }
    }
  }
}
