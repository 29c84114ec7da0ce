package nephila.cluster.wire;

/// What an owner should know of the crawl as a whole, a little old.
///
/// @param running whether pages are to be ordered; pushing goes on when not. Of a graph that is
///   ranked, whether all rows are there and pushing may begin
/// @param idle whether nobody fetches: then there is time to make importance exact
/// @param pagesLeft how many pages may still be ordered, in all partitions together
/// @param worthSum Σ worth over all known pages, in units; 0 when not known yet
/// @param opic what the other partitions have counted where importance is OPIC's
public record CrawlDirective(
    boolean running, boolean idle, long pagesLeft, double worthSum, OpicView opic) {
  public static final CrawlDirective WAIT = new CrawlDirective(false, true, Long.MAX_VALUE, 0);
  public static final CrawlDirective RUN = new CrawlDirective(true, false, Long.MAX_VALUE, 0);

  public CrawlDirective(boolean running, boolean idle, long pagesLeft, double worthSum) {
    this(running, idle, pagesLeft, worthSum, OpicView.NONE);
  }

  /// The same, but nothing is to be ordered for now.
  public CrawlDirective withoutOrders() {
    return new CrawlDirective(running, idle, 0, worthSum, opic);
  }

  /// The same, with what is known of the partitions now.
  public CrawlDirective with(OpicView now) {
    return new CrawlDirective(running, idle, pagesLeft, worthSum, now);
  }
}
