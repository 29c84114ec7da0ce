package nephila.ledger.window;

import java.util.Arrays;

/// The papers' default history (000 §3.3): "to each new page a default history that corresponds to
/// the importance of recently introduced pages".
///
/// That importance is remembered in steps: from which G on it was how much. So the G at which a
/// page became known says what it was given, in memory and on disk alike, and nothing more is kept
/// of the page. A step is taken when the importance is an eighth off the last one, at most 64 times
/// a turn of the cash, and half as often after each 1,024 steps; 24 bytes a step.
///
/// What is given counts in the estimate of the page and in no other sum: books are as without, and
/// estimates of a web that grows add up to more than one.
public final class DefaultHistory {
  private static final double NOTABLE = 1.0 / 8;
  private static final int STEPS_A_TURN = 64;
  private static final int STEPS_BEFORE_HALF = 1024;

  private long[] from = {};
  private double[] flow = {};
  private long[] total = {};
  private int steps;

  /// New pages were worth `recent` at `now`, when there was so much cash in all.
  public void introduced(double recent, long now, long totalCash) {
    if (steps > 0) {
      double last = flow[steps - 1];
      long spacing = Math.max(1, totalCash / STEPS_A_TURN) << steps / STEPS_BEFORE_HALF;
      if (Math.abs(recent - last) <= NOTABLE * last || now - from[steps - 1] < spacing) {
        return;
      }
    }
    if (steps == from.length) {
      int room = Math.max(8, 2 * steps);
      from = Arrays.copyOf(from, room);
      flow = Arrays.copyOf(flow, room);
      total = Arrays.copyOf(total, room);
    }
    from[steps] = now;
    flow[steps] = recent;
    total[steps++] = totalCash;
  }

  /// The importance that a page was given that became known at `at`; 0 where it was given none.
  double flowAt(long at) {
    int step = stepAt(at);
    return step < 0 ? 0 : flow[step];
  }

  /// The total cash when that importance was taken.
  long totalAt(long at) {
    int step = stepAt(at);
    return step < 0 ? 0 : total[step];
  }

  /// The last step before that moment: of a page that became known at the moment of a step nobody
  /// can tell later which came first.
  private int stepAt(long at) {
    int low = 0;
    int high = steps;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (at - from[middle] > 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  /// The steps, for saving.
  public long[] saved() {
    long[] saved = new long[3 * steps];
    for (int step = 0; step < steps; step++) {
      saved[3 * step] = from[step];
      saved[3 * step + 1] = Double.doubleToRawLongBits(flow[step]);
      saved[3 * step + 2] = total[step];
    }
    return saved;
  }

  public void restore(long[] saved) {
    steps = saved.length / 3;
    from = new long[steps];
    flow = new double[steps];
    total = new long[steps];
    for (int step = 0; step < steps; step++) {
      from[step] = saved[3 * step];
      flow[step] = Double.longBitsToDouble(saved[3 * step + 1]);
      total[step] = saved[3 * step + 2];
    }
  }
}
