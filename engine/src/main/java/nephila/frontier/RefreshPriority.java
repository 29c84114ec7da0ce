package nephila.frontier;

import nephila.ledger.PageTable;
import nephila.ledger.StoredLedger;

/// How urgent it is to read a page again, but for its age: √worth × the rate of change seen, which
/// is changes per read, shrunk towards a half. Worth is weighed by the [Focus] before the root is
/// taken: a page that counts three times as much is read as often as one that is worth three times
/// as much. Each miss in a row halves the urgency. A page that is gone counts for what it would be
/// worth if it came back.
public final class RefreshPriority implements PagePriority {
  private final PageTable pages;
  private final StoredLedger ledger;
  private final Focus focus;

  public RefreshPriority(PageTable pages, StoredLedger ledger, Focus focus) {
    this.pages = pages;
    this.ledger = ledger;
    this.focus = focus;
  }

  @Override
  public double of(int slot) {
    long gone = pages.isGone(slot) ? ledger.worthIfBack(slot) : 0;
    double credits = (double) Math.max(gone, ledger.worth(slot)) / ledger.credit();
    double weighed = focus.weigh(slot, credits);
    return of(weighed, pages.reads(slot), pages.changes(slot), pages.misses(slot));
  }

  /// The same of a page that is not in memory; its focus is not known.
  static double of(double credits, int reads, int changes, int misses) {
    return Math.sqrt(credits) * (changes + 0.5) / (reads + 1.0) / (1 << misses);
  }
}
