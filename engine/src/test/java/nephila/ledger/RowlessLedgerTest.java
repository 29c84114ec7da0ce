package nephila.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowlessLedgerTest {
  @Test
  void readingRoundAndRoundConvergesWithoutRows() {
    RandomWeb web = new RandomWeb(RandomWeb.anySeed(), 300);
    RowlessLedger ledger = new RowlessLedger(0.85, 300);
    for (int read = 0; read < 60 * 300; read++) {
      int page = read % 300;
      ledger.read(page, web.row(page));
    }
    ledger.audit();
    assertTrue(ledger.errorBound() < 1e-6, "bound " + ledger.errorBound());
    assertTrue(RandomWeb.distance(web.rank(0.85), ledger) <= ledger.errorBound());
  }

  @Test
  void withoutRowsOldLinksAreForgottenAfterTwoCycles() {
    RandomWeb web = new RandomWeb(RandomWeb.anySeed(), 200);
    RowlessLedger ledger = new RowlessLedger(0.85, 200);
    for (int read = 0; read < 40 * 200; read++) {
      int page = read % 200;
      if (read < 5 * 200 && web.random.nextInt(10) == 0) {
        web.change(page);
      }
      ledger.read(page, web.row(page));
      if (read % 97 == 0) {
        ledger.audit();
      }
    }
    assertTrue(RandomWeb.distance(web.rank(0.85), ledger) < 1e-4);
  }

  @Test
  void theBoundIsNeverBelowTheTrueErrorWhileReading() {
    RandomWeb web = new RandomWeb(RandomWeb.anySeed(), 120);
    RowlessLedger ledger = new RowlessLedger(0.85, 120);
    IntStream.range(0, 120).forEach(ledger::discovered);
    double[] rank = web.rank(0.85);
    for (int read = 0; read < 1500; read++) {
      int page = web.random.nextInt(120);
      ledger.read(page, web.row(page));
      double error = RandomWeb.distance(rank, ledger);
      assertTrue(error <= ledger.openErrorBound(), "read " + read);
      if (ledger.totals().read() == 120) {
        assertTrue(error <= ledger.errorBound(), "read " + read);
      }
    }
    assertTrue(ledger.errorBound() < 0.2, "bound " + ledger.errorBound());
  }

  /// An order by importance would never read it again, and no cycle would ever end.
  @Test
  void aPageThatWasPaidLessThanNothingIsWorthItsCreditStill() {
    RowlessLedger ledger = new RowlessLedger().withoutRelaxation();
    ledger.read(2, 0);
    ledger.receive(0, 1000 * ledger.credit());
    ledger.read(0, 1);
    ledger.receive(0, -1000 * ledger.credit());
    ledger.read(0, 2); // what it owes back is taken from the page it points to now
    assertTrue(ledger.worth(1) > ledger.worth(0));
    assertEquals(ledger.credit(), ledger.worth(2));
    assertTrue(ledger.importance(2) > 0);
    ledger.audit();
  }

  @Test
  void strangeRowsAreWelcome() {
    RowlessLedger ledger = new RowlessLedger();
    ledger.read(0, 0, 0, 0);
    ledger.read(1, 3, 1, 3, 2, 2);
    ledger.read(2);
    ledger.read(3, IntStream.range(0, 100_000).toArray());
    ledger.read(3, IntStream.range(0, 100_000).map(k -> 99_999 - k).toArray());
    ledger.audit();
    ledger.gone(3);
    ledger.gone(3);
    ledger.gone(77_777);
    ledger.audit();
    ledger.read(1, 3, 2);
    ledger.read(3, 1);
    ledger.audit();
    assertEquals(99_999, ledger.totals().pages());
    assertThrows(IllegalArgumentException.class, () -> ledger.read(0, -1));
    assertThrows(IllegalArgumentException.class, () -> ledger.read(-1, 0));
    ledger.audit();
  }

  @Test
  void moreWorthThanUnitsHoldChangesTheUnits() {
    RandomWeb web = new RandomWeb(RandomWeb.anySeed(), 500);
    RowlessLedger ledger = new RowlessLedger(0.85, 1);
    long before = ledger.arithmetic().unit();
    for (int read = 0; read < 3000; read++) {
      int page = web.random.nextInt(500);
      ledger.read(page, web.row(page));
    }
    ledger.audit();
    assertTrue(ledger.arithmetic().unit() < before);
    for (int read = 0; read < 60 * 500; read++) {
      ledger.read(read % 500, web.row(read % 500));
    }
    ledger.audit();
    double bound = ledger.errorBound();
    assertTrue(bound <= 1e-4, "bound " + bound);
    assertTrue(RandomWeb.distance(web.rank(0.85), ledger) <= bound);
  }
}
