package nephila.select;

import nephila.ledger.Ledger;

/// Cycle (000 §3.1): all known pages in the order of their numbers, again and again. Fair: between
/// two reads of a page every other known page is read once.
public final class CycleSelector implements PageSelector {
  private final Ledger ledger;
  private int hand = -1;

  public CycleSelector(Ledger ledger) {
    this.ledger = ledger;
  }

  @Override
  public int next() {
    for (int tried = 0; tried < ledger.pages(); tried++) {
      hand = hand + 1 < ledger.pages() ? hand + 1 : 0;
      if (ledger.known(hand)) {
        return hand;
      }
    }
    return NO_PAGE;
  }
}
