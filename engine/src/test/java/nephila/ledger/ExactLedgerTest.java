package nephila.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExactLedgerTest {
  private static ExactLedger crawled(RandomWeb web) {
    ExactLedger ledger = new ExactLedger(0.85, 3 * web.pages());
    for (int page = 0; page < web.pages(); page++) {
      ledger.read(page, web.row(page));
    }
    return ledger;
  }

  @Test
  void afterOneReadAPageAndPushesItEqualsTheOffLineRank() {
    RandomWeb web = new RandomWeb(RandomWeb.anySeed(), 400);
    ExactLedger ledger = crawled(web);
    double bound = ledger.settle(1e-11);
    assertTrue(bound <= 1e-11, "bound " + bound);
    assertTrue(RandomWeb.distance(web.rank(0.85), ledger) <= bound);
    ledger.audit();
  }

  @Test
  void itStaysExactUnderAnyChange() {
    RandomWeb web = new RandomWeb(RandomWeb.anySeed(), 150);
    ExactLedger ledger = crawled(web);
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
      double bound = ledger.settle(1e-10);
      assertTrue(RandomWeb.distance(web.rank(0.85), ledger) <= bound, "round " + round);
      assertTrue(bound <= 1e-10, "round " + round + " bound " + bound);
    }
  }

  @Test
  void theBoundIsNeverBelowTheTrueErrorWhileReading() {
    RandomWeb web = new RandomWeb(RandomWeb.anySeed(), 120);
    ExactLedger ledger = new ExactLedger(0.85, 120);
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

  @Test
  void pagesNeverReadHaveAnEstimateThatIsRightForLeaves() {
    ExactLedger ledger = new ExactLedger();
    ledger.read(0, 1, 2);
    ledger.read(1, 0);
    ledger.settle(1e-12);
    double y0 = ledger.importance(0);
    double y1 = ledger.importance(1);
    assertEquals(y1, ledger.importance(2), 1e-12);
    assertEquals(1, y0 + y1 + ledger.importance(2), 1e-12);
    assertTrue(ledger.errorBound() < 1e-9);
  }

  @Test
  void strangeRowsAreWelcome() {
    ExactLedger ledger = new ExactLedger();
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
  void morePagesThanThereIsRoomForAreRefused() {
    ExactLedger ledger = new ExactLedger(0.85, 3);
    ledger.read(0, 1, 2);
    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> ledger.read(1, 3));
    assertTrue(String.valueOf(refused.getMessage()).contains("room for 3 pages"));
  }

  @Test
  void numbersThatAreLeftOutAreNoPages() {
    ExactLedger ledger = new ExactLedger();
    ledger.read(5, 9);
    assertEquals(10, ledger.pages());
    assertEquals(2, ledger.totals().pages());
    assertEquals(0, ledger.importance(7));
    ledger.read(7);
    assertEquals(1, ledger.importance(5) + ledger.importance(7) + ledger.importance(9), 1e-12);
    ledger.audit();
  }

  @Test
  void aPageThatIsReadAgainWithTheSameLinksPaysWhatItOwes() {
    ExactLedger ledger = new ExactLedger();
    ledger.read(0, 1, 2);
    ledger.read(1, 0);
    long owed = ledger.residual(0);
    assertTrue(owed > 0);
    long before = ledger.transfers();
    ledger.read(0, 2, 1, 2);
    assertEquals(0, ledger.residual(0));
    assertEquals(before + 2, ledger.transfers());
    ledger.audit();
  }
}
