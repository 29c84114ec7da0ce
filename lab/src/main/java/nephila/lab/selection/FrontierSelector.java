package nephila.lab.selection;

import nephila.frontier.Frontier;
import nephila.frontier.HostQueue;
import nephila.ledger.Ledger;
import nephila.ledger.PageTable;

/// The pages of a ledger in the crawler's own [Frontier], in an order of the papers: one queue that
/// is always due, into which a page goes back when it was read. O(log n) a change.
public final class FrontierSelector implements PageSelector {
  private final Ledger ledger;
  private final ReadingOrder order;
  private final PageTable places = new PageTable();
  private final Frontier<AlwaysDue> frontier;
  private int taken = NO_PAGE;

  private FrontierSelector(Ledger ledger, ReadingOrder order) {
    this.ledger = ledger;
    this.order = order;
    this.frontier = AlwaysDue.frontier(places, page -> 0, order);
  }

  /// By cash: [GreedyOrder].
  public static PageSelector greedy(Ledger ledger) {
    return new FrontierSelector(ledger, new GreedyOrder(ledger));
  }

  /// In turn: [CycleOrder].
  public static PageSelector cycle(Ledger ledger) {
    return new FrontierSelector(ledger, new CycleOrder());
  }

  /// By √importance · age: [RefreshOrder].
  public static PageSelector refresh(Ledger ledger) {
    return new FrontierSelector(ledger, new RefreshOrder(ledger));
  }

  @Override
  public boolean ordered() {
    return true;
  }

  @Override
  public void changed(int page) {
    takeUpNewPages();
    if (Frontier.isNowhere(places, page)) {
      add(page);
    } else if (order.followsPayments()) {
      frontier.changed(page, true);
    }
  }

  private void add(int page) {
    if (ledger.known(page)) {
      order.waits(page);
      frontier.add(page, 0);
    }
  }

  private void takeUpNewPages() {
    while (places.size() < ledger.pages()) {
      add(places.add());
    }
  }

  @Override
  public int next() {
    order.chooses();
    takeUpNewPages();
    if (taken != NO_PAGE) {
      frontier.release(taken);
      add(taken);
    }
    do {
      HostQueue<AlwaysDue> queue = frontier.next(0);
      if (queue == null) {
        taken = NO_PAGE;
        return NO_PAGE;
      }
      taken = frontier.take(queue, 0);
      if (!ledger.known(taken)) {
        frontier.release(taken);
      }
    } while (!ledger.known(taken));
    return taken;
  }
}
