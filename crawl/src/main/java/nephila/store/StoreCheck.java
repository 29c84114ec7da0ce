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
import nephila.store.record.RowPrint;
import nephila.store.record.UrlHash;
import nephila.store.rocks.RocksBackend;
import org.jspecify.annotations.Nullable;

/// Proves the invariants of a store by one pass over its pages and rows.
public final class StoreCheck {
  private static final int MANY = 20;
  private static final int CACHE_BYTES = 8 << 20;

  private final CrawlStore store;
  private final List<String> faults = new ArrayList<>();
  private long checkedLinks;
  private long evaporated;
  private long unknown;

  private StoreCheck(CrawlStore store) {
    this.store = store;
  }

  /// The findings of a check.
  ///
  /// @param faults at most twenty, in words; empty when the books are exact
  /// @param evaporated units that pages paid and no page received
  /// @param abandoned the share of all importance that was paid along links that nobody knows any
  ///   more, which the error bound counts; null where that cannot happen
  public record Result(
      int pages,
      int read,
      long links,
      long evaporated,
      List<String> faults,
      @Nullable Double abandoned) {
    /// The same with more faults.
    public Result with(List<String> more) {
      List<String> all = Stream.concat(more.stream(), faults.stream()).toList();
      return new Result(pages, read, links, evaporated, all, abandoned);
    }
  }

  /// Where rows are not kept and [CrawlStore#archivedRows] is not told, the sums alone.
  public static Result of(CrawlStore store) {
    if (store.forgotten() instanceof ForgottenRows rows && !rows.hasArchive()) {
      return new StoreCheck(store).sums();
    }
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
    return new Result(0, 0, 0, 0, List.of("S0 " + why), null);
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
        List.copyOf(check.faults),
        abandoned(store));
  }

  /// What a check says of payments along links that nobody knows any more.
  static @Nullable Double abandoned(CrawlStore store) {
    return store.forgotten() == null ? null : Double.valueOf(store.abandonedShare());
  }

  /// What is wrong with a page whose row is not kept and cannot be found again.
  static String notFound(String page, RowPrint print) {
    return String.format(
        "L5 %s has paid along %d links, which the archive does not show (file %d, byte %d)",
        page, print.links(), print.copy().serial(), print.copy().offset());
  }

  /// L1 of all pages together.
  private Result sums() {
    ExactLedger ledger = store.exact();
    long[] sums = {ledger.evaporated() - ledger.abandoned(), 0};
    store.everyPage(
        page -> {
          sums[0] += page.received() - store.joinedWith(page) - page.paid();
          sums[1]++;
          if (page.paid() < 0 || (page.isGone() && page.paid() != 0)) {
            fault("L2 page %x has paid %d units", page.hash(), page.paid());
          }
        });
    if (sums[0] != 0) {
      fault("L1 %d units more were received and evaporated than were paid", sums[0]);
    }
    return new Result(
        (int) sums[1],
        store.readPages(),
        ledger.links(),
        ledger.evaporated(),
        List.copyOf(faults),
        abandoned(store));
  }

  /// L1 and L2: what every page received is what the rows say was paid to it.
  private void books(ExactLedger ledger) {
    PageTable pages = store.pages();
    PageIndex index = store.index();
    long[] received = new long[pages.size()];
    ForgottenRows forgotten = store.forgotten();
    for (int slot = 0; slot < pages.size(); slot++) {
      int[] row = forgotten == null ? pages.row(slot) : forgotten.row(slot);
      checkedLinks += row.length;
      if (forgotten != null && row.length == 0 && pages.is(slot, PageTable.PAYS)) {
        unknown += pages.paid(slot);
        fault("%s", notFound(store.url(slot), forgotten.print(slot)));
      }
      if (row.length > 0) {
        RowShares shares = store.paidAlong(slot, row, pages.paid(slot));
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
    unknown += ledger.abandoned();
    long more = 0;
    for (int slot = 0; slot < pages.size(); slot++) {
      long paid = pages.received(slot) - store.joinedWith(slot);
      more += paid - received[slot];
      if (unknown == 0 ? received[slot] != paid : received[slot] > paid) {
        fault(
            "L1 %s received %d units, its in-links paid %d", store.url(slot), paid, received[slot]);
      }
    }
    evaporated += unknown == 0 ? 0 : unknown - more;
    if (unknown > 0 && (more < 0 || more > ledger.damping() * unknown)) {
      fault("L5 %d units came along unknown links, on which %d were paid", more, unknown);
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
