package nephila.rank;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

class DistanceTest {
  @Test
  void normsOfAKnownDifference() {
    double[] a = {1, 2, 3};
    double[] b = {1, 5, -1};
    assertEquals(7, Distance.l1(a, b));
    assertEquals(5, Distance.l2(a, b));
    assertEquals(4, Distance.lInfinity(a, b));
  }

  @Test
  void theMeanRelativeErrorIsInPercentAndCountsEveryPageAlike() {
    double[] truth = {10, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    double[] estimate = {15, 1, 1, 1, 1, 1, 1, 1, 1, 2};
    assertEquals(15, Distance.meanRelativePercent(estimate, truth), 1e-12);
    assertEquals(50, Distance.meanRelativePercentTopTenth(estimate, truth), 1e-12);
  }

  @Test
  void topOverlapCountsCommonPages() {
    assertEquals(0.5, Distance.topOverlap(new double[] {4, 3, 2, 1}, new double[] {4, 1, 2, 3}, 2));
    assertEquals(1, Distance.topOverlap(new double[] {1, 2}, new double[] {1, 2}, 5));
  }

  @Test
  void kendallAgreesWithCountingAllPairs() {
    Random random = Webs.random("kendall");
    for (int round = 0; round < 300; round++) {
      int n = 1 + random.nextInt(30);
      int kinds = 1 + random.nextInt(20);
      double[] a = random.ints(n, 0, kinds).asDoubleStream().toArray();
      double[] b = random.ints(n, 0, kinds).asDoubleStream().toArray();
      long difference = 0;
      long tiedA = 0;
      long tiedB = 0;
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
          difference += (long) (Math.signum(a[i] - a[j]) * Math.signum(b[i] - b[j]));
          tiedA += a[i] == a[j] ? 1 : 0;
          tiedB += b[i] == b[j] ? 1 : 0;
        }
      }
      assertEquals(
          new Distance.Kendall(difference, n * (n - 1L) / 2, tiedA, tiedB), Distance.kendall(a, b));
    }
  }

  @Test
  void tauOfARankingWithItselfIsOneAndOfItsReverseMinusOne() {
    double[] up = {1, 2, 3, 4};
    double[] down = {4, 3, 2, 1};
    assertEquals(1, Distance.kendall(up, up).tau());
    assertEquals(-1, Distance.kendall(up, down).tau());
    double[] tied = {1, 1, 2, 3};
    assertEquals(1, Distance.kendall(tied, tied).tauB(), 1e-15);
    assertEquals(5 / 6.0, Distance.kendall(tied, tied).tau(), 1e-15);
  }
}
