package nephila.liverank.learned;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class NoisyOrderTest {
  private static final int MANY = 10_000;

  @Test
  void luckDecidesBetweenPagesThatLookAlike() {
    NoisyOrder draw = new NoisyOrder(3);
    draw.add(0, 1.0, 0);
    draw.add(1, 1.0, 2);
    draw.add(2, 0.9, 5);
    assertArrayEquals(new int[] {2, 1, 0}, draw.order(3, 0.3));
  }

  @Test
  void theLuckyOfThousandsDoNotHideTheFewThatLookGood() {
    NoisyOrder draw = new NoisyOrder(MANY);
    for (int page = 0; page < MANY; page++) {
      boolean good = page < 10;
      draw.add(page, good ? 1 : -3, good ? 0 : 1 + 20.0 * page / MANY);
    }
    int[] order = draw.order(10, 0.3);
    long good = Arrays.stream(order).limit(10).filter(page -> page < 10).count();
    assertTrue(good >= 9, "with all the noise none of the ten, seen " + good);
  }

  @Test
  void pagesThatWereNotAddedAreNotDrawn() {
    NoisyOrder draw = new NoisyOrder(5);
    draw.add(4, 0, 0);
    assertArrayEquals(new int[] {4}, draw.order(1, 0.3));
  }
}
