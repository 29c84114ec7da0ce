package nephila.graph;

/// A graph whose links weigh more or less than they did, by the pages that they lead from and to. A
/// view: costs a call a link.
public final class WeighedGraph implements LinkGraph {
  private final LinkGraph graph;
  private final LinkWeight weight;

  /// The factor by which a link's weight is multiplied; at least 0. Called by several threads.
  @FunctionalInterface
  public interface LinkWeight {
    double of(int from, int to);
  }

  public WeighedGraph(LinkGraph graph, LinkWeight weight) {
    this.graph = graph;
    this.weight = weight;
  }

  @Override
  public int pages() {
    return graph.pages();
  }

  @Override
  public long links() {
    return graph.links();
  }

  @Override
  public int outDegree(int page) {
    return graph.outDegree(page);
  }

  @Override
  public LinkCursor successors(int page) {
    LinkCursor links = graph.successors(page);
    return new LinkCursor() {
      private int last = NO_PAGE;

      @Override
      public int next() {
        last = links.next();
        return last;
      }

      @Override
      public double weight() {
        return links.weight() * weight.of(page, last);
      }
    };
  }

  @Override
  public LinkGraph copy() {
    return new WeighedGraph(graph.copy(), weight);
  }

  @Override
  public boolean weighted() {
    return true;
  }
}
