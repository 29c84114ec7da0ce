package nephila.crawl;

import nephila.store.PageIndex;

/// In which order the unread pages of the hosts that are due are read.
public enum Select {
  /// By the importance that is expected in the end ([ExpectedWorthModel]), with the focus rules;
  /// directories and hosts take turns ([nephila.select.Siblings]).
  EXACT,
  /// By cash alone, the papers' greedy OPIC: a page pays what it has when it is read, and nothing
  /// is pushed after that.
  CASH,
  /// In the order in which they became known; for comparison.
  BFS,
  /// In an arbitrary order that is the same in every run; for comparison.
  RANDOM;

  SlotHeap.Worth order(PageIndex index, SlotHeap.Worth byImportance) {
    return switch (this) {
      case EXACT, CASH -> byImportance;
      case BFS -> slot -> 1 / (1.0 + slot);
      case RANDOM -> slot -> index.hash(slot) * 0x9E3779B97F4A7C15L >>> 1;
    };
  }

  /// Whether a page counts less the more pages of its host were read.
  boolean takesTurns() {
    return this == EXACT;
  }

  /// Whether stored pages are pushed while the crawl goes on.
  boolean pushes() {
    return this != CASH;
  }
}
