package nephila.frontier.order;

import nephila.frontier.Focus;
import nephila.frontier.PagePriority;
import nephila.ledger.PageTable;
import nephila.ledger.StoredLedger;

/// The strategy of Xyleme (000, Remark 3.1), which is "close to Greedy" and "tailored to optimize
/// our knowledge of the web, the interest of clients for some portions of the web, and the
/// refreshing of the most important pages that change often": the cash of [GreedyPriority], weighed
/// by the [Focus], times how often the page was seen to change. An unread page counts as one that
/// changes at every second read; each miss in a row halves a page.
///
/// Fair as Greedy is: the cash of a page grows until it is read, and its factor does not.
public final class XylemePriority implements PagePriority {
  private final PageTable pages;
  private final GreedyPriority greedy;

  public XylemePriority(PageTable pages, StoredLedger ledger, Focus focus) {
    this.pages = pages;
    this.greedy = new GreedyPriority(ledger, focus);
  }

  @Override
  public double of(int slot) {
    int reads = pages.isRead(slot) ? pages.reads(slot) : 0;
    return greedy.of(slot) * changing(reads, pages.changes(slot), pages.misses(slot));
  }

  private static double changing(int reads, int changes, int misses) {
    return (2 * changes + 1) / (reads + 1.0) / (1 << misses);
  }

  @Override
  public double ofReadOnDisk(double credits, int reads, int changes, int misses, long ageSeconds) {
    return credits * changing(reads, changes, misses);
  }

  @Override
  public boolean followsCash() {
    return true;
  }

  @Override
  public boolean learns() {
    return greedy.learns();
  }
}
