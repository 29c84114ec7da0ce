package nephila.graph;

/// What a graph is like.
///
/// @param dangling pages without links
/// @param unlinked pages that no other page links to
/// @param selfLinks links of a page to itself
/// @param strong parts whose pages reach each other, with the periods of their cycles
public record GraphFacts(
    int pages,
    long links,
    int dangling,
    int unlinked,
    long selfLinks,
    Degrees out,
    Degrees in,
    Components weak,
    StrongComponents strong) {

  /// Looks at every link a few times; 32 bytes a page at most.
  public static GraphFacts of(RowGraph graph) {
    int pages = graph.pages();
    int[] out = new int[pages];
    int[] in = new int[pages];
    int[] fromOthers = new int[pages];
    long selfLinks = 0;
    int dangling = 0;
    for (int page = 0; page < pages; page++) {
      out[page] = graph.outDegree(page);
      dangling += out[page] == 0 ? 1 : 0;
      for (long k = graph.rowStart(page), end = graph.rowStart(page + 1); k < end; k++) {
        int target = graph.target(k);
        in[target]++;
        if (target == page) {
          selfLinks++;
        } else {
          fromOthers[target]++;
        }
      }
    }
    int unlinked = 0;
    for (int count : fromOthers) {
      unlinked += count == 0 ? 1 : 0;
    }
    return new GraphFacts(
        pages,
        graph.links(),
        dangling,
        unlinked,
        selfLinks,
        Degrees.of(out),
        Degrees.of(in),
        Components.weak(graph),
        Components.strong(graph));
  }
}
