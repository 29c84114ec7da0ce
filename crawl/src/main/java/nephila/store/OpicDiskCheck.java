package nephila.store;

import java.util.ArrayList;
import java.util.List;
import nephila.ledger.OpicLedger;
import nephila.store.record.StoredPage;

/// Proves the books of a crawl with OPIC whose pages are on disk: the cash of all pages and of the
/// virtual page is what was issued, to the unit (C1). One walk over all pages.
final class OpicDiskCheck {
  private static final int MANY = 20;

  private final PageStore store;
  private final OpicLedger ledger;
  private final List<String> faults = new ArrayList<>();

  OpicDiskCheck(PageStore store, OpicLedger ledger) {
    this.store = store;
    this.ledger = ledger;
  }

  StoreCheck.Result check(int readPages) {
    int pages = 0;
    long joined = 0;
    long received = 0;
    StoredPage page = new StoredPage();
    try (StateBackend.PageScan all = store.backend().scan()) {
      while (all.next(page)) {
        pages++;
        long its = page.isGone() ? OpicLedger.sinceGone(page.received()) : page.received();
        received += its;
        boolean lives = page.hasAccount() && !page.isGone();
        joined += lives ? 1 : 0;
        if (its < 0 && (!lives || its + ledger.levelFor(store.weight(page)) < 0)) {
          fault("C2 page %x of host %d holds less than nothing", page.hash(), page.group());
        }
      }
    }
    if (joined != ledger.knownPages()) {
      fault("C1 %d pages live, the running total says %d", joined, ledger.knownPages());
    }
    long missing = ledger.missing(received);
    if (missing != 0) {
      fault("C1 %d units of cash are missing of %d", missing, ledger.issued());
    }
    return new StoreCheck.Result(pages, readPages, ledger.links(), 0, List.copyOf(faults), null);
  }

  private void fault(String format, Object... args) {
    if (faults.size() < MANY) {
      faults.add(String.format(format, args));
    }
  }
}
