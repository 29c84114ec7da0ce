package nephila.crawl;

import nephila.frontier.Frontier;
import nephila.ledger.ExactLedger;
import nephila.process.HostState;
import nephila.store.CrawlStore;
import org.jspecify.annotations.Nullable;

/// Pushes stored pages between two turns of the crawl loop, so that the certified error falls while
/// the crawl goes on.
///
/// Residuals that the order of the crawl needs (above three tenths of a credit) are pushed at once.
/// Smaller ones are pushed for an allowance that every read earns, so that the share of the CPU is
/// bounded and a crawl replays from its seed: the threshold is lowered step by step while the
/// allowance lasts, and is the usual again when it is used up.
///
/// A crawl of which not all pages are in memory sweeps over its disk instead, as fast as it grows:
/// three times while the pages read double. Owned by the thread of the loop.
final class BackgroundPushes {
  /// Payments along links that a read earns: about 10 microseconds.
  private static final long EARNED_LINKS = 1_000;

  /// The allowance that can be saved up; beyond it is spent even while results wait.
  private static final long MOST_LINKS = 2_000_000;

  private static final long URGENT_LINKS = 40_000;
  private static final long SLICE_LINKS = 100_000;

  /// Below this bound nothing is pushed before the end.
  private static final double GOOD_ENOUGH = 1e-4;

  private static final double SWEEPS_A_GROWTH = 3;
  private static final long SWEEP_PAGES = 100_000;

  private final CrawlStore store;
  private final @Nullable ExactLedger ledger;
  private final Frontier<HostState> frontier;
  private final boolean pushes;
  private long allowance;
  private double toSweep;
  private long fruitless;
  private long departures;
  private long searchAgainNanos = System.nanoTime();

  /// `pushes` is false where pages pay only when they are read, as they do under OPIC anyway.
  BackgroundPushes(CrawlStore store, Frontier<HostState> frontier, boolean pushes) {
    this.store = store;
    this.frontier = frontier;
    this.ledger = store.ledger() instanceof ExactLedger exact ? exact : null;
    this.pushes = pushes && ledger != null;
    if (ledger != null && !pushes) {
      ledger.payOnlyWhenRead();
    }
  }

  void earn(int reads) {
    if (store.isWhole()) {
      allowance = !pushes ? 0 : Math.min(MOST_LINKS, allowance + reads * EARNED_LINKS);
    } else {
      toSweep += SWEEPS_A_GROWTH * reads * store.knownPages() / Math.max(1, store.readPages());
    }
  }

  /// Pushes what cannot wait; returns whether all of it was pushed.
  boolean urgent() {
    if (!pushes || ledger == null) {
      return true;
    }
    if (ledger.isDeep()) {
      ledger.relax();
    }
    return ledger.push(URGENT_LINKS);
  }

  /// Sweeps over pages on disk as far as the reads have earned.
  void sweep() {
    if (toSweep >= SWEEP_PAGES) {
      toSweep = Math.max(0, toSweep - Math.max(1, store.cache().sweep(SWEEP_PAGES)));
    }
  }

  /// No host has anything to read: looks whether pages on disk have; returns whether it is worth
  /// looking again.
  boolean search() {
    if (store.isWhole()) {
      return false;
    }
    if (departures != store.cache().departures()) {
      departures = store.cache().departures();
      fruitless = 0;
    }
    int before = frontier.queued();
    if (fruitless <= 2 * store.knownPages()) {
      fruitless += Math.max(1, store.cache().sweep(SWEEP_PAGES));
    }
    if (frontier.queued() > before) {
      fruitless = 0;
    }
    return fruitless <= 2 * store.knownPages();
  }

  /// Every host in memory is busy or must wait: spends a tenth of the time on looking for others.
  private void searchNowAndThen() {
    long begun = System.nanoTime();
    if (begun - searchAgainNanos >= 0) {
      search();
      long ended = System.nanoTime();
      searchAgainNanos = ended + 9 * (ended - begun);
    }
  }

  /// Pushes what can wait while no result waits and the allowance lasts; returns whether there is
  /// more to do at once.
  boolean idle(boolean nothingWaits) {
    if (!store.isWhole()) {
      if (nothingWaits && frontier.dueHosts() == 0 && frontier.liveHosts() < store.hosts()) {
        searchNowAndThen();
      }
      return false;
    }
    if (ledger == null || allowance <= 0 || !(nothingWaits || allowance == MOST_LINKS)) {
      return false;
    }
    long before = ledger.transfers();
    boolean settled = ledger.push(SLICE_LINKS);
    boolean more = !settled;
    if (settled && ledger.deepen(GOOD_ENOUGH)) {
      allowance -= store.pages().size();
      more = true;
    }
    allowance -= ledger.transfers() - before;
    return more && allowance > 0;
  }
}
