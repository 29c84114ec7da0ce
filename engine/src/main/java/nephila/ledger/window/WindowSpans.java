package nephila.ledger.window;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Turns the sizes of windows into spans of G, the clock that counts the cash paid.
///
/// A size in turns is so many times the total cash. A size in time is the cash that was paid in
/// that time: the crawl tells now and then what time it is ([#at]), and where G stood at some
/// moments of the past is kept, at most [#POINTS] of them. So the span follows the speed of the
/// crawl, and time in which it stood still counts for nothing. A crawl younger than its window is
/// taken to have gone at its present speed before; one that was told of no time has windows of
/// [#UNTOLD] turns.
public final class WindowSpans {
  public static final int POINTS = 256;
  private static final double UNTOLD = 4;

  private final LongSupplier totalCash;

  /// The longest size in seconds, 0 where sizes are in turns.
  private final double longest;

  /// Second and G of moments, oldest first.
  private final List<long[]> moments = new ArrayList<>();

  private long second;
  private long clock;

  /// Sizes that were asked for since the last [#at], and their spans.
  private final double[] sizes = new double[4];

  private final double[] spans = new double[sizes.length];
  private int known;

  public WindowSpans(Window window, LongSupplier totalCash) {
    this.totalCash = totalCash;
    this.longest = window instanceof Window.ByTime timed ? timed.longestSeconds() : 0;
  }

  public boolean byTime() {
    return longest > 0;
  }

  /// The span of a window of that size, in turns or seconds.
  public double units(double size) {
    if (!byTime()) {
      return size * totalCash.getAsLong();
    }
    for (int i = 0; i < known; i++) {
      if (sizes[i] == size) {
        return spans[i];
      }
    }
    double span = Math.max(1, paidIn(size));
    if (known < sizes.length) {
      sizes[known] = size;
      spans[known++] = span;
    }
    return span;
  }

  /// What the longest window is in turns now, null where its size is in turns anyway.
  public @Nullable Double turns() {
    return byTime() ? (Double) (units(longest) / Math.max(1, totalCash.getAsLong())) : null;
  }

  private double paidIn(double seconds) {
    if (moments.isEmpty() || second <= moments.getFirst()[0]) {
      return UNTOLD * totalCash.getAsLong();
    }
    double from = second - seconds;
    long[] oldest = moments.getFirst();
    if (from <= oldest[0]) {
      return (clock - oldest[1]) * (seconds / (second - oldest[0]));
    }
    int after = 1;
    while (after < moments.size() && moments.get(after)[0] < from) {
      after++;
    }
    long[] before = moments.get(after - 1);
    long[] next = after < moments.size() ? moments.get(after) : new long[] {second, clock};
    double part = (from - before[0]) / Math.max(1, next[0] - before[0]);
    return clock - before[1] - part * (next[1] - before[1]);
  }

  /// G stands at `clockNow`. A time before one that was told counts as that one.
  public void at(long epochSecond, long clockNow) {
    if (!byTime()) {
      return;
    }
    second = Math.max(second, epochSecond);
    clock = clockNow;
    known = 0;
    if (moments.isEmpty() || second - moments.getLast()[0] >= longest / POINTS) {
      moments.add(new long[] {second, clock});
    }
    while (moments.size() > 1 && moments.get(1)[0] <= second - longest) {
      moments.removeFirst();
    }
  }

  /// The moments, to be kept with the state.
  public String text() {
    StringJoiner text = new StringJoiner(" ");
    for (long[] moment : moments) {
      text.add(moment[0] + ":" + moment[1]);
    }
    return text.toString();
  }

  /// Takes over what [#text] gave.
  public void resume(String text) {
    moments.clear();
    known = 0;
    for (String moment : text.strip().split(" ")) {
      int colon = moment.indexOf(':');
      if (colon > 0) {
        second = Long.parseLong(moment.substring(0, colon));
        clock = Long.parseLong(moment.substring(colon + 1));
        moments.add(new long[] {second, clock});
      }
    }
  }
}
