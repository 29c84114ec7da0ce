package nephila.frontier.growth;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GrowthTest {
  private static final double[] TRUE_WEIGHTS = {0.5, -1, 2};
  private static final double[] PRIOR = {0, 0, 1.5};

  /// Pages grow by the true weights; those of unfinished families by anything.
  private static Growth taught(int samples) {
    SplittableRandom random = new SplittableRandom(5);
    float[][] rows = new float[samples][];
    Growth growth = new Growth(PRIOR, new double[] {5, 5, 5});
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
          public double logFullWorth(int page) {
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
  void afterAFewPagesTheWeightsAreThoseExpected() {
    assertArrayEquals(PRIOR, weights(taught(10)));
  }

  @Test
  void weightsAreDrawnToThoseExpectedAsBySamples() {
    Growth growth = new Growth(new double[] {3}, new double[] {100});
    for (int page = 0; page < 100; page++) {
      growth.chosen(page, new float[] {1}, 0);
    }
    growth.learn(
        new Growth.Now() {
          @Override
          public boolean read(int page) {
            return true;
          }

          @Override
          public double logFullWorth(int page) {
            return 1;
          }

          @Override
          public double finished(int page) {
            return 1;
          }
        });
    assertEquals(2, growth.weight(0), 1e-9);
  }

  @Test
  void whatWasLearnedBeforeIsExpectedNow() {
    Growth growth = new Growth(PRIOR, new double[] {5, 5, 5});
    growth.resume(new double[] {1, 2});
    growth.resume(new double[] {1, 2, Double.NaN});
    assertArrayEquals(PRIOR, growth.weights());
    growth.resume(TRUE_WEIGHTS);
    assertArrayEquals(TRUE_WEIGHTS, growth.weights());
  }

  private static double[] weights(Growth growth) {
    return new double[] {growth.weight(0), growth.weight(1), growth.weight(2)};
  }
}
