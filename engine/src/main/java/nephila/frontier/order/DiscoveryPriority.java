package nephila.frontier.order;

import java.util.function.IntToLongFunction;
import nephila.frontier.PagePriority;

/// In the order in which pages became known.
public final class DiscoveryPriority implements PagePriority {
  private final IntToLongFunction turn;

  /// @param turn a number of the page, 0 or more, that grows with the time at which it became known
  public DiscoveryPriority(IntToLongFunction turn) {
    this.turn = turn;
  }

  @Override
  public double of(int slot) {
    return 1 / (1.0 + turn.applyAsLong(slot));
  }

  @Override
  public boolean isBefore(int slot, int other) {
    long its = turn.applyAsLong(slot);
    long others = turn.applyAsLong(other);
    return its < others || (its == others && slot < other);
  }

  @Override
  public boolean isByWorth() {
    return false;
  }
}
