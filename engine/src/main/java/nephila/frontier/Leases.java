package nephila.frontier;

import java.util.Arrays;
import nephila.ledger.PageTable;

/// Pages that are away until a time: leased to somebody who fetches them, or asleep because they
/// are not to be read before.
///
/// The times stand in a binary heap, the earliest first. A page that comes back early leaves its
/// time there until that has passed: such a time is known by the page being elsewhere, or away
/// until another time. 4 bytes a page, and 8 a time. Single writer.
final class Leases {
  private static final int[] NONE = {};
  private static final long LATEST = 0xFFFF_FFFFL;

  private final PageTable pages;

  /// By slot, the second since 1970 until which it is away, without a sign.
  private int[] until = NONE;

  /// Seconds in the upper half, slots in the lower.
  private long[] times = new long[16];

  private int size;

  Leases(PageTable pages) {
    this.pages = pages;
  }

  /// The page, which is nowhere, is away until then: [Frontier#LEASED] or [Frontier#ASLEEP].
  void begin(int slot, int place, long untilSeconds) {
    int seconds = (int) Math.min(untilSeconds, LATEST);
    if (slot >= until.length) {
      until = Arrays.copyOf(until, pages.capacity());
    }
    until[slot] = seconds;
    pages.heapPlace(slot, place);
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
    }
    long time = (long) seconds << 32 | slot;
    int i = size++;
    for (; i > 0 && isLess(time, times[(i - 1) >>> 1]); i = (i - 1) >>> 1) {
      times[i] = times[(i - 1) >>> 1];
    }
    times[i] = time;
  }

  /// A page that was to be away until now or earlier, [PageTable#NO_PAGE] when there is none left.
  /// Where it is stands in the table still.
  int ended(long nowMillis) {
    while (size > 0 && times[0] >>> 32 <= nowMillis / 1000) {
      long time = takeFirst();
      int slot = (int) time;
      int place = pages.heapPlace(slot);
      boolean isAway = place == Frontier.LEASED || place == Frontier.ASLEEP;
      if (isAway && until[slot] == (int) (time >>> 32)) {
        return slot;
      }
    }
    return PageTable.NO_PAGE;
  }

  private long takeFirst() {
    long first = times[0];
    long last = times[--size];
    int i = 0;
    for (int child = 1; child < size; child = 2 * i + 1) {
      child += child + 1 < size && isLess(times[child + 1], times[child]) ? 1 : 0;
      if (!isLess(times[child], last)) {
        break;
      }
      times[i] = times[child];
      i = child;
    }
    times[i] = last;
    return first;
  }

  private static boolean isLess(long a, long b) {
    return Long.compareUnsigned(a, b) < 0;
  }
}
