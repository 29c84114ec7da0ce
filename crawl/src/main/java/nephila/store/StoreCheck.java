package nephila.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import nephila.ledger.ExactLedger;
import nephila.ledger.OpicLedger;
import nephila.ledger.PageTable;
import nephila.ledger.RowShares;
import nephila.store.record.UrlHash;
import nephila.store.rocks.RocksBackend;

/// Proves the invariants of a store by one pass over its pages and rows.
public final class StoreCheck {
  private static final int MANY = 20;
  private static final int CACHE_BYTES = 8 << 20;

  private final CrawlStore store;
  private final List<String> faults = new ArrayList<>();
  private long checkedLinks;
  private long evaporated;

  private StoreCheck(CrawlStore store) {
    this.store = store;
  }

  /// The findings of a check.
  ///
  /// @param faults at most twenty, in words; empty when the books are exact
  /// @param evaporated units that pages paid and no page received
  public record Result(int pages, int read, long links, long evaporated, List<String> faults) {
    /// The same with more faults.
    public Result with(List<String> more) {
      return new Result(
          pages, read, links, evaporated, Stream.concat(more.stream(), faults.stream()).toList());
    }
  }

  public static Result of(CrawlStore store) {
    return store.isWhole() ? inMemory(store) : store.checkDisk();
  }

  /// Reads every byte of the state's files and proves it by its checksum.
  ///
  /// @throws java.io.UncheckedIOException with the file and place of the first that is wrong
  public static void files(Path dir) throws IOException {
    try (RocksBackend state = RocksBackend.open(dir.resolve("state"), true, CACHE_BYTES)) {
      state.verify();
    }
  }

  /// The result for a store that cannot even be read.
  public static Result unreadable(String why) {
    return new Result(0, 0, 0, 0, List.of("S0 " + why));
  }

  private static Result inMemory(CrawlStore store) {
    StoreCheck check = new StoreCheck(store);
    if (store.ledger() instanceof OpicLedger opic) {
      check.cash(opic);
    } else {
      check.books(store.exact());
      check.worth(store.exact());
    }
    check.urls();
    return new Result(
        store.pages().size(),
        store.readPages(),
        check.checkedLinks,
        check.evaporated,
        List.copyOf(check.faults));
  }

  /// L1 and L2: what every page received is what the rows say was paid to it.
  private void books(ExactLedger ledger) {
    PageTable pages = store.pages();
    PageIndex index = store.index();
    long[] received = new long[pages.size()];
    for (int slot = 0; slot < pages.size(); slot++) {
      int[] row = pages.row(slot);
      checkedLinks += row.length;
      if (row.length > 0) {
        RowShares shares = ledger.paidAlong(slot);
        evaporated += pages.paid(slot) - shares.sum(row.length);
        for (int k = 0; k < row.length; k++) {
          received[row[k]] += shares.of(k);
        }
        order(slot, row, shares);
      }
      if (pages.paid(slot) < 0) {
        fault("L2 %s has paid %d units", store.url(slot), pages.paid(slot));
      }
      if (pages.isGone(slot) && (row.length > 0 || pages.paid(slot) != 0)) {
        fault("L4 %s is gone and has paid %d units", store.url(slot), pages.paid(slot));
      }
      if (row.length > 0 && !pages.isRead(slot)) {
        fault("S2 %s has links and was not read", store.url(slot));
      }
    }
    for (int slot = 0; slot < pages.size(); slot++) {
      long paid = pages.received(slot) - store.joinedWith(slot);
      if (received[slot] != paid) {
        fault(
            "L1 %s received %d units, its in-links paid %d", store.url(slot), paid, received[slot]);
      }
    }
    if (evaporated != ledger.evaporated()) {
      fault("L1 %d units evaporated, the running total says %d", evaporated, ledger.evaporated());
    }
  }

  /// S3: where links have weights, those inside the page's site come first.
  private void order(int slot, int[] row, RowShares shares) {
    PageKinds kinds = store.kinds();
    for (int k = shares.insideLinks(); kinds != null && k < row.length; k++) {
      if (shares.inside() != shares.outside() && kinds.isInternal(slot, row[k])) {
        fault("S3 link %d of %s stays inside its site and comes late", k, store.url(slot));
      }
    }
  }

  /// L4: what importance is a share of is what the living pages are worth.
  private void worth(ExactLedger ledger) {
    double worth = 0;
    for (int slot = 0; slot < store.pages().size(); slot++) {
      worth += ledger.worth(slot);
    }
    double sum = ledger.worthSum();
    if (Math.abs(sum - worth) > 1e-12 * worth) {
      fault("L4 the living pages are worth %.0f units, the running total says %.0f", worth, sum);
    }
  }

  /// C1 and C2: the cash of all pages and of the virtual page is what was issued.
  private void cash(OpicLedger ledger) {
    for (int slot = 0; slot < store.pages().size(); slot++) {
      checkedLinks += store.pages().row(slot).length;
    }
    try {
      ledger.audit();
    } catch (IllegalStateException broken) {
      fault("%s", String.valueOf(broken.getMessage()));
    }
    if (checkedLinks != ledger.links()) {
      fault("L3 %d links in rows, the running total says %d", checkedLinks, ledger.links());
    }
  }

  /// P1: every page's URL is there and is the one its key was made from.
  private void urls() {
    PageTable pages = store.pages();
    PageIndex index = store.index();
    for (int slot = 0; slot < pages.size(); slot++) {
      if (UrlHash.of(store.url(slot)) != index.hash(slot)) {
        fault("P1 %s is kept under another page's key", store.url(slot));
      }
      if (pages.isRead(slot) && store.lastRead(slot) == null) {
        fault("S1 %s was read, and what was found is missing", store.url(slot));
      }
    }
  }

  private void fault(String format, Object... args) {
    if (faults.size() < MANY) {
      faults.add(String.format(format, args));
    }
  }
}
