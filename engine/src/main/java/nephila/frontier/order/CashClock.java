package nephila.frontier.order;

import nephila.ledger.Ledger;
import nephila.ledger.PageTable;

/// The clock for cash that is conserved (OPIC): a hand sweeps over the pages and stops at those
/// whose cash is at least 1.5·f times the mean. No queue, 0 bytes a page, as precise as Greedy at a
/// third of a heap's cost.
///
/// The threshold is fixed during a sweep. After a sweep that stopped at less than 2 % of the pages
/// f is halved; after one that stopped at more than a third f is doubled, up to 1. Fair: f falls
/// until any page with cash is read, and reading never raises the threshold above 1.5 times the
/// mean.
public final class CashClock {
  private static final double ABOVE_MEAN = 1.5;
  private static final double FEW = 0.02;
  private static final double MANY = 1.0 / 3;
  private static final double LEAST = 1.0 / (1 << 20);
  private static final int QUIET_SWEEPS = 64;

  private final Ledger ledger;
  private double factor = 1;
  private long threshold;
  private int hand = Integer.MAX_VALUE - 1;
  private long sweepCash;
  private int sweepKnown;
  private int sweepStops;

  public CashClock(Ledger ledger) {
    this.ledger = ledger;
  }

  /// The page at which the hand stops now, [PageTable#NO_PAGE] where it stopped at none in many
  /// sweeps.
  public int next() {
    int quiet = 0;
    while (quiet < QUIET_SWEEPS) {
      if (++hand >= ledger.pages()) {
        quiet += sweepStops == 0 ? 1 : 0;
        startSweep();
      }
      if (hand < ledger.pages() && ledger.known(hand)) {
        long cash = ledger.cash(hand);
        sweepCash += cash;
        sweepKnown++;
        if (cash >= threshold) {
          sweepStops++;
          return hand;
        }
      }
    }
    return PageTable.NO_PAGE;
  }

  private void startSweep() {
    if (sweepKnown > 0) {
      double share = (double) sweepStops / sweepKnown;
      factor = share < FEW ? Math.max(LEAST, factor / 2) : factor;
      factor = share > MANY ? Math.min(1, factor * 2) : factor;
      threshold = (long) (ABOVE_MEAN * factor * ((double) sweepCash / sweepKnown));
    }
    hand = 0;
    sweepCash = 0;
    sweepKnown = 0;
    sweepStops = 0;
  }
}
