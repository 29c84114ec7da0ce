package nephila.config;

/// In which order the unread pages of the hosts that are due are read.
public enum SelectionOrder {
  /// By the importance that is expected in the end, with the focus rules; directories and hosts
  /// take turns.
  EXACT,
  /// By cash alone, the papers' Greedy: a page pays what it has when it is read, and nothing is
  /// pushed after that.
  CASH,
  /// In the order in which they became known; for comparison.
  BFS,
  /// In an arbitrary order that is the same in every run; for comparison.
  RANDOM;

  /// Whether stored pages are pushed while the crawl goes on.
  public boolean pushes() {
    return this != CASH;
  }
}
