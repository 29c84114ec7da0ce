package nephila.frontier.order;

import nephila.frontier.Focus;
import nephila.frontier.PagePriority;
import nephila.ledger.Ledger;
import nephila.ledger.OpicLedger;
import nephila.ledger.StoredLedger;

/// Greedy (000 §3.1): by cash, what a read of the page would move, weighed by a [Focus]; of equal
/// pages the one known earlier. Fair under OPIC, because the virtual page pays every page until it
/// is read.
///
/// The virtual page pays all pages alike at every read. The priority counts its payments up to a
/// level, so that a page's priority changes only when the page is paid or read; when the virtual
/// page has paid every page a sixteenth of a credit more, the level is raised and the pages are
/// ordered anew. Without a focus the order is that of cash at any time, and the level stays.
///
/// What moves with the ledger as a whole (the residuals of [nephila.ledger.RowlessLedger] drift
/// with its mean credit) is looked up again when a page comes first.
public final class GreedyPriority implements PagePriority {
  private static final long STEP = OpicLedger.CREDIT / 16;

  private final Ledger ledger;
  private final double credit;
  private final Focus focus;
  private final boolean raises;
  private long level;

  private GreedyPriority(Ledger ledger, double credit, Focus focus, boolean raises) {
    this.ledger = ledger;
    this.credit = credit;
    this.focus = focus;
    this.raises = raises;
    this.level = raises ? ledger.commonCash() : 0;
  }

  /// For pages of a store.
  public GreedyPriority(StoredLedger ledger, Focus focus) {
    this(ledger, ledger.credit(), focus, true);
  }

  /// For pages that are all in memory, without a focus.
  public GreedyPriority(Ledger ledger) {
    this(ledger, 1, Focus.NONE, false);
  }

  private long own(int slot) {
    return ledger.cash(slot) - ledger.shareOf(ledger.commonCash(), slot);
  }

  @Override
  public double of(int slot) {
    return focus.weigh(slot, (own(slot) + ledger.shareOf(level, slot)) / credit);
  }

  /// Where focus makes no difference, by the cash to the unit: a priority may be rounded.
  @Override
  public boolean isBefore(int slot, int other) {
    if (raises) {
      return slot < other;
    }
    long more = own(slot) - own(other);
    return more > 0 || (more == 0 && slot < other);
  }

  @Override
  public boolean followsCash() {
    return true;
  }

  @Override
  public boolean learns() {
    boolean rose = raises && ledger.commonCash() - level >= STEP;
    level = rose ? ledger.commonCash() : level;
    return rose;
  }
}
