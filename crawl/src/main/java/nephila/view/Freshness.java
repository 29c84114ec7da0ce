package nephila.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import nephila.ledger.PageTable;
import nephila.ledger.StoredLedger;
import nephila.process.Statuses;
import nephila.process.Tally;
import nephila.store.CrawlStore;
import org.jspecify.annotations.Nullable;

/// How fresh the copies of a crawl are, weighted by importance.
///
/// Whether a copy is up to date is known only by asking, so it is expected from what asking has
/// shown: of n re-reads of a page after a mean time T, c found a change. With the share p of all
/// re-reads that found one, a page's own share is taken as (c + 2p)/(n + 2), and a copy of age a is
/// up to date with probability (1 − share)^(a/T), as for changes that come at random times.
///
/// Of a crawl that has outgrown its memory it tells of the pages that are there, the most
/// important.
///
/// @param upToDate share of the read pages' importance whose copy is expected to be up to date;
///   null before any re-read, and means something when it [#isKnown]
/// @param meanAgeSeconds since the last read, weighted by importance
/// @param rereads so far
/// @param changed how many of them found a change
/// @param bands the same for pages by importance, the most important first
public record Freshness(
    @Nullable Double upToDate,
    double meanAgeSeconds,
    long rereads,
    long changed,
    List<Band> bands) {
  /// Before anything was read.
  public static final Freshness NONE = new Freshness(null, 0, 0, 0, List.of());

  private static final double PRIOR_REREADS = 2;

  /// From fewer re-reads nothing is expected: the share of changes that they show may be off by
  /// more than a tenth.
  private static final int FEWEST_REREADS = 20;

  /// The first of the pages by importance end here: a hundredth, a tenth, all.
  private static final double[] ENDS = {0.01, 0.1, 1};

  private static final List<String> NAMES = List.of("top 1 %", "next 9 %", "the rest");

  /// Whether there were re-reads enough to expect anything of the copies.
  public boolean isKnown() {
    return rereads >= FEWEST_REREADS;
  }

  /// Pages of like importance.
  ///
  /// @param importance their share of the importance of all read pages
  /// @param reads of a page, on the average
  public record Band(
      String name,
      int pages,
      double importance,
      double reads,
      double meanAgeSeconds,
      @Nullable Double upToDate) {}

  /// The freshness of a crawl dir's last commit, at that moment.
  public static Freshness of(CrawlStore store, long nowMillis) {
    Tally tally = new Tally();
    store.note("tally").ifPresent(tally::resume);
    return of(store, tally.rereads(), nowMillis);
  }

  /// The freshness of a crawl that runs in this process.
  public static Freshness of(CrawlStore store, Tally.Rereads rereads, long nowMillis) {
    long[] order = byWorth(store);
    if (order.length == 0) {
      return NONE;
    }
    Sums sums = new Sums(store, rereads, nowMillis / 1000);
    List<Sums> parts = new ArrayList<>();
    int from = 0;
    for (double end : ENDS) {
      int to = Math.max(from, (int) Math.ceil(end * order.length));
      Sums part = new Sums(store, rereads, nowMillis / 1000);
      for (int i = from; i < to; i++) {
        part.add((int) order[order.length - 1 - i]);
      }
      sums.add(part);
      parts.add(part);
      from = to;
    }
    List<Band> bands = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      Sums part = parts.get(i);
      if (part.pages > 0) {
        bands.add(part.band(NAMES.get(i), sums.worth));
      }
    }
    return new Freshness(
        sums.upToDate(), sums.meanAge(), rereads.count(), rereads.changed(), List.copyOf(bands));
  }

  /// The read pages in ascending order of worth, each in the low half of a number whose high half
  /// is the logarithm of its worth.
  private static long[] byWorth(CrawlStore store) {
    PageTable pages = store.pages();
    StoredLedger ledger = store.ledger();
    long[] order = new long[Math.min(store.readPages(), pages.size())];
    int count = 0;
    for (int slot = 0; slot < pages.size() && count < order.length; slot++) {
      if (pages.isRead(slot) && pages.status(slot) != (short) Statuses.FORBIDDEN_BY_ROBOTS) {
        order[count++] = (long) Float.floatToIntBits((float) ledger.worth(slot)) << 32 | slot;
      }
    }
    long[] read = Arrays.copyOf(order, count);
    Arrays.sort(read);
    return read;
  }

  /// Sums over some pages.
  private static final class Sums {
    private final PageTable table;
    private final StoredLedger ledger;
    private final long nowSeconds;
    private final double meanSeconds;
    private final double changedShare;
    private int pages;
    private long reads;
    private double worth;
    private double age;
    private double fresh;

    Sums(CrawlStore store, Tally.Rereads rereads, long nowSeconds) {
      this.table = store.pages();
      this.ledger = store.ledger();
      this.nowSeconds = nowSeconds;
      double count = rereads.count();
      this.meanSeconds = Math.max(1, rereads.seconds() / count);
      this.changedShare = rereads.changed() / count;
    }

    void add(int slot) {
      double weight = ledger.worth(slot);
      double seconds = Math.max(0, nowSeconds - table.lastReadSeconds(slot));
      int again = Math.max(0, table.reads(slot) - 1);
      double share = (table.changes(slot) + PRIOR_REREADS * changedShare) / (again + PRIOR_REREADS);
      pages++;
      reads += table.reads(slot);
      worth += weight;
      age += weight * seconds;
      fresh += weight * Math.pow(1 - Math.min(share, 0.99), seconds / meanSeconds);
    }

    void add(Sums part) {
      pages += part.pages;
      reads += part.reads;
      worth += part.worth;
      age += part.age;
      fresh += part.fresh;
    }

    double meanAge() {
      return age / worth;
    }

    /// Null when nothing was re-read.
    @Nullable Double upToDate() {
      return Double.isNaN(changedShare) ? null : (Double) (fresh / worth);
    }

    Band band(String name, double allWorth) {
      return new Band(name, pages, worth / allWorth, (double) reads / pages, meanAge(), upToDate());
    }
  }
}
