package nephila.select;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GrowthTest {
  private static final double[] TRUE_WEIGHTS = {0.5, -1, 2};

  /// Pages grow by the true weights; those of unfinished families by anything.
  private static Growth taught(int samples) {
    SplittableRandom random = new SplittableRandom(5);
    float[][] rows = new float[samples][];
    Growth growth = new Growth(3);
    for (int page = 0; page < samples; page++) {
      rows[page] = new float[] {1, random.nextFloat(), random.nextFloat()};
      growth.chosen(page, rows[page], 1);
    }
    growth.learn(
        new Growth.Now() {
          @Override
          public boolean read(int page) {
            return page % 3 != 0;
          }

          @Override
          public double logWorth(int page) {
            double log = 1;
            for (int k = 0; k < 3; k++) {
              log += TRUE_WEIGHTS[k] * rows[page][k];
            }
            return finished(page) == 1 ? log : 17;
          }

          @Override
          public double finished(int page) {
            return page % 2 == 0 ? 1 : 1e-5;
          }
        });
    return growth;
  }

  @Test
  void finishedFamiliesTeachHowPagesGrow() {
    Growth growth = taught(20_000);
    for (int k = 0; k < 3; k++) {
      assertEquals(TRUE_WEIGHTS[k], growth.weight(k), 0.02);
    }
  }

  @Test
  void moreSamplesThanAreKeptAreThinnedEvenly() {
    Growth growth = taught(200_000);
    for (int k = 0; k < 3; k++) {
      assertEquals(TRUE_WEIGHTS[k], growth.weight(k), 0.02);
    }
  }

  @Test
  void afterAFewPagesNothingIsExpectedToGrow() {
    assertEquals(0, taught(10).weight(2));
  }
}
