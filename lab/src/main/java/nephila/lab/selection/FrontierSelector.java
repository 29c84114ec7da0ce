package nephila.lab.selection;

import nephila.frontier.Frontier;
import nephila.frontier.HostQueue;
import nephila.frontier.PagePriority;
import nephila.frontier.order.CyclePriority;
import nephila.frontier.order.GreedyPriority;
import nephila.ledger.Ledger;
import nephila.ledger.PageTable;

/// The pages of a ledger in the crawler's own [Frontier], in an order of the papers: one queue that
/// is always due, into which a page goes back when it was read. O(log n) a change.
public final class FrontierSelector implements PageSelector {
  private final Ledger ledger;
  private final PagePriority order;
  private final Runnable chooses;
  private final PageTable places = new PageTable();
  private final Frontier<AlwaysDue> frontier;
  private int taken = NO_PAGE;

  /// `chooses` is told when the next page is about to be chosen.
  private FrontierSelector(Ledger ledger, PagePriority order, Runnable chooses) {
    this.ledger = ledger;
    this.order = order;
    this.chooses = chooses;
    this.frontier = AlwaysDue.frontier(places, page -> 0, order);
  }

  /// By cash: [GreedyPriority].
  public static PageSelector greedy(Ledger ledger) {
    return new FrontierSelector(ledger, new GreedyPriority(ledger), () -> {});
  }

  /// In turn: [CyclePriority].
  public static PageSelector cycle(Ledger ledger) {
    return new FrontierSelector(ledger, new CyclePriority(), () -> {});
  }

  /// By √importance · age: [RefreshOrder].
  public static PageSelector refresh(Ledger ledger) {
    RefreshOrder order = new RefreshOrder(ledger);
    return new FrontierSelector(ledger, order, order::chooses);
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
    } else if (order.followsCash()) {
      frontier.changed(page, true);
    }
  }

  private void add(int page) {
    if (ledger.known(page)) {
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
    chooses.run();
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
