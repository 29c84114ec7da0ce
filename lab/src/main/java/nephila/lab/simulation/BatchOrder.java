package nephila.lab.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import java.util.random.RandomGenerator;
import nephila.frontier.HostDiscount;
import nephila.frontier.PagePriority;
import nephila.frontier.growth.ExpectedWorth;
import nephila.frontier.growth.KnownPages;
import nephila.frontier.growth.UrlKind;
import nephila.graph.CsrGraph;
import nephila.ledger.ExactLedger;
import nephila.ledger.OpicLedger;
import nephila.rank.PageRank;
import nephila.rank.RankOptions;

/// An order of first reads that is chosen by in batches: it hears of every page and every read, and
/// looks at what is known before each batch. Of equal pages the one with the lower number is first.
abstract sealed class BatchOrder implements PagePriority {
  void discovered(int page) {}

  /// The page is being read; those it links to become known now.
  void reads(int page) {}

  void wasRead(int page, int[] row) {}

  /// A batch is about to be chosen of the first `count` of these.
  void look(int[] unread, int count) {}

  @Override
  public final boolean isBefore(int page, int other) {
    double more = of(page) - of(other);
    return more > 0 || (more == 0 && page < other);
  }

  /// By a number that is known from elsewhere.
  static final class Known extends BatchOrder {
    private final IntToDoubleFunction score;

    Known(IntToDoubleFunction score) {
      this.score = score;
    }

    @Override
    public double of(int page) {
      return score.applyAsDouble(page);
    }
  }

  /// The page known first comes first.
  static final class Discovery extends BatchOrder {
    private final int[] number;
    private int found;

    Discovery(int pages) {
      number = new int[pages];
    }

    @Override
    void discovered(int page) {
      number[page] = found++;
    }

    @Override
    public double of(int page) {
      return -number[page];
    }
  }

  /// By links from pages read.
  static final class Backlinks extends BatchOrder {
    private final int[] links;

    Backlinks(int pages) {
      links = new int[pages];
    }

    @Override
    void wasRead(int page, int[] row) {
      for (int target : row) {
        links[target]++;
      }
    }

    @Override
    public double of(int page) {
      return links[page];
    }
  }

  /// In an order that is drawn for each batch.
  static final class Drawn extends BatchOrder {
    private final double[] drawn;
    private final RandomGenerator random;

    Drawn(int pages, RandomGenerator random) {
      this.drawn = new double[pages];
      this.random = random;
    }

    @Override
    void look(int[] unread, int count) {
      for (int k = 0; k < count; k++) {
        drawn[unread[k]] = random.nextDouble();
      }
    }

    @Override
    public double of(int page) {
      return drawn[page];
    }
  }

  /// By OPIC cash.
  static final class Cash extends BatchOrder {
    private final OpicLedger ledger = new OpicLedger(OpicLedger.Settings.plain());

    @Override
    void discovered(int page) {
      ledger.discovered(page);
    }

    @Override
    void wasRead(int page, int[] row) {
      ledger.read(page, row);
    }

    @Override
    public double of(int page) {
      return ledger.cash(page);
    }
  }

  /// By what pages are expected to be worth in the end, as the crawler does it; families take
  /// turns. What read pages owe is pushed before each batch, so that it has reached the frontier.
  static final class Worth extends BatchOrder {
    private final ExactLedger ledger;
    private final ExpectedWorth expected;
    private final HostDiscount siblings;
    private final IntUnaryOperator familyOf;
    private final int[] discoverers;
    private final double[] worth;
    private int reading;

    Worth(int[] kinds, PageFamilies families) {
      ledger = new ExactLedger(0.85, kinds.length);
      discoverers = new int[kinds.length];
      worth = new double[kinds.length];
      boolean known = !families.levels().isEmpty();
      siblings = known ? HostDiscount.HOST : HostDiscount.DISCOVERER;
      List<IntUnaryOperator> levels =
          known ? families.levels() : List.of(page -> discoverers[page]);
      familyOf = levels.getFirst();
      expected =
          new ExpectedWorth(KnownPages.of(ledger), levels, UrlKind.KINDS, page -> kinds[page]);
    }

    /// Pages of one family take turns.
    int familyOf(int page) {
      return familyOf.applyAsInt(page);
    }

    @Override
    void reads(int page) {
      reading = page;
    }

    @Override
    void discovered(int page) {
      discoverers[page] = reading;
      ledger.discovered(page);
    }

    @Override
    void wasRead(int page, int[] row) {
      ledger.read(page, row);
    }

    @Override
    void look(int[] unread, int count) {
      ledger.push(Long.MAX_VALUE);
      expected.look();
      for (int k = 0; k < count; k++) {
        worth[unread[k]] = expected.of(unread[k]);
      }
    }

    @Override
    public double of(int page) {
      return worth[page];
    }

    @Override
    public double hostShare(long familyReads) {
      return siblings.share(familyReads);
    }

    @Override
    public void taken(int page) {
      expected.chosen(page);
    }
  }

  /// By the off-line rank of what is known, solved before each batch.
  static final class Solved extends BatchOrder {
    private static final RankOptions ROUGH = RankOptions.DEFAULTS.withThreshold(1e-3);

    private final int[][] rows;
    private final boolean[] read;
    private final int[] number;
    private final int[] pageOf;
    private int found;
    private double[] rank = {};

    Solved(int[][] rows) {
      this.rows = rows;
      read = new boolean[rows.length];
      number = new int[rows.length];
      pageOf = new int[rows.length];
    }

    @Override
    void discovered(int page) {
      number[page] = found;
      pageOf[found++] = page;
    }

    @Override
    void wasRead(int page, int[] row) {
      read[page] = true;
    }

    @Override
    void look(int[] unread, int count) {
      rank = Arrays.copyOf(PageRank.solve(known(), ROUGH).values(), found);
    }

    @Override
    public double of(int page) {
      return rank[number[page]];
    }

    private CsrGraph known() {
      long[] offsets = new long[found + 1];
      for (int k = 0; k < found; k++) {
        int page = pageOf[k];
        offsets[k + 1] = offsets[k] + (read[page] ? rows[page].length : 0);
      }
      int[] targets = new int[(int) offsets[found]];
      int at = 0;
      for (int k = 0; k < found; k++) {
        int from = at;
        if (read[pageOf[k]]) {
          for (int target : rows[pageOf[k]]) {
            targets[at++] = number[target];
          }
        }
        Arrays.sort(targets, from, at);
      }
      return CsrGraph.wrap(offsets, targets);
    }
  }
}
