package nephila.ledger;

import java.nio.file.Path;
import java.util.List;
import nephila.ledger.RowlessLedger.Links;
import org.junit.jupiter.api.io.TempDir;

/// The ledgers of the engine, each in memory and alone.
class LedgerContractTest extends LedgerContract {
  private static final String NO_RECEIVE = "it can be paid by its own pages alone";

  private static final String SAVING = "saving it changes how much it pays next";
  private static final String LESS_THAN_NOTHING =
      "a page that links no longer lead to may have been paid less than nothing for a while";

  @TempDir static Path folder;

  @Override
  protected List<Candidate> candidates() {
    return List.of(
        new Candidate("exact", Exact::new)
            .breaks(LedgerLaw.GONE_BOOKS, "pages cannot vanish")
            .breaks(LedgerLaw.GONE_SUM, "pages cannot vanish")
            .breaks(LedgerLaw.GONE_BOUND, "pages cannot vanish")
            .breaks(LedgerLaw.GONE_CONVERGES, "pages cannot vanish")
            .breaks(LedgerLaw.RETURN, "pages cannot vanish")
            .breaks(LedgerLaw.RECEIVE, NO_RECEIVE)
            .breaks(LedgerLaw.SAVED, "it is saved by a store alone")
            .without(LedgerLaw.PAPERS, "another algorithm"),
        new Candidate("rowless, keep", () -> rowless(Links.KEEP))
            .breaks(LedgerLaw.SAVED, SAVING)
            .breaks(LedgerLaw.RECEIVE, NO_RECEIVE)
            .without(LedgerLaw.PAPERS, "another algorithm"),
        new Candidate("rowless, forget", () -> rowless(Links.FORGET))
            .certifiesWhileLinksStay()
            .breaks(LedgerLaw.SUM, LESS_THAN_NOTHING)
            .breaks(LedgerLaw.GONE_SUM, LESS_THAN_NOTHING)
            .breaks(LedgerLaw.GONE_BOUND, "certifies while what a page paid is not taken back")
            .breaks(LedgerLaw.SAVED, SAVING)
            .breaks(LedgerLaw.RECEIVE, NO_RECEIVE)
            .without(LedgerLaw.PAPERS, "another algorithm"),
        opic("plain", OpicLedger.Settings.plain())
            .breaks(LedgerLaw.PAPERS, "a page that is gone takes its history out of the sum"),
        opic("corrected", OpicLedger.Settings.corrected(new Window.All()))
            .without(LedgerLaw.PAPERS, "the estimate leaves the starting cash out"),
        windowed("fixed:4"),
        windowed("improved:4:3"),
        windowed("variable:6"),
        windowed("interpolation:4"),
        windowed("growing:4"),
        windowed("adaptive"),
        windowed("class:2,fixed:4,variable:4"));
  }

  private static LedgerSubject rowless(Links links) {
    return new Dense(new RowlessLedger(0.85, links, 1000));
  }

  private static Candidate opic(String name, OpicLedger.Settings settings) {
    return new Candidate("OPIC, " + name, () -> new Dense(new OpicLedger(settings)))
        .certifiesWhileLinksStay()
        .converges(0.2)
        .breaks(LedgerLaw.GONE_SUM, "a page that is gone takes its history out of the sum")
        .breaks(LedgerLaw.GONE_BOUND, "certifies although pages are gone")
        .breaks(LedgerLaw.RECEIVE, NO_RECEIVE)
        .without(LedgerLaw.RETURN, "what a page held is with the virtual page");
  }

  private static Candidate windowed(String window) {
    OpicLedger.Settings settings = OpicLedger.Settings.corrected(Window.parse(window));
    return new Candidate("OPIC, " + window, () -> new Dense(new OpicLedger(settings)))
        .converges(0.5)
        .breaks(LedgerLaw.RECEIVE, NO_RECEIVE)
        .without(LedgerLaw.RETURN, "what a page held is with the virtual page")
        .without(LedgerLaw.SUM, "a window forgets")
        .without(LedgerLaw.GONE_SUM, "a window forgets")
        .without(LedgerLaw.PAPERS, "a window forgets");
  }

  /// A ledger that numbers pages densely.
  private static final class Dense extends LedgerSubject {
    private final Ledger ledger;

    Dense(Ledger ledger) {
      this.ledger = ledger;
    }

    @Override
    public void discovered(int page) {
      ledger.discovered(page);
    }

    @Override
    public void read(int page, int[] row) {
      ledger.read(page, row);
    }

    @Override
    public void unchanged(int page, int[] row) {
      ledger.read(page, row);
    }

    @Override
    public void gone(int page) {
      ledger.gone(page);
    }

    @Override
    public void receive(int page, long units) {
      throw new UnsupportedOperationException("receive");
    }

    @Override
    public double importance(int page) {
      return ledger.importance(page);
    }

    @Override
    public long units(int page) {
      return ledger instanceof RowlessLedger exact ? exact.worth(page) : ledger.cash(page);
    }

    @Override
    public double errorBound() {
      return ledger.errorBound();
    }

    @Override
    public void audit() {
      ledger.audit();
    }

    @Override
    public void push() {
      if (ledger instanceof RowlessLedger exact && exact.links() == Links.KEEP) {
        exact.push(0.3, 100);
      }
    }

    @Override
    public LedgerSubject saved() {
      Path file = folder.resolve("ledger");
      ledger.save(file);
      return new Dense(Ledger.load(file));
    }
  }

  /// The exact ledger that the crawler runs on, without its store.
  private static final class Exact extends LedgerSubject {
    private final PageTable pages = new PageTable();
    private final ExactLedger ledger = new ExactLedger(pages, 0.85, new ChangedPages(pages));

    @Override
    public void discovered(int page) {
      pages.reach(page + 1);
    }

    @Override
    public void read(int page, int[] row) {
      for (int child : row) {
        pages.reach(child + 1);
      }
      pages.set(page, PageTable.READ);
      ledger.pay(page, row.clone());
    }

    @Override
    public void unchanged(int page, int[] row) {
      ledger.loadRow(page);
    }

    @Override
    public void gone(int page) {
      throw new UnsupportedOperationException("gone");
    }

    @Override
    public void receive(int page, long units) {
      throw new UnsupportedOperationException("receive");
    }

    @Override
    public double importance(int page) {
      return ledger.importance(page);
    }

    @Override
    public long units(int page) {
      return ledger.worth(page);
    }

    @Override
    public double errorBound() {
      return ledger.errorBound();
    }

    @Override
    public void audit() {
      long[] received = new long[pages.size()];
      long evaporated = 0;
      double residual = 0;
      for (int page = 0; page < pages.size(); page++) {
        int[] row = pages.row(page);
        long share = row.length == 0 ? 0 : ledger.share(pages.paid(page), row.length);
        evaporated += pages.paid(page) - share * row.length;
        residual += Math.abs(ledger.residual(page));
        for (int child : row) {
          received[child] += share;
        }
      }
      double worth = 0;
      for (int page = 0; page < pages.size(); page++) {
        require(received[page] == pages.received(page), "L1 page " + page);
        worth += ledger.worth(page);
      }
      require(evaporated == ledger.evaporated(), "L2");
      double bound = 2 * (0.85 * residual + ledger.links()) / 0.15 / worth;
      require(Math.abs(Math.min(2, bound) - ledger.errorBound()) < 1e-12, "L3");
    }

    private static void require(boolean holds, String what) {
      if (!holds) {
        throw new IllegalStateException(what + " broken");
      }
    }

    @Override
    public void push() {
      ledger.pushStored(100);
    }

    @Override
    public void settle() {
      ledger.settle(1e-7);
    }

    @Override
    public LedgerSubject saved() {
      throw new UnsupportedOperationException("save");
    }
  }
}
