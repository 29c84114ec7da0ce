package nephila.graph;

/// Pages numbered 0 … pages() − 1 and the links between them. Links of a page are distinct and in
/// ascending order; self-links may occur.
///
/// Thread-safety: a graph may be read by one thread at a time; [#copy] gives another thread its own
/// cheap view.
public interface LinkGraph {
  /// No page: the sentinel of [LinkCursor#next].
  int NO_PAGE = -1;

  int pages();

  long links();

  int outDegree(int page);

  /// The pages that `page` links to. The cursor is valid until the next call on this graph.
  LinkCursor successors(int page);

  /// A view of the same graph for another thread.
  LinkGraph copy();

  /// Whether links carry weights; without, every link weighs 1.
  default boolean weighted() {
    return false;
  }

  /// Walks over the links of one page.
  interface LinkCursor {
    /// The next page linked to, or [#NO_PAGE].
    int next();

    /// The weight of the link that [#next] returned last.
    default double weight() {
      return 1.0;
    }
  }
}
