package nephila.frontier.order;

import nephila.frontier.Focus;
import nephila.frontier.HostDiscount;
import nephila.frontier.PagePriority;
import nephila.ledger.StoredLedger;

/// By what pages are worth now, weighed by a [Focus]; hosts take turns ([HostDiscount]) where that
/// is asked for.
public final class CashPriority implements PagePriority {
  private final StoredLedger ledger;
  private final double credit;
  private final Focus focus;
  private final boolean hostsTakeTurns;

  public CashPriority(StoredLedger ledger, Focus focus, boolean hostsTakeTurns) {
    this.ledger = ledger;
    this.credit = ledger.credit();
    this.focus = focus;
    this.hostsTakeTurns = hostsTakeTurns;
  }

  @Override
  public double of(int slot) {
    return focus.weigh(slot, ledger.worth(slot) / credit);
  }

  @Override
  public double hostShare(long reads) {
    return hostsTakeTurns ? HostDiscount.HOST.share(reads) : 1;
  }
}
