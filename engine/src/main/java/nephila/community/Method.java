package nephila.community;

/// One way of choosing pages to fetch and of ranking the local domain by what is known. Called in
/// turn: [#update] after every change of the graph, then [#estimate] and [#choose].
public interface Method {
  /// Takes the newly fetched pages into account.
  void update(ExpandedGraph graph);

  /// At most `count` pages of the frontier, best first; fewer only when the frontier has fewer.
  int[] choose(ExpandedGraph graph, int count);

  /// The estimate of p*: one value a page of the local domain, sum 1.
  double[] estimate(ExpandedGraph graph);
}
