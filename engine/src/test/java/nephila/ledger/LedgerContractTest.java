package nephila.ledger;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import nephila.ledger.window.Window;
import org.junit.jupiter.api.io.TempDir;

/// The ledgers of the engine, alone and three of them sharing a web.
class LedgerContractTest extends LedgerContract {
  private static final double DAMPING = 0.85;

  @TempDir static Path folder;

  @Override
  protected List<Candidate> candidates() {
    return List.of(
        new Candidate("exact", () -> new Alone(new ExactLedger()))
            .without(LedgerLaw.PAPERS, "another algorithm"),
        new Candidate("exact, three share a web", () -> new Sharing(LedgerContractTest::exactPart))
            .converges(1e-4)
            .without(LedgerLaw.PAPERS, "another algorithm"),
        new Candidate("rowless", () -> new Alone(new RowlessLedger(DAMPING, 1000)))
            .certifiesWhileLinksStay()
            .breaks(LedgerLaw.SUM, LESS_THAN_NOTHING)
            .breaks(LedgerLaw.GONE_SUM, LESS_THAN_NOTHING)
            .without(LedgerLaw.GONE_BOUND, "certifies while links stay and no page vanishes")
            .without(LedgerLaw.PAPERS, "another algorithm"),
        opic("plain", OpicLedger.Settings.plain()),
        opic("corrected", OpicLedger.Settings.corrected(new Window.All()))
            .without(LedgerLaw.PAPERS, "the estimate leaves the starting cash out"),
        new Candidate("OPIC, three share a web", () -> new Sharing(LedgerContractTest::opicPart))
            .without(LedgerLaw.SUM, EACH_ITS_OWN)
            .without(LedgerLaw.GONE_SUM, EACH_ITS_OWN)
            .without(LedgerLaw.PAPERS, EACH_ITS_OWN)
            .without(LedgerLaw.CONVERGES, EACH_ITS_OWN)
            .without(LedgerLaw.GONE_CONVERGES, EACH_ITS_OWN)
            .without(LedgerLaw.RETURN, WITH_VIRTUAL_PAGE),
        windowed("fixed:4"),
        windowed("improved:4:3"),
        windowed("variable:6"),
        windowed("interpolation:4"),
        windowed("growing:4"),
        windowed("adaptive"),
        windowed("class:2,fixed:4,variable:4"));
  }

  private static final String LESS_THAN_NOTHING =
      "a page that links no longer lead to may have been paid less than nothing for a while";
  private static final String WITH_VIRTUAL_PAGE = "what a page held is with the virtual page";
  private static final String EACH_ITS_OWN = "each ledger has a clock of its own";

  private static Candidate opic(String name, OpicLedger.Settings settings) {
    return new Candidate("OPIC, " + name, () -> new Alone(new OpicLedger(settings)))
        .certifiesWhileLinksStay()
        .converges(0.2)
        .without(LedgerLaw.RETURN, WITH_VIRTUAL_PAGE);
  }

  private static Candidate windowed(String window) {
    OpicLedger.Settings settings = OpicLedger.Settings.corrected(Window.parse(window));
    return new Candidate("OPIC, " + window, () -> new Alone(new OpicLedger(settings)))
        .converges(0.5)
        .without(LedgerLaw.RETURN, WITH_VIRTUAL_PAGE)
        .without(LedgerLaw.SUM, "a window forgets")
        .without(LedgerLaw.GONE_SUM, "a window forgets")
        .without(LedgerLaw.PAPERS, "a window forgets");
  }

  private static Ledger exactPart() {
    return new ExactLedger(PageTable.ofLedger(), DAMPING, 1_000_000);
  }

  private static Ledger opicPart() {
    return OpicLedger.sharing(PageTable.ofRowlessLedger(), OpicLedger.Settings.plain());
  }

  private static long units(Ledger ledger, int slot) {
    return switch (ledger) {
      case ExactLedger exact -> exact.worth(slot);
      case RowlessLedger rowless -> rowless.worth(slot);
      default -> ledger.cash(slot);
    };
  }

  private static Ledger again(Ledger ledger) {
    Path file = folder.resolve("ledger");
    ledger.save(file);
    return Ledger.load(file);
  }

  /// A ledger whose slots are the numbers of the pages.
  private static final class Alone extends LedgerSubject {
    private final Ledger ledger;

    Alone(Ledger ledger) {
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
      ledger.unchanged(page, row);
    }

    @Override
    public void gone(int page) {
      ledger.gone(page);
    }

    @Override
    public void receive(int page, long units) {
      ledger.receive(page, units);
    }

    @Override
    public double importance(int page) {
      return ledger.importance(page);
    }

    @Override
    public long units(int page) {
      return LedgerContractTest.units(ledger, page);
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
      ledger.push(100);
    }

    @Override
    public void settle() {
      if (ledger instanceof ExactLedger exact) {
        exact.settle(1e-7);
      }
    }

    @Override
    public LedgerSubject saved() {
      return new Alone(again(ledger));
    }
  }

  /// Three ledgers that have a third of the pages each and pay each other; what is paid to a page
  /// of another waits in its slot until it is carried over, in an order that changes. OPIC's
  /// virtual page is told late.
  private static final class Sharing extends LedgerSubject {
    private static final int COUNT = 3;

    private final Ledger[] ledgers = new Ledger[COUNT];
    private final VirtualPageOwner owner = new VirtualPageOwner();
    private long given;
    private int pages;
    private int carried;

    Sharing(Supplier<Ledger> make) {
      Arrays.setAll(ledgers, i -> make.get());
    }

    private Ledger of(int page) {
      return ledgers[page % COUNT];
    }

    /// Numbers are the slots in every ledger.
    private void know(Ledger ledger, int page) {
      boolean its = ledger == of(page);
      if (its) {
        ledger.discovered(page);
      } else if (page >= ledger.pages() || ledger.table().isFree(page)) {
        ledger.remote(page);
      }
      pages = Math.max(pages, page + 1);
    }

    @Override
    public void discovered(int page) {
      know(of(page), page);
      carry();
    }

    @Override
    public void read(int page, int[] row) {
      know(of(page), page);
      for (int child : row) {
        if (child >= pages) {
          know(of(child), child);
        }
        if (child >= of(page).pages() || of(page).table().isFree(child)) {
          know(of(page), child);
        }
      }
      of(page).pay(page, row.clone());
      carry();
    }

    @Override
    public void unchanged(int page, int[] row) {
      of(page).unchanged(page, row);
      carry();
    }

    @Override
    public void gone(int page) {
      of(page).gone(page);
      carry();
    }

    @Override
    public void receive(int page, long units) {
      given += units;
      of(page).receive(page, units);
    }

    private void carry() {
      boolean forwards = carried % 2 == 0;
      boolean any = false;
      for (int k = 0; k < pages; k++) {
        int page = forwards ? k : pages - 1 - k;
        for (Ledger ledger : ledgers) {
          if (page < ledger.pages() && ledger.table().is(page, PageTable.REMOTE)) {
            long units = ledger.take(page);
            if (units != 0) {
              of(page).receive(page, units);
              any = true;
            }
          }
        }
      }
      carried += any ? 1 : 0;
      if (carried % 7 == 0) {
        tell();
      }
    }

    private void tell() {
      for (Ledger ledger : ledgers) {
        if (ledger instanceof OpicLedger opic) {
          owner.enter(opic.takeTransfer());
        }
      }
      for (Ledger ledger : ledgers) {
        if (ledger instanceof OpicLedger opic) {
          opic.level(owner.level());
        }
      }
    }

    @Override
    public double importance(int page) {
      double sum = 0;
      for (Ledger ledger : ledgers) {
        sum += ledger instanceof ExactLedger exact ? exact.worthSum() : 0;
      }
      return sum > 0 ? units(page) / sum : of(page).importance(page);
    }

    @Override
    public long units(int page) {
      return page < of(page).pages() ? LedgerContractTest.units(of(page), page) : 0;
    }

    @Override
    public double errorBound() {
      LedgerTotals all = totals();
      if (ledgers[0] instanceof ExactLedger exact) {
        double sum = 0;
        for (Ledger ledger : ledgers) {
          sum += ((ExactLedger) ledger).worthSum();
        }
        double error = exact.damping() * all.residual() + all.links();
        return sum == 0 ? 0 : Math.min(2, 2 * error / (1 - exact.damping()) / sum);
      }
      return of(0).errorBound();
    }

    private LedgerTotals totals() {
      LedgerTotals all = ledgers[0].totals();
      for (int i = 1; i < COUNT; i++) {
        all = all.plus(ledgers[i].totals());
      }
      return all;
    }

    @Override
    public void audit() {
      for (Ledger ledger : ledgers) {
        ledger.audit();
      }
      LedgerTotals all = totals();
      Ledger.require(all.imbalance() == 0, "L1", "imbalance of all", 0, all.imbalance());
      Ledger.require(all.inTransit() + given == 0, "L1", "on the way", -given, all.inTransit());
      audited();
    }

    /// Every page was paid what rows pay it, whichever ledger they are in.
    private void audited() {
      Map<Integer, Long> due = new HashMap<>();
      List<Integer> payers = new ArrayList<>();
      for (int page = 0; page < pages; page++) {
        if (of(page) instanceof ExactLedger exact && exact.known(page)) {
          int[] row = exact.table().row(page);
          payers.add(page);
          RowShares shares = exact.paidAlong(page);
          for (int k = 0; k < row.length; k++) {
            due.merge(row[k], shares.of(k), Long::sum);
          }
        }
      }
      for (int page : payers) {
        long received = of(page).table().received(page);
        long paid = due.getOrDefault(page, 0L);
        Ledger.require(given != 0 || received == paid, "L1", "q of " + page, received, paid);
      }
    }

    @Override
    public void push() {
      for (Ledger ledger : ledgers) {
        ledger.push(30);
      }
      carry();
    }

    @Override
    public void settle() {
      for (int round = 0; round < 400; round++) {
        for (Ledger ledger : ledgers) {
          ledger.push(Long.MAX_VALUE);
          if (round % 20 == 0) {
            ledger.deepen(0);
          }
        }
        carry();
      }
    }

    @Override
    public LedgerSubject saved() {
      Arrays.setAll(ledgers, i -> again(ledgers[i]));
      return this;
    }
  }
}
