package nephila.graph.generate;

import java.util.Arrays;
import nephila.graph.RowSink;

/// The links of the page being made: a set of targets that becomes an ascending row.
///
/// Membership is an open hash table that is emptied entry by entry, so that a row costs time by its
/// own length.
final class TargetSet {
  private int[] targets = new int[64];
  private int[] slots = new int[256];
  private int count;

  int count() {
    return count;
  }

  int target(int k) {
    return targets[k];
  }

  /// Adds a link; false where it is there already.
  boolean add(int target) {
    int mask = slots.length - 1;
    int slot = (target * 0x9E3779B9 >>> 7) & mask;
    while (slots[slot] != 0) {
      if (slots[slot] == target + 1) {
        return false;
      }
      slot = (slot + 1) & mask;
    }
    slots[slot] = target + 1;
    if (count == targets.length) {
      targets = Arrays.copyOf(targets, 2 * count);
    }
    targets[count++] = target;
    if (4 * count > slots.length) {
      grow();
    }
    return true;
  }

  private void grow() {
    slots = new int[2 * slots.length];
    int mask = slots.length - 1;
    for (int k = 0; k < count; k++) {
      int slot = (targets[k] * 0x9E3779B9 >>> 7) & mask;
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = targets[k] + 1;
    }
  }

  /// Passes the row on, ascending, and empties it.
  void finish(int page, RowSink sink) {
    Arrays.sort(targets, 0, count);
    sink.row(page, targets, count);
    clear();
  }

  private void clear() {
    if (slots.length > 16 * (count + 16)) {
      int mask = slots.length - 1;
      for (int k = 0; k < count; k++) {
        int slot = (targets[k] * 0x9E3779B9 >>> 7) & mask;
        while (slots[slot] != 0) {
          slots[slot] = 0;
          slot = (slot + 1) & mask;
        }
      }
    } else {
      Arrays.fill(slots, 0);
    }
    count = 0;
  }
}
