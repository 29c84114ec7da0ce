package nephila.crawl;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.IntSupplier;
import nephila.frontier.Frontier;
import nephila.ledger.PageTable;
import nephila.process.HostState;
import nephila.process.Statuses;
import nephila.process.Tally;
import nephila.store.CrawlStore;
import nephila.view.CrawlStatus;
import nephila.view.Freshness;
import nephila.view.ImportanceBias;
import nephila.view.OpicTotals;
import nephila.view.PageRanking;
import nephila.view.PageRow;
import nephila.view.PageState;
import nephila.view.RequisiteCounts;
import org.jspecify.annotations.Nullable;

/// How the crawl stands, for whoever asks: put together on the thread of the crawl loop a few times
/// a second, read from any.
final class StatusBoard {
  private static final long SHOW_MILLIS = 250;
  private static final int TOP = 10;

  /// A look at every page costs at most this share of the time.
  private static final int SCAN_SHARE = 100;

  /// More than that a look does not cost by itself: the machine was busy with something else.
  private static final long SCAN_MILLIS = 10;

  private static final int SCANNED_A_MILLI = 10_000;

  private final String name;
  private final CrawlStore store;
  private final Frontier<HostState> frontier;
  private final Tally tally;
  private final IntSupplier awaited;
  private long shownMillis;
  private long scanAgainMillis;
  private double captured;
  private double waitingShare = 1;
  private double errorBound;
  private @Nullable OpicTotals opic;
  private Freshness freshness = Freshness.NONE;
  private List<PageRow> top = List.of();
  private volatile CrawlStatus last;

  /// The part of the status that only the crawl loop knows.
  record Moment(String state, String reason, long runMillis, int out) {}

  /// @param awaited how many requisites are awaited
  StatusBoard(
      String name,
      CrawlStore store,
      Frontier<HostState> frontier,
      Tally tally,
      IntSupplier awaited) {
    this.awaited = awaited;
    this.name = name;
    this.store = store;
    this.frontier = frontier;
    this.tally = tally;
    this.opic = OpicTotals.of(store);
    this.last = status(new Moment(CrawlStatus.RUNNING, "", 0, 0), 0);
  }

  CrawlStatus last() {
    return last;
  }

  /// What the pages that wait hold of the worth of those that were read or wait, when it was looked
  /// at last.
  double waitingShare() {
    return waitingShare;
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
    Map<String, Long> answers = tally.outcomes();
    if (!store
        .choice()
        .importance()
        .isOpic()) { // else a pass over the pages: when they are scanned
      errorBound = store.ledger().errorBound();
    }
    long forbidden = answers.getOrDefault(Statuses.kind(Statuses.FORBIDDEN_BY_ROBOTS), 0L);
    return new CrawlStatus(
        name,
        moment.state(),
        moment.reason(),
        !moment.state().equals(CrawlStatus.DONE),
        moment.runMillis() / 1000.0,
        tally.fetched(),
        store.knownPages(),
        store.readPages(),
        frontier.queued(),
        store.hosts(),
        frontier.dueHosts(),
        moment.out(),
        tally.bytes(),
        tally.perSecond(nowMillis),
        captured,
        errorBound,
        Math.max(0, store.readPages() - forbidden),
        tally.rereads().count(),
        answers,
        top,
        freshness,
        opic,
        ImportanceBias.orNull(store),
        RequisiteCounts.of(tally, awaited.getAsInt()));
  }

  private void scan() {
    PageTable pages = store.pages();
    double read = store.cache().readWorth();
    double all = read;
    double waiting = 0;
    PriorityQueue<Integer> best =
        new PriorityQueue<>(Comparator.comparingLong(slot -> store.ledger().worth(slot)));
    long least = 0;
    for (int slot = 0; slot < pages.size(); slot++) {
      long worth = store.ledger().worth(slot);
      read += pages.isRead(slot) ? worth : 0;
      all += worth;
      if (!pages.isRead(slot) && PageState.of(pages, slot).isReadable()) {
        waiting += worth;
      }
      if (worth > least
          && pages.status(slot) / 100 != 3
          && PageState.of(pages, slot).isReadable()) {
        best.add(slot);
        if (best.size() > TOP) {
          best.poll();
          least = store.ledger().worth(best.element());
        }
      }
    }
    opic = OpicTotals.of(store);
    errorBound = store.ledger().errorBound();
    if (!store.isWhole()) { // pages on disk alone wait too, as far as is known
      waiting = Math.max(waiting, store.ledger().worthSum() - read);
    }
    waitingShare = read + waiting == 0 ? 1 : waiting / (read + waiting);
    captured = OpicTotals.share(read, all, store.ledger().worthSum());
    PageRanking ranking = PageRanking.now(store);
    PageRow[] found = new PageRow[best.size()];
    for (int rank = found.length; rank > 0; rank--) {
      found[rank - 1] = ranking.page(best.remove()).at(rank, rank);
    }
    top = List.of(found);
  }
}
