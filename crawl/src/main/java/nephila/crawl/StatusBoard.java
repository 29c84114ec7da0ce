package nephila.crawl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import nephila.frontier.Frontier;
import nephila.ledger.PageTable;
import nephila.process.HostState;
import nephila.store.CrawlStore;

/// How the crawl stands, for whoever asks: put together on the wheel's thread a few times a second,
/// read from any.
final class StatusBoard {
  private static final long SHOW_MILLIS = 250;
  private static final int TOP = 10;

  /// A look at every page costs at most this share of the time.
  private static final int SCAN_SHARE = 100;

  /// More than that a look does not cost by itself: the machine was busy with something else.
  private static final long SCAN_MILLIS = 10;

  private static final int SCANNED_A_MILLI = 10_000;

  private final CrawlStore store;
  private final Frontier<HostState> frontier;
  private final Tally tally;
  private long shownMillis;
  private long scanAgainMillis;
  private double captured;
  private Freshness freshness = Freshness.NONE;
  private List<CrawlStatus.TopPage> top = List.of();
  private volatile CrawlStatus last;

  /// What only the wheel knows.
  record Moment(String state, String reason, long runMillis, int out) {}

  StatusBoard(CrawlStore store, Frontier<HostState> frontier, Tally tally) {
    this.store = store;
    this.frontier = frontier;
    this.tally = tally;
    this.last = status(new Moment("opened", "", 0, 0), 0);
  }

  CrawlStatus last() {
    return last;
  }

  /// Shows the moment, unless one was shown just now.
  void show(CrawlListener listener, Moment moment, long nowMillis) {
    if (nowMillis - shownMillis >= SHOW_MILLIS) {
      shownMillis = nowMillis;
      if (nowMillis >= scanAgainMillis) {
        long begun = System.nanoTime();
        scan();
        if (tally.rereads().count() > 0) {
          freshness = Freshness.of(store, tally.rereads(), nowMillis);
        }
        long costMillis =
            Math.min(
                (System.nanoTime() - begun) / 1_000_000,
                SCAN_MILLIS + store.pages().size() / SCANNED_A_MILLI);
        scanAgainMillis = nowMillis + Math.max(1000, costMillis * SCAN_SHARE);
      }
      last = status(moment, nowMillis);
      listener.progress(last);
    }
  }

  /// Shows how it ended.
  void end(Moment moment, long nowMillis) {
    scan();
    freshness = Freshness.of(store, tally.rereads(), nowMillis);
    last = status(moment, nowMillis);
  }

  private CrawlStatus status(Moment moment, long nowMillis) {
    return new CrawlStatus(
        moment.state(),
        moment.reason(),
        moment.runMillis(),
        tally.fetched(),
        store.readPages(),
        (int) Math.min(Integer.MAX_VALUE, store.knownPages()),
        frontier.queued(),
        store.hosts(),
        frontier.dueHosts(),
        moment.out(),
        tally.bytes(),
        captured,
        store.ledger().errorBound(),
        tally.perSecond(nowMillis),
        tally.outcomes(),
        top,
        freshness);
  }

  private void scan() {
    PageTable pages = store.pages();
    double read = 0;
    PriorityQueue<Integer> best =
        new PriorityQueue<>(Comparator.comparingLong(slot -> store.ledger().worth(slot)));
    long least = 0;
    for (int slot = 0; slot < pages.size(); slot++) {
      long worth = store.ledger().worth(slot);
      read += pages.isRead(slot) ? worth : 0;
      if (worth > least && pages.status(slot) / 100 != 3) {
        best.add(slot);
        if (best.size() > TOP) {
          best.poll();
          least = store.ledger().worth(best.element());
        }
      }
    }
    captured = (read + store.spill().readWorth()) / Math.max(1, store.ledger().worthSum());
    List<CrawlStatus.TopPage> found = new ArrayList<>();
    for (Integer slot = best.poll(); slot != null; slot = best.poll()) {
      found.addFirst(
          new CrawlStatus.TopPage(
              store.url(slot),
              store.ledger().importance(slot),
              pages.reads(slot),
              pages.status(slot)));
    }
    top = List.copyOf(found);
  }
}
