package nephila.crawl;

import nephila.store.PageTable;

/// In which order the unread pages of the hosts that are due are read.
public enum Select {
  /// By importance as known now, with the focus rules.
  EXACT,
  /// In the order in which they became known; for comparison.
  BFS,
  /// In an arbitrary order that is the same in every run; for comparison.
  RANDOM;

  SlotHeap.Worth order(PageTable pages, SlotHeap.Worth byImportance) {
    return switch (this) {
      case EXACT -> byImportance;
      case BFS -> slot -> -slot;
      case RANDOM -> slot -> pages.hash(slot) * 0x9E3779B97F4A7C15L >>> 1;
    };
  }
}
