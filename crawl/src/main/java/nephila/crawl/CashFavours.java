package nephila.crawl;

import nephila.config.CrawlConfig;
import nephila.config.FocusMeans;
import nephila.config.SteeringMeans;
import nephila.frontier.CashSteering;
import nephila.ledger.OpicLedger;
import nephila.ledger.PageTable;
import nephila.ledger.StoredLedger;
import nephila.process.UrlFilter;
import org.jspecify.annotations.Nullable;

/// Moves OPIC's cash as the plan wants it: extra for pages in focus, and towards new or read pages.
/// Does nothing where importance is the exact ledger's. On a cluster each partition has one, with
/// the purse of its part of the virtual page. Owned by the thread of the ledger.
public final class CashFavours {
  /// The part of the virtual page's income that is kept for pages in focus: the rest goes to every
  /// page alike, so that none is forgotten.
  private static final double FOCUS_PURSE = 0.9;

  private final PageTable pages;
  private final @Nullable OpicLedger ledger;
  private final UrlFilter filter;
  private @Nullable CashSteering steering;
  private double wanted;
  private boolean focuses;

  public CashFavours(PageTable pages, StoredLedger kept, UrlFilter filter, CrawlConfig plan) {
    this.pages = pages;
    this.ledger = kept instanceof OpicLedger opic ? opic : null;
    this.filter = filter;
    if (ledger != null) {
      ledger.virtualShare(1 - plan.damping()); // a run that steered may have ended at another
    }
    rules(plan);
  }

  /// The rules are the plan's from now on.
  public void rules(CrawlConfig plan) {
    if (ledger == null) {
      return;
    }
    boolean steers = plan.steer() == SteeringMeans.CASH;
    boolean focus = plan.focusBy() == FocusMeans.CASH && !plan.focus().isEmpty();
    double share = 1 - plan.refreshShare();
    boolean same = steers == (steering != null) && focus == focuses && share == wanted;
    if (same) {
      return;
    }
    if (steering != null) {
      steering.end();
    }
    focuses = focus;
    wanted = share;
    double purse = focus ? FOCUS_PURSE : 0;
    ledger.extra(focus ? this::extra : null);
    ledger.purseShare(purse);
    if (purse == 0) {
      ledger.emptyPurse();
    }
    steering = steers ? new CashSteering(pages, ledger, share, purse) : null;
  }

  private long extra(int slot, long share) {
    double credit = OpicLedger.CREDIT;
    return (long) (credit * filter.extra(pages.focus(slot), share / credit));
  }

  /// A page was read, and has paid.
  public void read(boolean first) {
    if (steering != null) {
      steering.read(first);
    }
  }

  /// The share of first reads of late; below 0 where nothing is steered.
  public double reached() {
    return steering == null ? -1 : steering.reached();
  }

  /// The share wanted and reached, empty where nothing is steered.
  String note() {
    return steering == null ? "" : steering.note();
  }
}
