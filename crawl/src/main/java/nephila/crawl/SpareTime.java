package nephila.crawl;

import nephila.store.PageLedger;

/// Pushes stored pages between two turns of the wheel, so that the certified error falls while the
/// crawl goes on.
///
/// What the order of the crawl needs (residuals above three tenths of a credit) is pushed at once.
/// Smaller ones are pushed for an allowance that every read earns, so that the share of the CPU is
/// bounded and a crawl replays from its seed: the threshold is lowered step by step while the
/// allowance lasts, and is the usual again when it is used up. Owned by the wheel's thread.
final class SpareTime {
  /// Payments along links that a read earns: about 10 microseconds.
  private static final long EARNED_LINKS = 1_000;

  /// The allowance that can be saved up; beyond it is spent even while visitors wait.
  private static final long MOST_LINKS = 2_000_000;

  private static final long URGENT_LINKS = 40_000;
  private static final long SLICE_LINKS = 100_000;

  /// Below this bound nothing is pushed before the end.
  private static final double GOOD_ENOUGH = 1e-4;

  private final PageLedger ledger;
  private final java.util.function.IntSupplier pages;
  private final boolean pushes;
  private long allowance;

  /// `pushes` is false where pages pay only when they are read.
  SpareTime(PageLedger ledger, java.util.function.IntSupplier pages, boolean pushes) {
    this.ledger = ledger;
    this.pages = pages;
    this.pushes = pushes;
  }

  void earn(int reads) {
    allowance = !pushes ? 0 : Math.min(MOST_LINKS, allowance + reads * EARNED_LINKS);
  }

  /// Pushes what cannot wait; returns whether all of it was pushed.
  boolean urgent() {
    if (!pushes) {
      return true;
    }
    if (ledger.isDeep()) {
      ledger.relax();
    }
    return ledger.pushStored(URGENT_LINKS);
  }

  /// Pushes what can wait while nobody is home and the allowance lasts; returns whether there is
  /// more to do at once.
  boolean idle(boolean nobodyHome) {
    if (allowance <= 0 || !(nobodyHome || allowance == MOST_LINKS)) {
      return false;
    }
    long before = ledger.transfers();
    boolean settled = ledger.pushStored(SLICE_LINKS);
    boolean more = !settled;
    if (settled && ledger.deepen(GOOD_ENOUGH)) {
      allowance -= pages.getAsInt();
      more = true;
    }
    allowance -= ledger.transfers() - before;
    return more && allowance > 0;
  }
}
