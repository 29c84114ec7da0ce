package nephila.graph;

/// Takes the rows of a graph, page 0 first.
@FunctionalInterface
public interface RowSink {
  /// Page `page` links to the first `count` of `targets`, ascending and distinct. The array is the
  /// caller's and changes after the call.
  void row(int page, int[] targets, int count);
}
