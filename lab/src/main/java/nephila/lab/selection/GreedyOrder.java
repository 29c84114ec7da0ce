package nephila.lab.selection;

import nephila.ledger.Ledger;

/// Greedy (000 §3.1), exactly: the known page with the highest cash, the lowest number among
/// equals. Fair because cash comes back: the virtual page pays every page, so each page's cash
/// grows until it is read.
///
/// Keys leave out [Ledger#commonCash], so only pages that were paid or read move. What moves with
/// the ledger as a whole (the exact form's residuals drift a little with β) is looked up again when
/// a page comes first.
final class GreedyOrder implements ReadingOrder {
  private final Ledger ledger;

  GreedyOrder(Ledger ledger) {
    this.ledger = ledger;
  }

  private long own(int page) {
    return ledger.cash(page) - ledger.commonCash();
  }

  @Override
  public double of(int page) {
    return own(page);
  }

  @Override
  public boolean isBefore(int page, int other) {
    long more = own(page) - own(other);
    return more > 0 || (more == 0 && page < other);
  }

  @Override
  public boolean followsPayments() {
    return true;
  }
}
