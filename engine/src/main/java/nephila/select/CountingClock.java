package nephila.select;

import java.util.Arrays;
import nephila.ledger.Ledger;

/// The clock for the exact form: a hand sweeps over the pages and stops at the rich ones. No queue,
/// 0 bytes a page, a fraction of a heap's cost.
///
/// While it sweeps it counts how many pages hold how much (sixteen classes to the octave); the next
/// sweep stops at pages that hold at least what the richest quarter held. Reading empties the rich,
/// so the threshold sinks until every page that holds anything was read: no page starves. Where
/// nobody holds anything it stops at every page, as Cycle does.
///
/// What a page that was never read holds counts four times: until it is read, nothing of it has
/// reached anybody, and what it is paid meanwhile only grows. Residuals of the exact form shrink by
/// orders of magnitude; the count follows them where [ClockSelector]'s factor lags. Figures in
/// decision 022.
public final class CountingClock implements PageSelector {
  private static final double RICHEST = 0.25;
  private static final int CLASSES = 1024;
  private static final int UNREAD_COUNTS = 4;

  private final Ledger ledger;
  private final int[] holders = new int[CLASSES];
  private int counted;
  private long threshold;
  private int hand;

  public CountingClock(Ledger ledger) {
    this.ledger = ledger;
    this.hand = Integer.MAX_VALUE - 1;
  }

  @Override
  public int next() {
    if (hand > ledger.pages()) {
      countAll();
    }
    int sweeps = 0;
    while (sweeps < 3) {
      if (++hand >= ledger.pages()) {
        startSweep();
        sweeps++;
      }
      if (hand < ledger.pages() && ledger.known(hand)) {
        long cash = held(hand);
        holders[classOf(cash)]++;
        counted++;
        if (cash >= threshold) {
          return hand;
        }
      }
    }
    return NO_PAGE;
  }

  /// Before the first sweep: who holds how much.
  private void countAll() {
    for (int page = 0; page < ledger.pages(); page++) {
      if (ledger.known(page)) {
        holders[classOf(held(page))]++;
        counted++;
      }
    }
  }

  private long held(int page) {
    long cash = ledger.cash(page);
    return ledger.wasRead(page) ? cash : UNREAD_COUNTS * cash;
  }

  private void startSweep() {
    int rich = 0;
    int lowest = CLASSES;
    while (lowest > 0 && rich <= RICHEST * counted) {
      rich += holders[--lowest];
    }
    threshold = lowest == CLASSES ? 0 : leastOf(lowest);
    Arrays.fill(holders, 0);
    counted = 0;
    hand = 0;
  }

  /// Sixteen classes to the octave; below 16 units all is class 0.
  static int classOf(long cash) {
    if (cash < 16) {
      return 0;
    }
    int octave = 63 - Long.numberOfLeadingZeros(cash);
    return 16 * octave + (int) ((cash >>> (octave - 4)) & 15);
  }

  /// The least cash in a class.
  static long leastOf(int number) {
    return number == 0 ? 0 : (16L | (number & 15)) << (number >> 4) >> 4;
  }
}
