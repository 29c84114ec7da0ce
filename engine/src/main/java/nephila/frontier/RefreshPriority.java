package nephila.frontier;

import nephila.ledger.ExactLedger;
import nephila.ledger.PageTable;

/// How urgent it is to read a page again, but for its age: √worth × the rate of change seen, which
/// is changes per read, shrunk towards a half. Worth is weighed by the [Focus] before the root is
/// taken: a page that counts three times as much is read as often as one that is worth three times
/// as much.
public final class RefreshPriority implements PagePriority {
  private final PageTable pages;
  private final ExactLedger ledger;
  private final Focus focus;

  public RefreshPriority(PageTable pages, ExactLedger ledger, Focus focus) {
    this.pages = pages;
    this.ledger = ledger;
    this.focus = focus;
  }

  @Override
  public double of(int slot) {
    double credits = (double) ledger.worth(slot) / ledger.credit();
    return of(focus.weigh(slot, credits), pages.reads(slot), pages.changes(slot));
  }

  /// The same of a page that is not in memory; its focus is not known.
  static double of(double credits, int reads, int changes) {
    return Math.sqrt(credits) * (changes + 0.5) / (reads + 1.0);
  }
}
