package nephila.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import nephila.ledger.PageTable;
import org.junit.jupiter.api.Test;

class LanesTest {
  private final Lanes lanes =
      new Lanes(slot -> 0, new RefreshLane(new PageTable(), slot -> 1, 0, slot -> true));

  /// Of so many reads, how many are re-reads, where both lanes always have a page.
  private int rereads(int reads) {
    int again = 0;
    for (int k = 0; k < reads; k++) {
      boolean isAgain = lanes.owesAgain();
      lanes.began(isAgain);
      again += isAgain ? 1 : 0;
    }
    return again;
  }

  @Test
  void theShareIsExact() {
    for (double share : new double[] {0, 0.1, 0.25, 0.5, 0.8, 1}) {
      lanes.share(share, 64, false);
      assertEquals(share * 10_000, rereads(10_000), 2, "share " + share);
    }
  }

  @Test
  void itIsEvenOverTime() {
    lanes.share(0.2, 64, false);
    rereads(7);
    for (int k = 0; k < 100; k++) {
      assertEquals(2, rereads(10), 1);
    }
  }

  @Test
  void whatIsOwedWhileThereIsNoPageIsMadeUpForAndNoMore() {
    lanes.share(0.5, 5, false);
    for (int k = 0; k < 100; k++) {
      lanes.began(false);
    }
    for (int k = 0; k < 5; k++) {
      assertTrue(lanes.owesAgain());
      lanes.began(true);
    }
    assertFalse(lanes.owesAgain());
  }

  @Test
  void reReadsThatFillUpAreNotOwedLess() {
    lanes.share(0.5, 5, true);
    lanes.began(false);
    lanes.began(true);
    lanes.began(true);
    lanes.began(false);
    assertTrue(lanes.owesAgain());
  }

  @Test
  void withoutAShareNothingIsReadAgainUnlessItFillsUp() {
    lanes.share(0, 5, false);
    assertFalse(lanes.rereads());
    assertEquals(0, rereads(100));
    lanes.share(0, 5, true);
    assertTrue(lanes.rereads() && lanes.fillsUp());
  }
}
