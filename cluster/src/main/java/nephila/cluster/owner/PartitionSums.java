package nephila.cluster.owner;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.wire.PageKey;
import nephila.ledger.ExactLedger;
import nephila.ledger.LedgerTotals;
import nephila.ledger.OpicLedger;
import nephila.ledger.PageTable;
import nephila.ledger.StoredLedger;
import nephila.store.PageIndex;
import nephila.store.PageStore;
import nephila.store.StateBackend;
import nephila.store.record.StoredPage;
import org.jspecify.annotations.Nullable;

/// What the pages of a partition are together: its totals, the sums of its sites and its best
/// pages. Brought up to date from the pages that changed when a transaction ends or somebody asks,
/// not at each payment. Owned by the partition's owner. 8 bytes a page in memory, 16 under OPIC.
///
/// Sites and the best pages go by what pages have received; under OPIC by all that they have held,
/// `H + C`, whatever the window.
final class PartitionSums {
  private final PageTable pages;
  private final PageIndex index;
  private final StoredLedger ledger;
  private final @Nullable OpicLedger opic;
  private final PartitionTotals totals;
  private final SiteSums sites = new SiteSums();
  private final BestPages best = new BestPages();

  /// The [#standing] of each page when it was counted last; 0 when it was gone.
  private long[] counted = {};

  /// Under OPIC, what each page had received then.
  private long[] cash = {};

  private long pushes;

  PartitionSums(PageStore store, PartitionTotals totals) {
    this.pages = store.pages();
    this.index = store.index();
    this.ledger = store.ledger();
    this.opic = ledger instanceof OpicLedger its ? its : null;
    this.totals = totals;
  }

  /// Has the ledger go on with what is kept, and with the totals.
  void resume(StateBackend backend) {
    switch (ledger) {
      case ExactLedger exact -> resume(exact);
      case OpicLedger its -> its.resumeSharing(backend::text);
    }
  }

  private void resume(ExactLedger exact) {
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
    exact.resume(before, totals.get(Sum.GONE_RECEIVED), totals.get(Sum.JOINED));
  }

  /// A page that is kept, when the partition has come to this worker.
  void kept(StoredPage page) {
    sites.known(page.group(), page.hash());
    sites.read(page.group(), page.isRead() ? 1 : 0);
    sites.refused(page.group(), !page.isRead() && page.isDropped() ? 1 : 0);
    if (page.isGone()) {
      sites.gone(page.group(), 1);
    } else {
      long held = page.received() + (opic != null && page.isRead() ? page.paid() : 0);
      sites.received(page.group(), held);
      best.paid(page.group(), page.hash(), held);
    }
  }

  /// The page was loaded.
  void loaded(int slot) {
    counted(slot, standing(slot));
    if (opic != null) {
      cash[slot] = received(slot);
    }
  }

  /// The page is known from now on.
  void known(int slot) {
    counted(slot, 0);
    if (opic != null) {
      cash[slot] = 0;
    }
    sites.known(index.host(slot), index.hash(slot));
    totals.add(Sum.KNOWN, 1);
  }

  private void counted(int slot, long units) {
    if (slot >= counted.length) {
      counted = Arrays.copyOf(counted, pages.capacity());
      cash = opic == null ? cash : Arrays.copyOf(cash, pages.capacity());
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

  /// What the page has received, as far as it is of importance, under OPIC with all that it has
  /// paid; 0 when it is gone.
  long standing(int slot) {
    boolean hasPaid = opic != null && pages.isRead(slot) && !pages.isGone(slot);
    return received(slot) + (hasPaid ? pages.paid(slot) : 0);
  }

  private long received(int slot) {
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
    if (opic != null) {
      totals.add(Sum.RECEIVED, received(slot) - cash[slot]);
      cash[slot] = received(slot);
    }
    if (!pages.isGone(slot)) {
      best.paid(index.host(slot), index.hash(slot), now);
    }
  }

  /// Every page that changed was told of: takes over what the ledger counts.
  void count() {
    switch (ledger) {
      case ExactLedger exact -> count(exact);
      case OpicLedger its -> count(its);
    }
  }

  /// What pages have received is counted here.
  private void count(OpicLedger its) {
    take(its.totals(0, totals.get(Sum.RECEIVED)));
    totals.set(Sum.TURNED, its.counts().paid());
    totals.set(Sum.FORGOTTEN, its.counts().forgotten());
    totals.set(Sum.PURSE, its.purse());
    totals.set(Sum.FAVOURED, (long) its.favoured());
  }

  private void count(ExactLedger exact) {
    totals.add(Sum.PUSHES, exact.pushes() - pushes);
    pushes = exact.pushes();
    LedgerTotals now = exact.totals(0);
    totals.set(Sum.JOINED, exact.joined());
    totals.set(Sum.RECEIVED, now.received());
    take(now);
    totals.set(Sum.RESIDUAL, now.residual());
    totals.set(Sum.GONE_RECEIVED, exact.goneReceived());
  }

  private void take(LedgerTotals now) {
    totals.set(Sum.PAID, now.issued());
    totals.set(Sum.EVAPORATED, now.outside());
    totals.set(Sum.SENT, now.sent());
    totals.set(Sum.ARRIVED, now.arrived() - totals.get(Sum.JOINED));
    totals.set(Sum.LINKS, now.links());
    totals.set(Sum.GONE, now.gone());
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
