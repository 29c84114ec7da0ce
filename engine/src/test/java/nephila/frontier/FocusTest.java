package nephila.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class FocusTest {
  @Test
  void rulesMultiplyAndAddOneAfterTheOther() {
    Focus rules = Focus.on(page -> page >= 2, 3, 1).then(Focus.on(page -> page == 4, 1, 100));
    assertEquals(2.5, rules.weigh(1, 2.5));
    assertEquals(8.5, rules.weigh(2, 2.5));
    assertEquals(108.5, rules.weigh(4, 2.5));
    assertEquals(2.5, Focus.NONE.weigh(4, 2.5));
  }

  @Test
  void aRuleThatTakesAwayIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Focus.on(page -> true, -1, 0));
    assertThrows(IllegalArgumentException.class, () -> Focus.on(page -> true, 1, Double.NaN));
  }
}
