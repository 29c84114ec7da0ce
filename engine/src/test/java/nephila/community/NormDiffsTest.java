package nephila.community;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class NormDiffsTest {
  private static double bruteForce(double g, double b, double[] z) {
    double sum = 0;
    for (double zk : z) {
      sum += Math.abs(g * zk - b);
    }
    return sum;
  }

  private static double[] randomZ(Random random, int n) {
    double[] z = new double[n];
    for (int i = 0; i < n; i++) {
      z[i] = random.nextInt(3) == 0 ? 0.01 : random.nextDouble() / (1 + random.nextInt(50));
    }
    return z;
  }

  @Test
  void theExactNormAgreesWithBruteForce() {
    long seed = Long.getLong("nephila.seed", 1);
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      double[] z = randomZ(random, 1 + random.nextInt(200));
      double b = random.nextDouble() * 0.01;
      NormDiffs exact = new NormDiffs.Exact(b, z);
      double g = round % 10 == 0 ? 0 : random.nextDouble() * Math.pow(10, -random.nextInt(6));
      double times = 1 + random.nextDouble() * 9;
      assertEquals(bruteForce(g, b, z), exact.at(g), 1e-12, "seed " + seed);
      assertEquals(bruteForce(g, times * b, z), exact.at(g, times), 1e-12, "seed " + seed);
    }
  }

  @Test
  void theTableConvergesToTheExactNorm() {
    long seed = Long.getLong("nephila.seed", 1);
    Random random = new Random(seed);
    double[] z = randomZ(random, 100);
    double b = 0.004;
    double[] worst = new double[3];
    NormDiffs exact = new NormDiffs.Exact(b, z);
    int[] cells = {10, 100, 10_000};
    for (int c = 0; c < cells.length; c++) {
      NormDiffs table = new NormDiffs.Table(b, z, 0.001, 2, cells[c]);
      for (int i = 0; i < 500; i++) {
        double g = 0.001 + 1.999 * i / 499;
        worst[c] = Math.max(worst[c], Math.abs(table.at(g) - exact.at(g)));
      }
    }
    assertTrue(worst[1] < worst[0] / 3 && worst[2] < worst[1] / 20, "seed " + seed);
  }

  @Test
  void aTableOfOneCellKnowsOneValue() {
    NormDiffs table = new NormDiffs.Table(0.1, new double[] {0.3}, 1, 1, 1);
    assertEquals(0.2, table.at(1), 1e-15);
    assertEquals(0.2, table.at(7), 1e-15);
  }
}
