package nephila.cluster.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import nephila.cluster.wire.PageKey;
import org.junit.jupiter.api.Test;

class BestPagesTest {
  @Test
  void theBestAreExactWhilePagesOnlyReceive() {
    long seed = Long.getLong("nephila.seed", 1);
    Random random = new Random(seed);
    Map<PageKey, Long> received = new HashMap<>();
    BestPages best = new BestPages();
    for (int i = 0; i < 200_000; i++) {
      int number = (int) (20_000 * Math.pow(random.nextDouble(), 2));
      PageKey page = new PageKey(number % 7, number);
      long now = received.merge(page, 1L + random.nextInt(1_000_000), Long::sum);
      best.paid(page.site(), page.hash(), now);
      if (i % 50 == 0) {
        best.rest(received::get);
      }
    }
    List<PageKey> truth =
        received.keySet().stream()
            .sorted(
                Comparator.comparing((PageKey page) -> received.get(page))
                    .reversed()
                    .thenComparing(PageKey::hash))
            .limit(BestPages.MOST)
            .toList();
    String replay = "replay with -Dnephila.seed=" + seed;
    assertEquals(truth, best.best(BestPages.MOST, received::get), replay);
    assertEquals(truth.subList(0, 10), best.best(10, received::get), replay);
  }
}
