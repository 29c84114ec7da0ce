package nephila.ledger.window;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.LongSupplier;
import nephila.ledger.OpicLedger;

/// Windows that keep measures, pairs of the cash C a page paid and the clock G when it did: Fixed,
/// Improved Fixed, Variable, and a policy by class of importance (000 §3.3, 003 §3).
///
/// The oldest measure of a page only says when the next one began: the income since then is what
/// came after it, over the time since then. A page starts with one such measure when it is
/// discovered. While that one is the oldest, the starting cash is either counted and so is the time
/// in which all cash is paid once, as in the papers' `(H + C)/(G + 1)`, or left out (corrected): a
/// window that holds everything says what [WholeHistory] says, and a page that is known for less
/// than a turn of the cash is taken, where corrected, to have earned the mean before. Beyond
/// [#MOST] measures neighbours among the older half are grouped into one. 28 bytes a page and 16
/// bytes a measure (room doubles as it is needed).
///
/// Fixed as written is what a page paid in the last T, over T: nothing for a page that was not read
/// in that time. Differs from the paper where corrected: Fixed then keeps the last measure before
/// the window too, counts the cash at hand and divides by the time since that measure, because that
/// is when all of it came in.
public final class MeasuredHistory extends History {
  static final int MOST = 64;

  private final Window window;
  private final WindowSpans spans;
  private final LongSupplier totalCash;
  private final LongSupplier knownPages;
  private final boolean corrected;
  private final DefaultHistory defaults;

  /// C and G of measure k at 2k and 2k + 1, oldest first.
  private long[][] measures = {};

  private int[] counts = {};

  /// The starting cash while it is in the sums, else 0.
  private long[] starting = {};

  public MeasuredHistory(
      Window window,
      boolean corrected,
      WindowSpans spans,
      DefaultHistory defaults,
      LongSupplier totalCash,
      LongSupplier knownPages) {
    this.defaults = defaults;
    this.window = window;
    this.spans = spans;
    this.corrected = corrected;
    this.totalCash = totalCash;
    this.knownPages = knownPages;
  }

  @Override
  public void reach(int pages) {
    if (pages >= counts.length) { // the last place is for a page that has no slot
      int old = counts.length;
      int room = Math.max(pages + 1, 2 * old);
      measures = Arrays.copyOf(measures, room);
      Arrays.fill(measures, old, room, new long[0]);
      counts = Arrays.copyOf(counts, room);
      starting = Arrays.copyOf(starting, room);
    }
  }

  @Override
  public void discovered(int page, long startingCash, long now) {
    counts[page] = 0;
    starting[page] = startingCash;
    double flow = defaults.flowAt(now);
    if (flow > 0) { // a measure of one turn before
      long turn = defaults.totalAt(now);
      append(page, 0, now - turn);
      append(page, (long) (flow * turn), now);
    } else {
      append(page, 0, now);
    }
  }

  @Override
  public void record(int page, long cash, long now) {
    append(page, cash - notIncome(page), now);
    starting[page] -= notIncome(page);
    forget(page, policy(page, 0, now), now);
    if (counts[page] > MOST) {
      group(page);
    }
  }

  @Override
  public void gone(int page) {}

  private void append(int page, long cash, long now) {
    int count = counts[page];
    long[] row = measures[page];
    if (2 * count == row.length) {
      row = Arrays.copyOf(row, Math.max(4, 2 * row.length));
      measures[page] = row;
    }
    row[2 * count] = cash;
    row[2 * count + 1] = now;
    counts[page] = count + 1;
  }

  private void forget(int page, Window policy, long now) {
    int least = 1;
    double span = -1;
    switch (policy) {
      case Window.Fixed fixed -> span = units(fixed.span());
      case Window.Improved improved -> {
        span = units(improved.span());
        least = improved.least();
      }
      case Window.Variable variable -> least = variable.count();
      default -> throw new IllegalStateException("no measures in " + policy);
    }
    int drop = 0;
    long[] row = measures[page];
    int until = corrected ? 3 : 1; // the time of the measure after, or its own
    while (counts[page] - drop > least && now - row[2 * drop + until] > span) {
      drop++;
    }
    if (drop > 0) {
      System.arraycopy(row, 2 * drop, row, 0, 2 * (counts[page] - drop));
      counts[page] -= drop;
      starting[page] = 0;
    }
  }

  /// Groups consecutive measures of the older half, two into one.
  private void group(int page) {
    long[] row = measures[page];
    int half = MOST / 2;
    for (int k = 0; k < half / 2; k++) {
      row[2 * k] = row[4 * k] + row[4 * k + 2];
      row[2 * k + 1] = row[4 * k + 3];
    }
    System.arraycopy(row, 2 * half, row, half, 2 * (counts[page] - half));
    counts[page] -= half / 2;
    starting[page] = 0;
  }

  private double units(double span) {
    return spans.units(span);
  }

  private Window policy(int page, long cash, long now) {
    if (window instanceof Window.ByClass classes) {
      double mean = 1.0 / Math.max(1, knownPages.getAsLong());
      boolean important = sinceOldest(page, cash, now) >= classes.multiple() * mean;
      return important ? classes.important() : classes.rest();
    }
    return window;
  }

  @Override
  public double flowOfRead(long paid, byte[] kept, long cash, long now) {
    reach(0);
    past(counts.length - 1, kept);
    return flow(counts.length - 1, cash, now);
  }

  @Override
  public double flowOfUnread(long kept, long cash, long now) {
    reach(0);
    unread(counts.length - 1, kept);
    return flow(counts.length - 1, cash, now);
  }

  @Override
  public double flow(int page, long cash, long now) {
    return switch (policy(page, cash, now)) {
      case Window.Fixed fixed -> within(units(fixed.span()), 1, page, cash, now);
      case Window.Improved improved ->
          within(units(improved.span()), improved.least(), page, cash, now);
      default -> sinceOldest(page, cash, now);
    };
  }

  /// The flow in the last `span`; with fewer than `least` measures in it, that of the last `least`.
  private double within(double span, int least, int page, long cash, long now) {
    long[] row = measures[page];
    int first = counts[page];
    double paid = 0;
    while (first > 0 && now - row[2 * first - 1] <= span) {
      first--;
      paid += row[2 * first];
    }
    boolean everything = first == 0 && starting[page] > 0;
    boolean enough = counts[page] - first >= least || least == 1;
    // Where measures were grouped, the window may begin within one of them.
    boolean grouped = counts[page] >= MOST / 2;
    if (!corrected && !everything && !grouped && enough) {
      return paid / span;
    }
    return since(Math.max(0, Math.min(first - 1, counts[page] - least)), page, cash, now);
  }

  private double sinceOldest(int page, long cash, long now) {
    return since(0, page, cash, now);
  }

  /// The income after a measure over the time since then.
  private double since(int measure, int page, long cash, long now) {
    long[] row = measures[page];
    double income = cash - notIncome(page);
    for (int k = counts[page] - 1; k > measure; k--) {
      income += row[2 * k];
    }
    double span = now - row[2 * measure + 1];
    double turn = totalCash.getAsLong();
    if (measure == 0 && starting[page] > notIncome(page)) {
      span += turn;
    } else if (corrected && measure == 0 && row[0] == 0 && span < turn) { // since it is known
      income += (turn - span) / Math.max(1, knownPages.getAsLong());
      span = turn;
    }
    return span <= 0 ? 0 : Math.max(0, income / span);
  }

  private long notIncome(int page) {
    return corrected ? starting[page] : 0;
  }

  @Override
  public int measures(int page) {
    return counts[page];
  }

  @Override
  public void unread(int page, long kept) {
    discovered(page, OpicLedger.CREDIT, kept);
  }

  @Override
  public long ofUnread(int page) {
    return measures[page][2 * counts[page] - 1];
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
    ByteBuffer to = ByteBuffer.allocate(Long.BYTES * (1 + 2 * counts[page]));
    to.putLong(starting[page]);
    to.asLongBuffer().put(measures[page], 0, 2 * counts[page]);
    return to.array();
  }

  @Override
  public void past(int page, byte[] kept) {
    ByteBuffer from = ByteBuffer.wrap(kept);
    starting[page] = from.getLong();
    counts[page] = from.remaining() / (2 * Long.BYTES);
    measures[page] = new long[2 * counts[page]];
    from.asLongBuffer().get(measures[page]);
  }

  @Override
  public long[] sums() {
    return new long[0];
  }

  @Override
  public void sums(long[] kept) {}

  @Override
  public long[] saved(int pages) {
    int length = 2 * pages;
    for (int page = 0; page < pages; page++) {
      length += 2 * counts[page];
    }
    long[] saved = new long[length];
    int at = 0;
    for (int page = 0; page < pages; page++) {
      saved[at++] = starting[page];
      saved[at++] = counts[page];
      System.arraycopy(measures[page], 0, saved, at, 2 * counts[page]);
      at += 2 * counts[page];
    }
    return saved;
  }

  @Override
  public void restore(long[] saved, int pages) {
    reach(pages);
    int at = 0;
    for (int page = 0; page < pages; page++) {
      starting[page] = saved[at++];
      counts[page] = (int) saved[at++];
      measures[page] = Arrays.copyOfRange(saved, at, at + 2 * counts[page]);
      at += 2 * counts[page];
    }
  }
}
