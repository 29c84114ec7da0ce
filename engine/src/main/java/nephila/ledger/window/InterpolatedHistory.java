package nephila.ledger.window;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.function.LongToDoubleFunction;
import nephila.ledger.OpicLedger;
import nephila.ledger.PageTable;

/// Interpolation (000 §3.3): for each page the G of its last read and H, the cash it would have
/// received in the span T before that read had it come in evenly. One measure, 20 bytes a page: H,
/// G and the page's own window.
///
/// Papers' form: `H = dt < T ? H·(T − dt)/T + C : C·T/dt`. Growing form: the window is as long as
/// the page is known, up to T. Adaptive form: T is the page's own. A page that was not read yet has
/// in the part of the span before it was known the flow of its [DefaultHistory], if any.
public final class InterpolatedHistory extends History {
  private static final double STEADY = 2;
  private static final int PAST_BYTES = 20;

  private final boolean growing;
  private final double shortest;
  private final double longest;
  private final WindowSpans spans;
  private final LongSupplier totalCash;
  private final LongToDoubleFunction spentAt;
  private double[] history = {};
  private long[] clock = {};
  private float[] window = {};
  private final PageTable table;
  private final DefaultHistory defaults;
  private final LongSupplier knownPages;
  private boolean withoutSlotIsRead;

  /// `spentAt` is G between the start and a moment of the clock.
  public InterpolatedHistory(
      PageTable table,
      Window window,
      WindowSpans spans,
      DefaultHistory defaults,
      LongSupplier totalCash,
      LongSupplier knownPages,
      LongToDoubleFunction spentAt) {
    this.table = table;
    this.knownPages = knownPages;
    this.defaults = defaults;
    this.spans = spans;
    this.totalCash = totalCash;
    this.spentAt = spentAt;
    if (window instanceof Window.Adaptive adaptive) {
      growing = true;
      shortest = adaptive.shortest();
      longest = adaptive.longest();
    } else {
      Window.Interpolation plain = (Window.Interpolation) window;
      growing = plain.growing();
      shortest = plain.span();
      longest = plain.span();
    }
  }

  @Override
  public void reach(int pages) {
    if (pages >= history.length) { // the last place is for a page that has no slot
      int room = Math.max(pages + 1, 2 * history.length);
      history = Arrays.copyOf(history, room);
      clock = Arrays.copyOf(clock, room);
      window = Arrays.copyOf(window, room);
    }
  }

  @Override
  public void discovered(int page, long startingCash, long now) {
    history[page] = 0;
    clock[page] = now;
    window[page] = (float) usual();
  }

  /// The window of a page, unless it has one of its own: in turns, or in units where the window is
  /// a time.
  private double usual() {
    return spans.byTime() ? spans.units(longest) : Math.sqrt(shortest * longest);
  }

  @Override
  public void record(int page, long cash, long now) {
    if (isRead(page) && shortest < longest) {
      adapt(page, cash, now);
    }
    history[page] = interpolated(page, cash, now);
    clock[page] = now;
    if (spans.byTime()) {
      window[page] = (float) usual();
    }
  }

  @Override
  public void gone(int page) {}

  private void adapt(int page, long cash, long now) {
    double old = history[page] / Math.max(1, spanThen(page));
    double recent = cash / Math.max(1.0, now - clock[page]);
    boolean steady = recent < STEADY * old && recent * STEADY > old;
    double next = steady ? window[page] * 1.25 : window[page] * 0.5;
    float bounded = (float) Math.clamp(next, shortest, longest);
    double spanBefore = spanThen(page);
    window[page] = bounded;
    history[page] *= spanThen(page) / Math.max(1, spanBefore);
  }

  /// The page's window in units now.
  private double span(int page, long now) {
    return upTo(fullSpan(page), now);
  }

  private double fullSpan(int page) {
    return spans.byTime() ? spans.units(longest) : atItsRead(page);
  }

  /// The same when the page was last read: what [#history] is the cash of.
  private double spanThen(int page) {
    return upTo(atItsRead(page), clock[page]);
  }

  private double atItsRead(int page) {
    return spans.byTime() ? window[page] : window[page] * (double) totalCash.getAsLong();
  }

  /// T, or the time since the start while that is shorter.
  private double upTo(double full, long at) {
    return growing ? Math.min(full, spentAt.applyAsDouble(at)) : full;
  }

  private double interpolated(int page, long cash, long now) {
    return isRead(page)
        ? ofRead(page, cash, now)
        : ofUnread(page, cash, now, defaults.flowAt(clock[page]));
  }

  private double ofUnread(int page, long cash, long now, double flowBefore) {
    double elapsed = now - clock[page];
    double span = span(page, now);
    double income = growing ? Math.max(0, cash - OpicLedger.CREDIT) : cash;
    if (elapsed < span) {
      return income + flowBefore * (span - elapsed);
    }
    return elapsed <= 0 ? income : income * span / elapsed;
  }

  private double ofRead(int page, long cash, long now) {
    double elapsed = now - clock[page];
    double span = span(page, now);
    double spanThen = spanThen(page);
    if (elapsed < span) {
      double kept = spanThen <= 0 ? 0 : (span - elapsed) / spanThen;
      return history[page] * Math.min(1, kept) + cash;
    }
    return elapsed <= 0 ? cash : cash * span / elapsed;
  }

  private boolean isRead(int page) {
    return page == history.length - 1 ? withoutSlotIsRead : table.isRead(page);
  }

  @Override
  public double flowOfRead(long paid, byte[] kept, long cash, long now) {
    reach(0);
    past(history.length - 1, kept);
    withoutSlotIsRead = true;
    return flow(history.length - 1, cash, now);
  }

  @Override
  public double flowOfUnread(long kept, long cash, long now) {
    reach(0);
    unread(history.length - 1, kept);
    withoutSlotIsRead = false;
    return flow(history.length - 1, cash, now);
  }

  @Override
  public double flow(int page, long cash, long now) {
    return over(page, interpolated(page, cash, now), now);
  }

  /// As the window grows up to a turn of the cash, every page is taken to have earned the mean in
  /// what is missing of that turn.
  private double over(int page, double income, long now) {
    double span = span(page, now);
    double turn = Math.min(totalCash.getAsLong(), fullSpan(page));
    double missing = growing ? Math.max(0, turn - span) : 0;
    double filled = income + missing / Math.max(1, knownPages.getAsLong());
    return span + missing <= 0 ? 0 : filled / (span + missing);
  }

  /// Without what it was given itself, which would be given on for ever.
  @Override
  public double flowOfFirst(int page, long cash, long now) {
    return over(page, ofUnread(page, cash, now, 0), now);
  }

  @Override
  public int measures(int page) {
    return 1;
  }

  @Override
  public void unread(int page, long kept) {
    discovered(page, OpicLedger.CREDIT, kept);
  }

  @Override
  public long ofUnread(int page) {
    return clock[page];
  }

  @Override
  public long ofNew(long now) {
    return now;
  }

  @Override
  public boolean hasPast() {
    return true;
  }

  @Override
  public byte[] past(int page) {
    return ByteBuffer.allocate(PAST_BYTES)
        .putDouble(history[page])
        .putLong(clock[page])
        .putFloat(window[page])
        .array();
  }

  @Override
  public void past(int page, byte[] kept) {
    ByteBuffer from = ByteBuffer.wrap(kept);
    history[page] = from.getDouble();
    clock[page] = from.getLong();
    window[page] = from.getFloat();
  }

  @Override
  public long[] sums() {
    return new long[0];
  }

  @Override
  public void sums(long[] kept) {}

  @Override
  public long[] saved(int pages) {
    long[] saved = new long[3 * pages];
    for (int page = 0; page < pages; page++) {
      saved[3 * page] = Double.doubleToRawLongBits(history[page]);
      saved[3 * page + 1] = clock[page];
      saved[3 * page + 2] = Float.floatToRawIntBits(window[page]);
    }
    return saved;
  }

  @Override
  public void restore(long[] saved, int pages) {
    reach(pages);
    for (int page = 0; page < pages; page++) {
      history[page] = Double.longBitsToDouble(saved[3 * page]);
      clock[page] = saved[3 * page + 1];
      window[page] = Float.intBitsToFloat((int) saved[3 * page + 2]);
    }
  }
}
