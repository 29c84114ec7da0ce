package nephila.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RowsTest {
  private final Rows rows = new Rows();

  @Test
  void aRowIsTheSameLinksInAnyOrderAndNothingElse() {
    rows.reach(10);
    rows.put(3, new int[] {1, 2, 5, 9}, false);
    assertTrue(rows.is(3, new int[] {0, 1, 2, 5, 9, 0}, 1, 5));
    assertTrue(rows.is(3, new int[] {9, 1, 5, 2}, 0, 4));
    assertFalse(rows.is(3, new int[] {1, 2, 5}, 0, 3));
    assertFalse(rows.is(3, new int[] {1, 2, 5, 8}, 0, 4));
    assertFalse(rows.is(3, new int[] {1, 2, 5, 9, 9}, 0, 5));
    assertFalse(rows.is(3, new int[] {0, 3, 5, 9}, 0, 4), "the same sum");
    assertFalse(rows.is(3, new int[] {}, 0, 0));
    rows.put(3, Rows.NONE, false);
    assertTrue(rows.is(3, new int[] {}, 0, 0));
    assertFalse(rows.is(3, new int[] {1, 2, 5, 9}, 0, 4));
  }

  @Test
  void rowsThatDifferLittleHavePrintsOfTheirOwn() {
    Random random = new Random(1);
    rows.reach(1);
    int[] row = random.ints(8, 0, 1_000_000).sorted().toArray();
    rows.put(0, row, false);
    int alike = 0;
    for (int k = 0; k < 1_000_000; k++) {
      int[] other = row.clone();
      int one = random.nextInt(8);
      int delta = 1 + random.nextInt(1000);
      // The sum stays, so does what two links have in common.
      other[one] += delta;
      other[(one + 1 + random.nextInt(7)) % 8] -= delta;
      alike += rows.is(0, other, 0, 8) ? 1 : 0;
    }
    assertEquals(0, alike);
  }

  @Test
  void everyLedgerScramblesInItsOwnWay() {
    int[] row = {7};
    assertNotEquals(new Rows().print(row, 0, 1), new Rows().print(row, 0, 1));
  }
}
