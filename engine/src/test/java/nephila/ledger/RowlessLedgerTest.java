package nephila.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import nephila.ledger.RowlessLedger.Links;
import org.junit.jupiter.api.Test;

class RowlessLedgerTest {
  private static RowlessLedger crawled(RandomWeb web) {
    RowlessLedger ledger = new RowlessLedger(0.85, Links.KEEP, web.pages());
    for (int page = 0; page < web.pages(); page++) {
      ledger.read(page, web.row(page));
    }
    return ledger;
  }

  @Test
  void afterOneReadAPageAndPushesItEqualsTheOffLineRank() {
    RandomWeb web = new RandomWeb(RandomWeb.anySeed(), 400);
    RowlessLedger ledger = crawled(web);
    double bound = ledger.settle(1e-11, Long.MAX_VALUE);
    assertTrue(bound <= 1e-11, "bound " + bound);
    assertTrue(RandomWeb.distance(web.rank(0.85), ledger) <= bound);
    ledger.audit();
  }

  @Test
  void readingRoundAndRoundConvergesWithoutRows() {
    RandomWeb web = new RandomWeb(RandomWeb.anySeed(), 300);
    RowlessLedger ledger = new RowlessLedger(0.85, Links.FORGET, 300);
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
    RowlessLedger ledger = new RowlessLedger(0.85, Links.FORGET, 200);
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
  void itStaysExactUnderAnyChange() {
    RandomWeb web = new RandomWeb(RandomWeb.anySeed(), 150);
    RowlessLedger ledger = crawled(web);
    for (int round = 0; round < 12; round++) {
      web.grow(20);
      for (int k = 0; k < 30; k++) {
        int page = web.random.nextInt(web.pages());
        if (ledger.wasRead(page) && k % 5 == 0) {
          web.remove(page);
          ledger.gone(page);
        } else if (ledger.known(page) || page >= web.pages() - 20) {
          web.change(page);
        }
      }
      for (int page = 0; page < web.pages(); page++) {
        if (ledger.known(page) || page >= web.pages() - 20) {
          ledger.read(page, web.row(page));
        }
      }
      ledger.audit();
      double bound = ledger.settle(1e-10, Long.MAX_VALUE);
      assertTrue(RandomWeb.distance(web.rank(0.85), ledger) <= bound, "round " + round);
      assertTrue(bound <= 1e-10, "round " + round + " bound " + bound);
    }
  }

  @Test
  void theBoundIsNeverBelowTheTrueErrorWhileReading() {
    RandomWeb web = new RandomWeb(RandomWeb.anySeed(), 120);
    RowlessLedger ledger = new RowlessLedger(0.85, Links.KEEP, 120);
    IntStream.range(0, 120).forEach(ledger::discovered);
    double[] rank = web.rank(0.85);
    for (int read = 0; read < 1500; read++) {
      int page = web.random.nextInt(120);
      ledger.read(page, web.row(page));
      double error = RandomWeb.distance(rank, ledger);
      assertTrue(error <= ledger.openErrorBound(), "read " + read);
      if (ledger.books().unreadPages() == 0) {
        assertTrue(error <= ledger.errorBound(), "read " + read);
      }
    }
    assertTrue(ledger.errorBound() < 0.2, "bound " + ledger.errorBound());
  }

  @Test
  void pagesNeverReadHaveAnEstimateThatIsRightForLeaves() {
    RowlessLedger ledger = new RowlessLedger();
    ledger.read(0, 1, 2);
    ledger.read(1, 0);
    ledger.settle(1e-12, 1_000_000);
    double y0 = ledger.importance(0);
    double y1 = ledger.importance(1);
    assertEquals(y1, ledger.importance(2), 1e-12);
    assertEquals(1, y0 + y1 + ledger.importance(2), 1e-12);
    assertTrue(ledger.errorBound() < 1e-9);
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
    assertEquals(99_999, ledger.books().readPages() + ledger.books().unreadPages());
    assertThrows(IllegalArgumentException.class, () -> ledger.read(0, -1));
    assertThrows(IllegalArgumentException.class, () -> ledger.read(-1, 0));
    ledger.audit();
  }

  @Test
  void moreWorthThanUnitsHoldChangesTheUnits() {
    RandomWeb web = new RandomWeb(RandomWeb.anySeed(), 500);
    RowlessLedger ledger = new RowlessLedger(0.85, Links.KEEP, 1);
    long before = ledger.arithmetic().unit();
    for (int read = 0; read < 3000; read++) {
      int page = web.random.nextInt(500);
      ledger.read(page, web.row(page));
    }
    ledger.audit();
    assertTrue(ledger.arithmetic().unit() < before);
    IntStream.range(0, 500).forEach(page -> ledger.read(page, web.row(page)));
    double bound = ledger.settle(1e-9, Long.MAX_VALUE);
    assertTrue(bound <= 1e-9, "bound " + bound);
    assertTrue(RandomWeb.distance(web.rank(0.85), ledger) <= bound);
  }
}
