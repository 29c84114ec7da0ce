package nephila.community.worth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class YieldsTest {
  private final Yields yields = new Yields();

  private void step(double bySome, double byOthers) {
    yields.expect(new int[] {1}, new int[] {2, 3});
    yields.update(page -> page == 1 ? bySome : byOthers);
  }

  @Test
  void bothHaveAHalfUntilSomethingWasFound() {
    assertEquals(0.5, yields.shareOfSome());
    step(0, 0);
    assertEquals(0.5, yields.shareOfSome());
  }

  @Test
  void theShareIsThatOfWhatAPageOfEachFound() {
    step(3, 2);
    assertEquals(0.6, yields.shareOfSome(), 1e-12);
  }

  @Test
  void neitherIsEverLeftOut() {
    step(0, 1);
    assertEquals(0.2, yields.shareOfSome());
    Yields other = new Yields();
    other.expect(new int[] {1}, new int[] {2});
    other.update(page -> page == 1 ? 1 : 0);
    assertEquals(0.9, other.shareOfSome());
  }

  @Test
  void whatWasFoundLongAgoCountsLess() {
    step(1, 0);
    for (int i = 0; i < 10; i++) {
      step(0.1, 0.3);
    }
    assertTrue(yields.shareOfSome() < 0.5, "share " + yields.shareOfSome());
  }
}
