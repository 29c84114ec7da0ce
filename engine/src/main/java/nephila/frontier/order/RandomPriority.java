package nephila.frontier.order;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import nephila.frontier.PagePriority;

/// Random (000 §3.1): every page that waits is as likely as any other to be the next, and the order
/// is the same in every run. Fair with probability 1.
///
/// When a page begins to wait it draws the time, exponentially distributed, at which it will be
/// read; the page of the earliest time is taken, and it is that time then. Since what is left of
/// such a time does not depend on how long a page has waited, the draw of a page is renewed at
/// will: nothing need be kept from one run to the next. Each lane has a time of its own, unless the
/// lanes are one.
///
/// 8 bytes a page.
public final class RandomPriority implements PagePriority {
  private final IntToLongFunction hash;
  private final IntPredicate isRead;
  private boolean together;
  private double[] times = {};
  private final double[] now = new double[2];
  private long draws;

  /// `hash` is a number of the page that is the same in every run.
  public RandomPriority(IntToLongFunction hash) {
    this(hash, slot -> false);
  }

  /// `isRead` says in which lane the page is.
  public RandomPriority(IntToLongFunction hash, IntPredicate isRead) {
    this.hash = hash;
    this.isRead = isRead;
  }

  /// Whether the lanes are one from now on. All pages draw anew when that changes.
  public void together(boolean one) {
    if (together != one) {
      together = one;
      Arrays.fill(times, 0);
      Arrays.fill(now, 0);
    }
  }

  private int lane(int slot) {
    return !together && isRead.test(slot) ? 1 : 0;
  }

  private double time(int slot) {
    if (slot >= times.length || times[slot] == 0) {
      waits(slot);
    }
    return times[slot];
  }

  @Override
  public double of(int slot) {
    return 1 / (1 + time(slot));
  }

  @Override
  public boolean isBefore(int slot, int other) {
    return time(slot) < time(other);
  }

  @Override
  public void waits(int slot) {
    if (slot >= times.length) {
      times = Arrays.copyOf(times, Math.max(Math.max(16, slot + 1), 2 * times.length));
    }
    long mixed = hash.applyAsLong(slot) + ++draws * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    double uniform = ((mixed ^ mixed >>> 31) >>> 11) * 0x1p-53;
    times[slot] = now[lane(slot)] - Math.log1p(-uniform) + Double.MIN_NORMAL;
  }

  @Override
  public void taken(int slot) {
    int lane = lane(slot);
    now[lane] = Math.max(now[lane], time(slot));
  }

  @Override
  public double ofReadOnDisk(double credits, int reads, int changes, int misses, long ageSeconds) {
    return 1;
  }

  @Override
  public boolean isByWorth() {
    return false;
  }
}
