package nephila.lab.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import nephila.frontier.Focus;
import nephila.frontier.HostDiscount;
import nephila.frontier.growth.UrlKind;
import nephila.graph.CsrGraph;
import nephila.ledger.ExactLedger;
import nephila.ledger.OpicLedger;
import nephila.rank.PageRank;
import nephila.rank.RankOptions;
import nephila.select.FrontierWorth;
import nephila.select.TopPages;

/// The pages a simulated crawl knows and has not read, with an order among them.
abstract sealed class SimulatedFrontier {
  private final int[][] rows;
  private final int[] unread;
  private int count;
  private final boolean[] known;
  private final boolean[] read;

  SimulatedFrontier(int[][] rows) {
    this.rows = rows;
    this.unread = new int[rows.length];
    this.known = new boolean[rows.length];
    this.read = new boolean[rows.length];
  }

  static SimulatedFrontier of(
      CrawlOrder.Order order,
      int[][] rows,
      double[] importance,
      int[] kinds,
      PageFamilies families,
      RandomGenerator random) {
    return switch (order) {
      case BFS -> new Scored(rows, (page, links, discovery) -> -discovery);
      case BACKLINKS -> new Scored(rows, (page, links, discovery) -> links);
      case ORACLE -> new Scored(rows, (page, links, discovery) -> importance[page]);
      case RANDOM -> new Scored(rows, (page, links, discovery) -> random.nextDouble());
      case OPIC -> new Cash(rows);
      case EXACT -> new Worth(rows, kinds, families);
      case PAGERANK -> new Solved(rows);
    };
  }

  final void discovered(int page) {
    if (!known[page]) {
      known[page] = true;
      unread[count++] = page;
      added(page);
    }
  }

  final void read(int page) {
    read[page] = true;
    reading(page);
    for (int target : rows[page]) {
      discovered(target);
    }
    wasRead(page, rows[page]);
  }

  /// The best `most` unread pages, best first.
  int[] best(int most) {
    int kept = 0;
    for (int k = 0; k < count; k++) {
      if (!read[unread[k]]) {
        unread[kept++] = unread[k];
      }
    }
    count = kept;
    double[] scores = scores(unread, count);
    TopPages top = new TopPages(Math.min(most, count));
    for (int k = 0; k < count; k++) {
      top.offer(unread[k], scores[k]);
    }
    return top.bestFirst();
  }

  void reading(int page) {}

  void added(int page) {}

  abstract void wasRead(int page, int[] row);

  abstract double[] scores(int[] pages, int number);

  final boolean isRead(int page) {
    return read[page];
  }

  final int[][] rows() {
    return rows;
  }

  interface Score {
    double of(int page, int links, int discovery);
  }

  /// By a number for each page: links from pages read, when it was discovered, or what is known
  /// about it from elsewhere.
  static final class Scored extends SimulatedFrontier {
    private final Score score;
    private final int[] links;
    private final int[] discovery;
    private int found;

    Scored(int[][] rows, Score score) {
      super(rows);
      this.score = score;
      this.links = new int[rows.length];
      this.discovery = new int[rows.length];
    }

    @Override
    void added(int page) {
      discovery[page] = found++;
    }

    @Override
    void wasRead(int page, int[] row) {
      for (int target : row) {
        links[target]++;
      }
    }

    @Override
    double[] scores(int[] pages, int number) {
      double[] scores = new double[number];
      for (int k = 0; k < number; k++) {
        scores[k] = score.of(pages[k], links[pages[k]], discovery[pages[k]]);
      }
      return scores;
    }
  }

  /// By OPIC cash.
  static final class Cash extends SimulatedFrontier {
    private final OpicLedger ledger = new OpicLedger(OpicLedger.Settings.plain());

    Cash(int[][] rows) {
      super(rows);
    }

    @Override
    void added(int page) {
      ledger.discovered(page);
    }

    @Override
    void wasRead(int page, int[] row) {
      ledger.read(page, row);
    }

    @Override
    double[] scores(int[] pages, int number) {
      return Arrays.stream(pages, 0, number).mapToDouble(ledger::cash).toArray();
    }
  }

  /// By the exact form, as the crawler does it.
  static final class Worth extends SimulatedFrontier {
    private final ExactLedger ledger;
    private final FrontierWorth order;
    private final int[] discoverers;
    private int reading;

    Worth(int[][] rows, int[] kinds, PageFamilies families) {
      super(rows);
      ledger = CrawlOrder.exactLedger(rows.length);
      discoverers = new int[rows.length];
      boolean known = !families.levels().isEmpty();
      HostDiscount siblings = known ? HostDiscount.HOST : HostDiscount.DISCOVERER;
      order =
          new FrontierWorth(
              ledger,
              Focus.NONE,
              siblings,
              known ? families.levels() : List.of(page -> discoverers[page]),
              UrlKind.KINDS,
              page -> kinds[page]);
    }

    @Override
    void reading(int page) {
      reading = page;
    }

    @Override
    void added(int page) {
      discoverers[page] = reading;
      ledger.discovered(page);
    }

    @Override
    void wasRead(int page, int[] row) {
      ledger.read(page, row);
    }

    @Override
    int[] best(int most) {
      return order.best(most);
    }

    @Override
    double[] scores(int[] pages, int number) {
      return new double[0];
    }
  }

  /// By the off-line rank of what is known.
  static final class Solved extends SimulatedFrontier {
    private static final RankOptions ROUGH = RankOptions.DEFAULTS.withThreshold(1e-3);

    private final int[] number;
    private final int[] pageOf;
    private int found;
    private double[] rank = {};

    Solved(int[][] rows) {
      super(rows);
      number = new int[rows.length];
      pageOf = new int[rows.length];
    }

    @Override
    void added(int page) {
      number[page] = found;
      pageOf[found++] = page;
    }

    @Override
    void wasRead(int page, int[] row) {}

    @Override
    double[] scores(int[] pages, int count) {
      rank = Arrays.copyOf(PageRank.solve(known(), ROUGH).values(), found);
      return Arrays.stream(pages, 0, count).mapToDouble(page -> rank[number[page]]).toArray();
    }

    private CsrGraph known() {
      long[] offsets = new long[found + 1];
      for (int k = 0; k < found; k++) {
        int page = pageOf[k];
        offsets[k + 1] = offsets[k] + (isRead(page) ? rows()[page].length : 0);
      }
      int[] targets = new int[(int) offsets[found]];
      int at = 0;
      for (int k = 0; k < found; k++) {
        int from = at;
        if (isRead(pageOf[k])) {
          for (int target : rows()[pageOf[k]]) {
            targets[at++] = number[target];
          }
        }
        Arrays.sort(targets, from, at);
      }
      return CsrGraph.wrap(offsets, targets);
    }
  }
}
