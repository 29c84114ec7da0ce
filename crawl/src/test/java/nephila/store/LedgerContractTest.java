package nephila.store;

import static nephila.ledger.PageTable.NO_PAGE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import nephila.ledger.LedgerContract;
import nephila.ledger.LedgerLaw;
import nephila.ledger.LedgerSubject;
import nephila.ledger.PageTable;
import org.junit.jupiter.api.io.TempDir;

/// The ledger of a store, which is closed and opened again. (Pages that leave the memory:
/// [PageCacheTest].)
class LedgerContractTest extends LedgerContract {
  @TempDir static Path folder;

  @Override
  protected List<Candidate> candidates() {
    return List.of(
        new Candidate("crawl store", Stored::new)
            .without(LedgerLaw.RECEIVE, "pages of a store are paid by its rows alone")
            .without(LedgerLaw.PAPERS, "another algorithm"));
  }

  private static final class Stored extends LedgerSubject {
    private final Path dir;
    private CrawlStore store;
    private int reads;

    Stored() {
      try {
        dir = Files.createTempDirectory(folder, "crawl");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      store = opened();
    }

    private CrawlStore opened() {
      try {
        return CrawlStore.open(dir, 0.85);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private int slot(int page) {
      String origin = "http://host" + page % 7 + ".test";
      String path = "/page" + page;
      return store.know(store.host(origin), UrlHash.of(origin + path), path, 1, NO_PAGE);
    }

    @Override
    public void discovered(int page) {
      int slot = slot(page);
      if (store.pages().isGone(slot)) {
        boolean wasRead = store.pages().isRead(slot);
        store.ledger().discovered(slot);
        store.pages().set(slot, wasRead ? PageTable.READ : 0);
      }
    }

    @Override
    public void read(int page, int[] row) {
      int[] slots = new int[row.length];
      for (int k = 0; k < row.length; k++) {
        slots[k] = slot(row[k]);
      }
      store.read(slot(page), CrawlStoreTest.facts(reads++), slots, true);
    }

    @Override
    public void unchanged(int page, int[] row) {
      store.unchanged(slot(page), CrawlStoreTest.facts(reads++));
    }

    @Override
    public void gone(int page) {
      boolean wasRead = store.pages().isRead(slot(page));
      store.gone(slot(page), CrawlStoreTest.facts(reads++));
      if (!wasRead) {
        store.pages().clear(slot(page), PageTable.READ);
      }
    }

    @Override
    public void receive(int page, long units) {
      throw new UnsupportedOperationException("receive");
    }

    @Override
    public double importance(int page) {
      return store.ledger().importance(slot(page));
    }

    @Override
    public long units(int page) {
      return store.ledger().worth(slot(page));
    }

    @Override
    public double errorBound() {
      return store.ledger().errorBound();
    }

    @Override
    public void audit() {
      store.ledger().audit();
      List<String> faults = StoreCheck.of(store).faults();
      if (!faults.isEmpty()) {
        throw new IllegalStateException(faults.toString());
      }
    }

    @Override
    public void push() {
      store.ledger().push(100);
    }

    @Override
    public void settle() {
      store.ledger().settle(5e-7);
    }

    @Override
    public LedgerSubject saved() {
      store.commit(Map.of());
      store.close();
      store = opened();
      return this;
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
