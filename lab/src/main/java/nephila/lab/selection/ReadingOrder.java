package nephila.lab.selection;

import nephila.frontier.PagePriority;

/// An order of pages that are read again and again.
interface ReadingOrder extends PagePriority {
  /// The next page is about to be chosen.
  default void chooses() {}

  /// The page waits from now on: it has become known, or was read.
  default void waits(int page) {}

  /// Whether payments move pages; else a page is looked at when it comes first.
  default boolean followsPayments() {
    return false;
  }
}
