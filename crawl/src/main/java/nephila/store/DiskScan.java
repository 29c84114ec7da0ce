package nephila.store;

import nephila.frontier.EvictionOrder;
import nephila.frontier.HostPages;
import nephila.ledger.ExactLedger;
import nephila.ledger.PageTable;
import nephila.ledger.StoredLedger;
import nephila.store.record.StoredPage;
import org.jspecify.annotations.Nullable;

/// A walk over the pages on disk in the order of their keys, host by host. Unread pages that are
/// not resident are listed, blind ones resolved, read ones that owe much admitted so that they are
/// pushed. About half a microsecond a page.
final class DiskScan implements AutoCloseable {
  private final PageCache cache;
  private final EvictionOrder order;
  private final PageTable pages;
  private final PageIndex index;
  private final StoredLedger ledger;
  private final @Nullable ExactLedger exact;
  private final StateBackend.PageScan scan;
  private final StoredPage page = new StoredPage();
  private final HostPages found = new HostPages();
  private boolean hasPage;
  private long seen;
  private long owed;
  private double readWorth;
  private long gone;

  /// Closes `scan` in the end.
  DiskScan(PageCache cache, StateBackend.PageScan scan, EvictionOrder order) {
    this.cache = cache;
    this.order = order;
    this.pages = cache.pages;
    this.index = cache.index;
    this.ledger = cache.ledger;
    this.exact = cache.exact;
    this.scan = scan;
    this.hasPage = scan.next(page);
  }

  /// Pages seen so far.
  long seen() {
    return seen;
  }

  /// The units that read pages owe that were left on disk.
  long owed() {
    return owed;
  }

  /// The worth of the read pages that were left on disk, in units.
  double readWorth() {
    return readWorth;
  }

  /// The units received by pages that are gone and were left on disk.
  long gone() {
    return gone;
  }

  /// Whether the last page was seen.
  boolean ended() {
    return !hasPage;
  }

  /// The pages that the last [#next] found; overwritten by the one after.
  HostPages found() {
    return found;
  }

  /// Walks over the pages of the next host that has any; false when there is none.
  boolean next() {
    if (!hasPage) {
      return false;
    }
    int host = page.group();
    found.begin(host);
    while (hasPage && page.group() == host) {
      seen++;
      see();
      hasPage = scan.next(page);
    }
    return true;
  }

  private void see() {
    int host = page.group();
    long hash = page.hash();
    int slot = index.mayHave(host, hash) ? index.find(host, hash) : PageTable.NO_PAGE;
    if (slot != PageTable.NO_PAGE && !pages.isBlind(slot)) {
      return;
    }
    if (slot != PageTable.NO_PAGE) {
      cache.resolve(slot, page);
      if (!page.hasAccount() || (cache.joins() && page.waits())) {
        ledger.rose(slot);
      }
    } else if (page.isGone()) {
      vanished();
    } else if (page.isRead() || page.isDropped()) {
      settled();
    } else {
      cache.join(page);
      found.add(hash, cache.received(page));
    }
  }

  private void vanished() {
    if (order.wantsGone(page.misses(), page.lastReadSeconds())) {
      order.cameBack(cache.admit(page));
    } else {
      gone += page.received();
    }
  }

  /// A page that was read, or dropped.
  private void settled() {
    long owes = exact != null && page.pays() ? owes(exact) : 0;
    boolean again =
        page.isRead()
            && order.wantsBack(
                page.received(),
                page.reads(),
                page.changes(),
                page.misses(),
                page.lastReadSeconds());
    if ((exact != null && owes > exact.threshold()) || again) {
      int slot = cache.admit(page);
      if (again) {
        cache.lookUpFocus(slot);
        order.cameBack(slot);
      }
    } else {
      owed += owes;
      readWorth += page.isRead() ? ledger.roughWorth(page.received(), page.paid()) : 0;
    }
  }

  private long owes(ExactLedger its) {
    return Math.abs(its.credit() + cache.received(page) - page.paid());
  }

  @Override
  public void close() {
    scan.close();
  }
}
