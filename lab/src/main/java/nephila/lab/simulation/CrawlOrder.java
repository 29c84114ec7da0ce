package nephila.lab.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import nephila.UserError;
import nephila.frontier.growth.UrlKind;
import nephila.graph.CsrGraph;
import nephila.graph.PageNames;
import nephila.rank.RankOptions;

/// How much importance does a crawl capture that reads each page once, in a given order, from a
/// start page? Importance is the rank of the graph that can be reached from there.
///
/// Orders: [Order]. Each is asked for about 1 % of the pages read so far at a time (5 % for
/// PageRank, which is solved anew each time).
public final class CrawlOrder {
  private final int[][] rows;
  private final int[] reachable;
  private final double[] importance;
  private final int start;
  private final int[] kinds;
  private final PageFamilies families;

  /// Which unread page is next.
  public enum Order {
    /// First discovered, first read.
    BFS,
    /// Most links from pages read.
    BACKLINKS,
    /// Most OPIC cash.
    OPIC,
    /// What pages are expected to be worth in the end, learned with the exact form.
    EXACT,
    /// The off-line rank of the known graph, solved again and again.
    PAGERANK,
    /// The known page with the highest true importance.
    ORACLE,
    /// Any known page.
    RANDOM;

    /// The orders named in a list like `bfs,exact`.
    public static List<Order> parse(String names) {
      try {
        return Arrays.stream(names.split(",", -1))
            .map(name -> valueOf(name.strip().toUpperCase(Locale.ROOT)))
            .toList();
      } catch (IllegalArgumentException e) {
        throw new UserError(
            "order '"
                + names
                + "': use a list of bfs, backlinks, opic, exact, pagerank, oracle,"
                + " random",
            e);
      }
    }
  }

  public CrawlOrder(CsrGraph graph, int start) {
    this(graph, start, Optional.empty());
  }

  /// With the pages' URLs, from which the exact order learns which kinds of pages matter and sees
  /// which pages are of one directory and host.
  public CrawlOrder(CsrGraph graph, int start, Optional<PageNames> names) {
    int pages = graph.pages();
    if (start < 0 || start >= pages) {
      throw new UserError(
          "start page " + start + " is not in the graph; its pages are 0 to " + (pages - 1));
    }
    this.start = start;
    this.kinds = new int[pages];
    names.ifPresent(urls -> Arrays.setAll(kinds, page -> UrlKind.of(urls.name(page))));
    this.rows = graph.rows();
    this.families = PageFamilies.of(rows, names);
    Reachable part = Reachable.from(rows, start);
    this.reachable = part.order();
    this.importance = part.rank(RankOptions.DEFAULTS.withThreshold(1e-11));
  }

  /// How many pages can be reached, the start included.
  public int reachablePages() {
    return reachable.length;
  }

  /// The share of importance captured when each of the shares of the reachable pages was read, a
  /// share of 0.1 meaning a tenth. `shares` ascend.
  public double[] captured(Order order, double[] shares, RandomGenerator random) {
    SimulatedFrontier frontier = frontier(order, random);
    double[] captured = new double[shares.length];
    double sum = 0;
    int reads = 0;
    int point = 0;
    frontier.discovered(start);
    while (point < shares.length) {
      int[] batch = frontier.best(batch(order, reads));
      if (batch.length == 0) {
        throw new IllegalStateException(order + " found " + reads + " of " + reachable.length);
      }
      for (int page : batch) {
        frontier.read(page);
        sum += importance[page];
        reads++;
        while (point < shares.length && reads >= shares[point] * reachable.length) {
          captured[point++] = sum;
        }
      }
    }
    return captured;
  }

  private SimulatedFrontier frontier(Order order, RandomGenerator random) {
    int pages = rows.length;
    BatchOrder by =
        switch (order) {
          case BFS -> new BatchOrder.Discovery(pages);
          case BACKLINKS -> new BatchOrder.Backlinks(pages);
          case ORACLE -> new BatchOrder.Known(page -> importance[page]);
          case RANDOM -> new BatchOrder.Drawn(pages, random);
          case OPIC -> new BatchOrder.Cash();
          case EXACT -> new BatchOrder.Worth(kinds, families);
          case PAGERANK -> new BatchOrder.Solved(rows);
        };
    return new SimulatedFrontier(
        rows, by, page -> by instanceof BatchOrder.Worth worth ? worth.familyOf(page) : 0);
  }

  private static int batch(Order order, int reads) {
    return order == Order.PAGERANK ? reads / 20 + 1 : Math.clamp(reads / 100, 1, 100_000);
  }
}
