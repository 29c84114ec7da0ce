package nephila.select;

import java.util.function.IntUnaryOperator;
import nephila.frontier.Focus;
import nephila.frontier.HostDiscount;
import nephila.ledger.ExactLedger;

/// Splits the reading budget between discovery and refresh: the share `refreshShare` of the reads
/// goes to pages read before, by √importance · age, the rest to unread pages by [FrontierWorth].
/// Where one side has nothing to offer the other gets its reads.
///
/// The split is even over time, not random: of any 1/share consecutive reads one is a refresh.
public final class PageScheduler implements PageSelector {
  private final ExactLedger ledger;
  private final FrontierWorth frontier;
  private final RefreshSelector refresh;
  private double refreshShare;
  private double owedToRefresh;
  private int[] batch = {};
  private int at;

  /// Where nothing is known of hosts.
  public PageScheduler(ExactLedger ledger, double refreshShare, Focus focus) {
    this(ledger, refreshShare, focus, HostDiscount.HOST, page -> 0);
  }

  /// `siblings` and `familyOf` as for [FrontierWorth].
  public PageScheduler(
      ExactLedger ledger,
      double refreshShare,
      Focus focus,
      HostDiscount siblings,
      IntUnaryOperator familyOf) {
    this.ledger = ledger;
    this.frontier = new FrontierWorth(ledger, focus, siblings, familyOf);
    this.refresh = RefreshSelector.ofReadPages(ledger);
    refreshShare(refreshShare);
  }

  /// Changes the split from now on.
  public void refreshShare(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("refresh share " + share + " is not between 0 and 1");
    }
    refreshShare = share;
  }

  @Override
  public int next() {
    owedToRefresh += refreshShare;
    if (owedToRefresh >= 1) {
      int page = refresh.next();
      if (page != NO_PAGE) {
        owedToRefresh--;
        return page;
      }
    }
    int page = discover();
    if (page == NO_PAGE) {
      owedToRefresh = 0;
      return refresh.next();
    }
    refresh.willBeRead(page);
    return page;
  }

  private int discover() {
    for (int tried = 0; tried < 2; tried++) {
      while (at < batch.length) {
        int page = batch[at++];
        if (ledger.known(page) && !ledger.wasRead(page)) {
          return page;
        }
      }
      batch = frontier.best(FrontierWorth.batch(ledger.totals().read()));
      at = 0;
      if (batch.length == 0) {
        return NO_PAGE;
      }
    }
    return NO_PAGE;
  }
}
