package nephila.frontier.order;

import nephila.frontier.PagePriority;

/// In the order in which pages became known.
public final class DiscoveryPriority implements PagePriority {
  @Override
  public double of(int slot) {
    return 1 / (1.0 + slot);
  }

  @Override
  public boolean isByWorth() {
    return false;
  }
}
