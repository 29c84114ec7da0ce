package nephila.community;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class DistancesTest {
  @Test
  void distancesOfAHandMadePair() {
    Distances d = Distances.between(new double[] {.5, .3, .2}, new double[] {.4, .2, .4});
    assertEquals(0.4, d.l1(), 1e-15);
    assertEquals(Math.sqrt(0.06), d.l2(), 1e-15);
    assertEquals(0.2, d.linf(), 1e-15);
    // Of the pairs, (0,1) agrees, (1,2) does not, (0,2) is tied in the truth.
    assertEquals(0, d.tau(), 1e-15);
  }

  @Test
  void kendallAgreesWithCountingPairs() {
    long seed = Long.getLong("nephila.seed", 1);
    Random random = new Random(seed);
    for (int round = 0; round < 100; round++) {
      int n = 2 + random.nextInt(40);
      double[] a = random.doubles(n).map(x -> Math.floor(x * 12)).toArray();
      double[] b = random.doubles(n).map(x -> Math.floor(x * 12)).toArray();
      double excess = 0;
      double untiedA = 0;
      double untiedB = 0;
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
          excess += Math.signum(a[i] - a[j]) * Math.signum(b[i] - b[j]);
          untiedA += a[i] == a[j] ? 0 : 1;
          untiedB += b[i] == b[j] ? 0 : 1;
        }
      }
      Kendall kendall = Kendall.of(a, b);
      assertEquals(excess / (n * (n - 1) / 2), kendall.tau(), 1e-12, "seed " + seed);
      if (untiedA > 0 && untiedB > 0) {
        double expected = excess / Math.sqrt(untiedA * untiedB);
        assertEquals(expected, kendall.tauB(), 1e-12, "seed " + seed);
      }
    }
  }

  @Test
  void equalRankingsWithTiesReachOneInTauBOnly() {
    double[] tied = {.25, .25, .5};
    Distances d = Distances.between(tied, tied.clone());
    assertEquals(1, d.taub(), 1e-15);
    assertTrue(d.tau() < 1);
  }

  @Test
  void onePageIsRankedRight() {
    Distances d = Distances.between(new double[] {1}, new double[] {1});
    assertEquals(new Distances(0, 0, 0, 1, 1), d);
  }

  @Test
  void vectorsOfDifferentLengthAreRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> Distances.between(new double[1], new double[2]));
  }
}
