package nephila.store;

import static nephila.ledger.PageTable.NO_PAGE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import nephila.ledger.ImportanceAlgorithm;
import nephila.ledger.LedgerChoice;
import nephila.ledger.LedgerContract;
import nephila.ledger.LedgerLaw;
import nephila.ledger.LedgerSubject;
import nephila.ledger.LinkRetention;
import nephila.ledger.LinkWeights;
import nephila.ledger.PageTable;
import nephila.ledger.window.Window;
import nephila.store.record.UrlHash;
import org.junit.jupiter.api.io.TempDir;

/// The ledger of a store, which is closed and opened again. (Pages that leave the memory:
/// [PageCacheTest].)
class LedgerContractTest extends LedgerContract {
  @TempDir static Path folder;

  @Override
  protected List<Candidate> candidates() {
    return List.of(
        new Candidate("crawl store", () -> new Stored(LedgerChoice.exact(0.85)))
            .without(LedgerLaw.RECEIVE, BY_ROWS)
            .without(LedgerLaw.PAPERS, "another algorithm"),
        forgetting(LinkWeights.EQUAL),
        forgetting(new LinkWeights(0.1, 0.5)),
        forgetting(new LinkWeights(0.3, 1, true)),
        new Candidate("crawl store, OPIC", () -> opic(ImportanceAlgorithm.OPIC, "all"))
            .certifiesWhileLinksStay()
            .converges(0.2)
            .without(LedgerLaw.RETURN, WITH_VIRTUAL_PAGE)
            .without(LedgerLaw.RECEIVE, BY_ROWS),
        windowed("improved:4:3"),
        windowed("growing:4"),
        weighed(LedgerChoice.exact(0.85), 0.1, 0.5).without(LedgerLaw.PAPERS, "another algorithm"),
        weighed(LedgerChoice.exact(0.85), 0, 0).without(LedgerLaw.PAPERS, "another algorithm"),
        weighed(LedgerChoice.exact(0.85).withPreference(true), 1, 1)
            .crediting(LedgerContractTest::credits)
            .without(LedgerLaw.PAPERS, "another algorithm"),
        weighed(LedgerChoice.exact(0.85).withPreference(true), 0.1, 0.5)
            .crediting(LedgerContractTest::credits)
            .without(LedgerLaw.PAPERS, "another algorithm"),
        weighed(LedgerChoice.exact(0.85), 1, 0.3).without(LedgerLaw.PAPERS, "another algorithm"),
        weighed(papers(ImportanceAlgorithm.OPIC, "all").withPreference(true), 1, 1)
            .crediting(LedgerContractTest::credits)
            .certifiesWhileLinksStay()
            .converges(0.3)
            .without(LedgerLaw.SUM, WAITS)
            .without(LedgerLaw.GONE_SUM, WAITS)
            .without(LedgerLaw.PAPERS, WAITS)
            .without(LedgerLaw.RETURN, WITH_VIRTUAL_PAGE),
        weighed(papers(ImportanceAlgorithm.OPIC, "all").withPreference(true), 0.1, 0.5)
            .crediting(LedgerContractTest::credits)
            .certifiesWhileLinksStay()
            .converges(0.3)
            .without(LedgerLaw.SUM, WAITS)
            .without(LedgerLaw.GONE_SUM, WAITS)
            .without(LedgerLaw.PAPERS, WAITS)
            .without(LedgerLaw.RETURN, WITH_VIRTUAL_PAGE),
        weighed(LedgerChoice.exact(0.85), new LinkWeights(1, 1, true))
            .without(LedgerLaw.PAPERS, "another algorithm"),
        weighed(LedgerChoice.exact(0.85), new LinkWeights(0.1, 0.5, true))
            .without(LedgerLaw.PAPERS, "another algorithm"),
        weighed(LedgerChoice.exact(0.85), new LinkWeights(0, 1, true))
            .without(LedgerLaw.PAPERS, "another algorithm"),
        weighed(papers(ImportanceAlgorithm.OPIC, "all"), new LinkWeights(0.3, 1, true))
            .certifiesWhileLinksStay()
            .converges(0.2)
            .without(LedgerLaw.RETURN, WITH_VIRTUAL_PAGE),
        weighed(papers(ImportanceAlgorithm.OPIC, "all"), 0.1, 0.5)
            .certifiesWhileLinksStay()
            .converges(0.2)
            .without(LedgerLaw.RETURN, WITH_VIRTUAL_PAGE));
  }

  /// The exact ledger, whose rows are found again in what the subject remembers of every read.
  private static Candidate forgetting(LinkWeights weights) {
    LedgerChoice forget =
        new LedgerChoice(ImportanceAlgorithm.EXACT, 0.85, new Window.All(), LinkRetention.FORGET);
    Candidate candidate =
        new Candidate(
                "crawl store, exact, no rows, " + weights,
                () -> new Stored(forget.withWeights(weights)))
            .without(LedgerLaw.RECEIVE, BY_ROWS)
            .without(LedgerLaw.PAPERS, "another algorithm");
    return weights.areEqual() ? candidate : candidate.weighed(weights, KINDS);
  }

  /// Pages are of seven hosts in three sites; every fourth has a query.
  private static Candidate weighed(LedgerChoice choice, double internal, double dynamic) {
    return weighed(choice, new LinkWeights(internal, dynamic));
  }

  private static Candidate weighed(LedgerChoice choice, LinkWeights weights) {
    double internal = weights.internal();
    double dynamic = weights.dynamic();
    String name =
        "crawl store, %s, internal %s, dynamic %s"
            + (choice.byPreference() ? ", by preference" : "")
            + (weights.bySite() ? ", by site" : "");
    return new Candidate(
            name.formatted(choice.importance().text(), internal, dynamic),
            () -> new Stored(choice.withWeights(weights)))
        .weighed(weights, KINDS)
        .without(LedgerLaw.RECEIVE, BY_ROWS);
  }

  /// Pages of seven kinds of number; those of the last bring in nothing.
  private static final String PREFERENCE =
      """
      # first match counts
      url~page[0-9]*0(\\?|$)\t4
      host=host3.site0.test\t1
      site=site1.test\t2.5
      url~/\t0
      """;

  private static double credits(int page) {
    return page % 10 == 0 ? 1 : page % 7 == 3 ? 0.25 : page % 7 % 3 == 1 ? 0.625 : 0;
  }

  private static final LinkWeights.Kinds KINDS =
      new LinkWeights.Kinds() {
        @Override
        public boolean isInternal(int from, int to) {
          return from % 7 % 3 == to % 7 % 3;
        }

        @Override
        public boolean isDynamic(int page) {
          return page % 4 == 1;
        }

        @Override
        public long site(int page) {
          return page % 7 % 3;
        }
      };

  private static final String BY_ROWS = "pages of a store are paid by its rows alone";
  private static final String WITH_VIRTUAL_PAGE = "what a page held is with the virtual page";
  private static final String WAITS = "a unit for each unit of weight waits with the virtual page";
  private static final String FORGETS = "a window forgets";

  private static Stored opic(ImportanceAlgorithm importance, String window) {
    return new Stored(papers(importance, window));
  }

  private static LedgerChoice papers(ImportanceAlgorithm importance, String window) {
    return new LedgerChoice(importance, 0.85, Window.parse(window));
  }

  private static Candidate windowed(String window) {
    return new Candidate(
            "crawl store, OPIC corrected, " + window,
            () -> opic(ImportanceAlgorithm.OPIC_CORRECTED, window))
        .converges(0.5)
        .certifiesWhileLinksStay()
        .without(LedgerLaw.RETURN, WITH_VIRTUAL_PAGE)
        .without(LedgerLaw.RECEIVE, BY_ROWS)
        .without(LedgerLaw.SUM, FORGETS)
        .without(LedgerLaw.GONE_SUM, FORGETS)
        .without(LedgerLaw.PAPERS, FORGETS);
  }

  private static final class Stored extends LedgerSubject {
    private final Path dir;
    private CrawlStore store;
    private int reads;

    private final RememberedRows archive = new RememberedRows();

    private final LedgerChoice choice;

    Stored(LedgerChoice choice) {
      this.choice = choice;
      try {
        dir = Files.createTempDirectory(folder, "crawl");
        if (choice.byPreference()) {
          Files.writeString(dir.resolve(CrawlStore.PREFERENCE_FILE), PREFERENCE);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      store = opened();
    }

    private CrawlStore opened() {
      try {
        return archive.of(CrawlStore.open(dir, choice, Long.MAX_VALUE));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private int slot(int page) {
      String origin = "http://host" + page % 7 + ".site" + page % 7 % 3 + ".test";
      String path = "/page" + page + (KINDS.isDynamic(page) ? "?query" : "");
      return store.know(store.host(origin), UrlHash.of(origin + path), path, 1, NO_PAGE);
    }

    @Override
    public void discovered(int page) {
      int slot = slot(page);
      if (store.pages().isGone(slot)) {
        boolean wasRead = store.pages().isRead(slot);
        store.ledger().discovered(slot);
        boolean exact = !choice.importance().isOpic();
        store.pages().set(slot, wasRead && exact ? PageTable.READ : 0);
      }
    }

    @Override
    public void read(int page, int[] row) {
      if (choice.importance().isOpic()) {
        discovered(page); // before the pages it points to: a virtual page with no other pays it all
      }
      int[] slots = new int[row.length];
      for (int k = 0; k < row.length; k++) {
        slots[k] = slot(row[k]);
      }
      archive.read(store, slot(page), CrawlStoreTest.facts(reads++), slots, true);
    }

    @Override
    public void unchanged(int page, int[] row) {
      store.unchanged(slot(page), CrawlStoreTest.facts(3 * reads++ + 1)); // answered
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
      return choice.importance().isOpic()
          ? store.ledger().cash(slot(page))
          : store.ledger().worth(slot(page));
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
