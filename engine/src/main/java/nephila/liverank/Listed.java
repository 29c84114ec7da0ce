package nephila.liverank;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Proposes the pages of a list as they stand.
public final class Listed implements Ordering {
  private final Asked asked;
  private final int[] order;
  private final double @Nullable [] scoreOf;
  private int at;

  /// @param pages of the snapshot
  /// @param scoreOf what each page counts for, null where only the order is known
  public Listed(int[] order, int pages, double @Nullable [] scoreOf) {
    this(order, new Asked(pages), scoreOf);
  }

  /// A list that shares what is known with the ordering it is part of.
  public Listed(int[] order, Asked asked) {
    this(order, asked, null);
  }

  /// The same with what each page counts for.
  public Listed(int[] order, Asked asked, double @Nullable [] scoreOf) {
    this.order = order;
    this.asked = asked;
    this.scoreOf = scoreOf;
  }

  /// Whether every page of the list was proposed or answered.
  boolean isSpent() {
    while (at < order.length && !asked.fresh(order[at])) {
      at++;
    }
    return at == order.length;
  }

  @Override
  public RankedPages rest() {
    int[] left = next(order.length);
    return scoreOf == null ? RankedPages.byPlace(left) : RankedPages.of(left, scoreOf);
  }

  @Override
  public void closed(int page) {
    asked.close(page);
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
