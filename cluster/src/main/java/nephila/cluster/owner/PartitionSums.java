package nephila.cluster.owner;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.wire.PageKey;
import nephila.ledger.ExactLedger;
import nephila.ledger.LedgerTotals;
import nephila.ledger.PageTable;
import nephila.store.PageIndex;
import nephila.store.PageStore;
import nephila.store.StoredPage;

/// What the pages of a partition are together: its totals, the sums of its sites and its best
/// pages. Brought up to date from the pages that changed when a transaction ends or somebody asks,
/// not at each payment. Owned by the partition's owner. 8 bytes a page in memory.
final class PartitionSums {
  private final PageTable pages;
  private final PageIndex index;
  private final ExactLedger ledger;
  private final PartitionTotals totals;
  private final SiteSums sites = new SiteSums();
  private final BestPages best = new BestPages();

  /// What each page had received when it was counted last; 0 when it was gone.
  private long[] counted = {};

  private long pushes;

  PartitionSums(PageStore store, PartitionTotals totals) {
    this.pages = store.pages();
    this.index = store.index();
    this.ledger = store.exact();
    this.totals = totals;
  }

  /// Has the ledger go on with the totals.
  void resume() {
    LedgerTotals before =
        new LedgerTotals(
            totals.get(Sum.KNOWN) - totals.get(Sum.GONE),
            totals.get(Sum.READ),
            totals.get(Sum.GONE),
            totals.get(Sum.PAID),
            totals.get(Sum.RECEIVED),
            totals.get(Sum.EVAPORATED),
            totals.get(Sum.SENT),
            totals.get(Sum.ARRIVED),
            totals.get(Sum.RESIDUAL),
            totals.get(Sum.LINKS));
    ledger.resume(before, totals.get(Sum.GONE_RECEIVED));
  }

  /// A page that is kept, when the partition has come to this worker.
  void kept(StoredPage page) {
    sites.known(page.group(), page.hash());
    sites.read(page.group(), page.isRead() ? 1 : 0);
    sites.refused(page.group(), !page.isRead() && page.isDropped() ? 1 : 0);
    if (page.isGone()) {
      sites.gone(page.group(), 1);
    } else {
      sites.received(page.group(), page.received());
      best.paid(page.group(), page.hash(), page.received());
    }
  }

  /// The page was loaded.
  void loaded(int slot) {
    counted(slot, standing(slot));
  }

  /// The page is known from now on.
  void known(int slot) {
    counted(slot, 0);
    sites.known(index.host(slot), index.hash(slot));
    totals.add(Sum.KNOWN, 1);
  }

  private void counted(int slot, long units) {
    if (slot >= counted.length) {
      counted = Arrays.copyOf(counted, pages.capacity());
    }
    counted[slot] = units;
  }

  /// The page, which was not, is entered as read.
  void read(int slot) {
    sites.read(index.host(slot), 1);
    totals.add(Sum.READ, 1);
    totals.add(Sum.READ_RECEIVED, counted[slot]);
  }

  /// So many more pages, of the site of this one, are excluded by the rules of the crawl.
  void refused(int slot, int more) {
    totals.add(Sum.DROPPED, more);
    sites.refused(index.host(slot), more);
  }

  /// The page, which was gone and counted as that, is unread.
  void unread(int slot) {
    sites.read(index.host(slot), -1);
    sites.gone(index.host(slot), -1);
    totals.add(Sum.READ, -1);
  }

  /// The page may be gone, or back.
  void gone(int slot, boolean before) {
    sites.gone(index.host(slot), (pages.isGone(slot) ? 1 : 0) - (before ? 1 : 0));
  }

  /// What the page has received, as far as it is of importance; 0 when it is gone.
  private long standing(int slot) {
    return pages.isGone(slot) ? 0 : pages.received(slot);
  }

  /// The page may have changed.
  void changed(int slot) {
    long now = standing(slot);
    long units = now - counted[slot];
    if (units != 0) {
      counted[slot] = now;
      sites.received(index.host(slot), units);
      totals.add(Sum.READ_RECEIVED, pages.isRead(slot) ? units : 0);
    }
    if (!pages.isGone(slot)) {
      best.paid(index.host(slot), index.hash(slot), now);
    }
  }

  /// Every page that changed was told of: takes over what the ledger counts.
  void count() {
    totals.add(Sum.PUSHES, ledger.pushes() - pushes);
    pushes = ledger.pushes();
    LedgerTotals now = ledger.totals(0);
    totals.set(Sum.PAID, now.issued());
    totals.set(Sum.RECEIVED, now.received());
    totals.set(Sum.EVAPORATED, now.outside());
    totals.set(Sum.SENT, now.sent());
    totals.set(Sum.ARRIVED, now.arrived());
    totals.set(Sum.RESIDUAL, now.residual());
    totals.set(Sum.LINKS, now.links());
    totals.set(Sum.GONE, now.gone());
    totals.set(Sum.GONE_RECEIVED, ledger.goneReceived());
  }

  /// Forgets pages that are no longer among the best.
  void rest(ToLongFunction<PageKey> received) {
    best.rest(received);
  }

  /// The pages that are worth most, best first.
  List<PageKey> best(int limit, ToLongFunction<PageKey> received) {
    return best.best(limit, received);
  }

  SiteSums sites() {
    return sites;
  }
}
