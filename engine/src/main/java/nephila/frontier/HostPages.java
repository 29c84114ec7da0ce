package nephila.frontier;

import java.util.Arrays;

/// The unread pages of a host that are not in memory, as one scan of the store found them. Of a
/// very large host only the best are kept. 16 bytes a page.
public final class HostPages {
  private static final int MOST = 1 << 18;

  private int host;
  private int count;
  private long bestLeft;
  private long[] hash = new long[64];
  private long[] received = new long[64];

  /// Begins anew with another host.
  public void begin(int ofHost) {
    host = ofHost;
    count = 0;
    bestLeft = -1;
  }

  /// A page that received so many units; the store knows it by its hash.
  public void add(long pageHash, long units) {
    if (count == MOST) {
      keepBest(MOST / 2);
    }
    if (count == hash.length) {
      hash = Arrays.copyOf(hash, count * 2);
      received = Arrays.copyOf(received, count * 2);
    }
    hash[count] = pageHash;
    received[count++] = units;
  }

  public int host() {
    return host;
  }

  public int count() {
    return count;
  }

  /// By what the store knows a page.
  public long hash(int i) {
    return hash[i];
  }

  /// The units that a page received.
  public long received(int i) {
    return received[i];
  }

  /// The most that a page received which was left out; −1 when none was.
  public long bestLeft() {
    return bestLeft;
  }

  /// Leaves all out but the `most` that received most.
  public void keepBest(int most) {
    if (count <= most) {
      return;
    }
    int low = 0;
    int high = count - 1;
    while (low < high) { // Hoare's selection: the best come first
      long pivot = received[(low + high) >>> 1];
      int i = low;
      int j = high;
      while (i <= j) {
        while (received[i] > pivot) {
          i++;
        }
        while (received[j] < pivot) {
          j--;
        }
        if (i <= j) {
          swap(i++, j--);
        }
      }
      if (most - 1 <= j) {
        high = j;
      } else if (most - 1 >= i) {
        low = i;
      } else {
        break;
      }
    }
    for (int i = most; i < count; i++) {
      bestLeft = Math.max(bestLeft, received[i]);
    }
    count = most;
  }

  /// Leaves out those that received less than `units`.
  public void keepFrom(long units) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (received[i] >= units) {
        swap(kept++, i);
      } else {
        bestLeft = Math.max(bestLeft, received[i]);
      }
    }
    count = kept;
  }

  private void swap(int i, int j) {
    long h = hash[i];
    hash[i] = hash[j];
    hash[j] = h;
    long r = received[i];
    received[i] = received[j];
    received[j] = r;
  }
}
