package nephila.frontier;

import nephila.ledger.OpicLedger;

/// Greedy (000 §3.1): by the cash of pages under OPIC, weighed by a [Focus].
///
/// The virtual page pays all pages alike at every read. The priority counts its payments up to a
/// level, so that a page's priority changes only when the page is paid or read; when the virtual
/// page has paid every page a sixteenth of a credit more, the level is raised and the pages are
/// ordered anew. Without a focus the order is that of cash at any time.
public final class GreedyPriority implements PagePriority {
  private static final long STEP = OpicLedger.CREDIT / 16;

  private final OpicLedger ledger;
  private final Focus focus;
  private long level;

  public GreedyPriority(OpicLedger ledger, Focus focus) {
    this.ledger = ledger;
    this.focus = focus;
    this.level = ledger.commonCash();
  }

  @Override
  public double of(int slot) {
    long cash = ledger.cash(slot) - ledger.commonCash() + level;
    return focus.weigh(slot, (double) cash / OpicLedger.CREDIT);
  }

  @Override
  public boolean learns() {
    boolean rose = ledger.commonCash() - level >= STEP;
    level = rose ? ledger.commonCash() : level;
    return rose;
  }
}
