package nephila.config;

/// In which order the pages of the hosts that are due are read.
///
/// The first three order unread pages; pages are read again by worth, change and age, in a lane of
/// their own. The others order all pages, read or not, in one lane, or in two by the same order
/// where a share of re-reads is set.
public enum SelectionOrder {
  /// By the importance that is expected in the end, with the focus rules; directories and hosts
  /// take turns.
  EXACT,
  /// Unread pages by cash, as the papers' Greedy: a page pays what it has when it is read, and
  /// nothing is pushed after that.
  CASH,
  /// In the order in which they became known; for comparison.
  BFS,
  /// Any page, each as likely as another, the same in every run; for comparison.
  RANDOM,
  /// The papers' Greedy: the page with most cash.
  GREEDY,
  /// The papers' Cycle: the page that waited longest.
  CYCLE,
  /// Our counting clock: pages with much cash as a hand comes by.
  CLOCK,
  /// The strategy of Xyleme: most cash, weighed by focus and by how often the page changes.
  XYLEME;

  /// Whether read pages are ordered as unread ones are.
  public boolean ordersAll() {
    return this != EXACT && this != CASH && this != BFS;
  }

  /// Whether cash is what orders pages, so that it waits until its page is read.
  public boolean byCash() {
    return this == CASH || this == GREEDY || this == CLOCK || this == XYLEME;
  }

  /// Whether stored pages are pushed while the crawl goes on.
  public boolean pushes() {
    return !byCash();
  }
}
