package nephila.lab.simulation;

import java.util.Objects;
import java.util.function.IntUnaryOperator;
import nephila.frontier.Frontier;
import nephila.frontier.HostQueue;
import nephila.lab.selection.AlwaysDue;
import nephila.ledger.PageTable;

/// The pages a simulated crawl knows and has not read, in the crawler's own [Frontier] by a
/// [BatchOrder]: a host that is always due for each family of pages that take turns.
final class SimulatedFrontier {
  private final int[][] rows;
  private final BatchOrder order;
  private final int[] unread;
  private int count;
  private final boolean[] known;
  private final boolean[] read;
  private final Frontier<AlwaysDue> frontier;

  /// @param familyOf a small number
  SimulatedFrontier(int[][] rows, BatchOrder order, IntUnaryOperator familyOf) {
    this.rows = rows;
    this.order = order;
    this.unread = new int[rows.length];
    this.known = new boolean[rows.length];
    this.read = new boolean[rows.length];
    PageTable places = new PageTable();
    while (places.size() < rows.length) {
      places.add();
    }
    this.frontier = AlwaysDue.frontier(places, familyOf, order);
  }

  void discovered(int page) {
    if (!known[page]) {
      known[page] = true;
      unread[count++] = page;
      order.discovered(page);
    }
  }

  void read(int page) {
    read[page] = true;
    order.reads(page);
    for (int target : rows[page]) {
      discovered(target);
    }
    order.wasRead(page, rows[page]);
  }

  /// The best `most` unread pages, best first.
  int[] best(int most) {
    int kept = 0;
    for (int k = 0; k < count; k++) {
      if (!read[unread[k]]) {
        unread[kept++] = unread[k];
      }
    }
    count = kept;
    order.look(unread, count);
    for (int k = 0; k < count; k++) {
      frontier.add(unread[k], 0);
    }
    frontier.reorder(0);
    int[] best = new int[Math.min(most, count)];
    for (int k = 0; k < best.length; k++) {
      HostQueue<AlwaysDue> family = Objects.requireNonNull(frontier.next(0));
      frontier.wasRead(family);
      best[k] = frontier.take(family, 0);
    }
    return best;
  }
}
