package nephila.cluster.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SiteSumsTest {
  @Test
  void sumsAreThoseOfAMap() {
    long seed = Long.getLong("nephila.seed", 1);
    Random random = new Random(seed);
    SiteSums sums = new SiteSums();
    Map<Integer, long[]> truth = new HashMap<>();
    for (int i = 0; i < 30_000; i++) {
      int site = random.nextInt(3000) * 0x10001;
      long[] its = truth.computeIfAbsent(site, s -> new long[3]);
      if (its[1] < 2 || random.nextInt(3) == 0) {
        sums.known(site, i);
        its[1]++;
      }
      long units = random.nextInt(1000) - 300;
      sums.received(site, units);
      its[0] += units;
      if (random.nextBoolean()) {
        sums.read(site, 1);
        its[2]++;
        int gone = Math.min(random.nextInt(2), (int) Math.min(its[1], its[2]));
        sums.gone(site, gone);
        its[1] -= gone;
        its[2] -= gone;
      }
    }
    String replay = "replay with -Dnephila.seed=" + seed;
    assertEquals(truth.size(), sums.size(), replay);
    List<SiteSums.Sum> all = sums.best(Integer.MAX_VALUE, 100);
    assertEquals(truth.size(), all.size(), replay);
    long before = Long.MAX_VALUE;
    for (SiteSums.Sum sum : all) {
      long[] its = truth.get(sum.site());
      assertEquals(its[0], sum.received(), replay);
      assertEquals(its[1], sum.pages(), replay);
      assertEquals(its[2], sum.read(), replay);
      long worth = 100 * its[1] + its[0];
      assertEquals(true, worth <= before, replay);
      before = worth;
    }
  }
}
