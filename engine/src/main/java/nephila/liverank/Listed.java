package nephila.liverank;

import java.util.Arrays;

/// Proposes the pages of a list as they stand.
public final class Listed implements Ordering {
  private final Asked asked;
  private final int[] order;
  private int at;

  Listed(int[] order) {
    this(order, new Asked(order.length));
  }

  /// A list that shares what is known with the ordering it is part of.
  public Listed(int[] order, Asked asked) {
    this.order = order;
    this.asked = asked;
  }

  @Override
  public int[] next(int most) {
    int[] batch = new int[Math.min(most, order.length - at)];
    int filled = 0;
    while (filled < batch.length && at < order.length) {
      int page = order[at++];
      if (asked.fresh(page)) {
        asked.propose(page);
        batch[filled++] = page;
      }
    }
    return filled == batch.length ? batch : Arrays.copyOf(batch, filled);
  }

  @Override
  public void answered(int page, boolean alive) {
    asked.answer(page, alive);
  }
}
