package nephila.view;

import java.util.Locale;
import nephila.ledger.OpicLedger;
import nephila.ledger.window.Window;
import nephila.store.CrawlStore;
import nephila.store.record.StoredPage;
import org.jspecify.annotations.Nullable;

/// A page in the papers' terms, where importance is OPIC's: all cash together is 1. Its components
/// are fields of JSON, by name.
///
/// @param cash C
/// @param history H, what it has paid in all, and what it was given as its past
/// @param estimate `(H + C)/(G + 1)`
/// @param share X = H/|H|, where |H| = G
/// @param totals of the crawl
public record OpicPage(
    double cash, double history, double estimate, double share, OpicTotals totals) {

  /// Null where the crawl's importance is the exact ledger's.
  public static @Nullable OpicPage of(CrawlStore store, int slot) {
    OpicTotals totals = OpicTotals.of(store);
    if (totals == null || !(store.ledger() instanceof OpicLedger opic)) {
      return null;
    }
    boolean hasPast = opic.known(slot) && (store.pages().isRead(slot) || givesPast(store));
    long history = hasPast ? store.pages().paid(slot) : 0;
    return of(opic.cash(slot), history, opic.issued(), totals);
  }

  /// A page of a store as it is kept.
  ///
  /// @param totals of that store
  public static OpicPage of(CrawlStore store, StoredPage page, OpicTotals totals) {
    boolean hasPast = page.isRead() || (givesPast(store) && page.hasAccount());
    long history = hasPast && !page.isGone() ? page.paid() : 0;
    if (!(store.ledger() instanceof OpicLedger opic)) {
      throw new IllegalArgumentException("the importance of this crawl is not OPIC's");
    }
    return of(store.unspent(page), history, opic.issued(), totals);
  }

  /// Whether pages that were not read have a history.
  private static boolean givesPast(CrawlStore store) {
    return store.choice().defaultHistory() && store.choice().window() instanceof Window.All;
  }

  /// @param cash in units
  /// @param history in units
  /// @param issued all cash, in units
  public static OpicPage of(long cash, long history, double issued, OpicTotals totals) {
    double held = cash / issued;
    double paid = history / issued;
    double turnover = totals.turnover();
    return new OpicPage(
        held, paid, (paid + held) / (turnover + 1), turnover > 0 ? paid / turnover : 0, totals);
  }

  String line() {
    return String.format(
        Locale.ROOT,
        "  %s: C %.3g, H %.3g; (H + C)/(G + 1) %.3g, X = H/|H| %.3g",
        totals.words(),
        cash,
        history,
        estimate,
        share);
  }
}
