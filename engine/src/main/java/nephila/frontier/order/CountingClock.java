package nephila.frontier.order;

import java.util.Arrays;
import nephila.ledger.Ledger;
import nephila.ledger.PageTable;

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
/// orders of magnitude; the count follows them where the factor of the clock for conserved cash
/// lags. Figures in docs/decisions/ledger.md 022.
public final class CountingClock {
  private static final double RICHEST = 0.25;
  private static final int CLASSES = 1024;
  private static final int UNREAD_COUNTS = 4;

  /// Pages the hand looks at together: many are quicker, few see sooner what their neighbours in
  /// numbers have just been paid.
  private static final int TOGETHER = 8;

  /// From so many pages on, every fourth is enough to count.
  private static final int MANY = 4096;

  private final Ledger ledger;
  private final int[] holders = new int[CLASSES];
  private int counted;
  private long threshold = Long.MAX_VALUE;
  private int first;
  private int hand;

  /// Bit k is set where page `first + k` is rich and was not proposed yet.
  private long rich;

  public CountingClock(Ledger ledger) {
    this.ledger = ledger;
  }

  /// The page at which the hand stops now, [PageTable#NO_PAGE] where it stopped at none in three
  /// sweeps.
  public int next() {
    int sweeps = 0;
    while (sweeps < 3) {
      while (rich != 0) {
        int page = first + Long.numberOfTrailingZeros(rich);
        rich &= rich - 1;
        if (ledger.known(page)) {
          return page;
        }
      }
      if (hand >= ledger.pages()) {
        startSweep();
        sweeps++;
      }
      look();
    }
    return PageTable.NO_PAGE;
  }

  /// At the next pages: who is rich, and how many hold how much. (The first sweep only counts.)
  private void look() {
    first = hand;
    hand = Math.min(first + TOGETHER, ledger.pages());
    rich = ledger.holding(first, hand, threshold, threshold / UNREAD_COUNTS);
    int step = ledger.pages() < MANY ? 1 : 4;
    for (int page = first; page < hand; page += step) {
      if (ledger.known(page)) {
        long cash = ledger.cash(page);
        holders[classOf(ledger.wasRead(page) ? cash : UNREAD_COUNTS * cash)]++;
        counted++;
      }
    }
  }

  private void startSweep() {
    int richer = 0;
    int lowest = CLASSES;
    while (lowest > 0 && richer <= RICHEST * counted) {
      richer += holders[--lowest];
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
