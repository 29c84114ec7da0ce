package nephila.cluster;

import java.util.LinkedHashSet;

/// Which pages owe so much that they are to be pushed, in the order in which they came to: a key in
/// memory each. What is much sinks while there is nothing else to do.
final class PushQueue {
  private final LinkedHashSet<PageKey> pages = new LinkedHashSet<>();
  private final long usual;
  private long threshold;

  /// @param usual what a page may owe in either direction while there is other work
  PushQueue(long usual) {
    this.usual = usual;
    this.threshold = usual;
  }

  boolean isMuch(long residual) {
    return Math.abs(residual) > threshold;
  }

  /// The page owes so much now.
  void owes(PageKey page, long residual) {
    if (isMuch(residual)) {
      pages.add(page);
    }
  }

  boolean isEmpty() {
    return pages.isEmpty();
  }

  /// Takes the page that has waited longest; it may owe less by now.
  PageKey take() {
    return pages.removeFirst();
  }

  /// Whether less than now could count as much.
  boolean canSink() {
    return threshold > 1;
  }

  /// From now on a quarter is much. Who owes that is for the caller to find.
  void sink() {
    threshold = Math.max(1, threshold / 4);
  }

  /// Only the usual is much again.
  void rise() {
    threshold = usual;
  }
}
