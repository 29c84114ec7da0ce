package nephila.frontier;

import java.util.function.IntToLongFunction;

/// In an arbitrary order that is the same in every run.
public final class RandomPriority implements PagePriority {
  private final IntToLongFunction hash;

  /// `hash` is a number of the page that is the same in every run.
  public RandomPriority(IntToLongFunction hash) {
    this.hash = hash;
  }

  @Override
  public double of(int slot) {
    return hash.applyAsLong(slot) * 0x9E3779B97F4A7C15L >>> 1;
  }

  @Override
  public boolean isByWorth() {
    return false;
  }
}
