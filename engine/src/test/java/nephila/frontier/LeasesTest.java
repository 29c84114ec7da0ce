package nephila.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import nephila.ledger.PageTable;
import org.junit.jupiter.api.Test;

class LeasesTest {
  private final PageTable pages = new PageTable();
  private final Leases leases = new Leases(pages);

  @Test
  void everyPageThatIsAwayEndsWhenItsTimeHasComeUnlessItCameBack() {
    Random random = new Random(3);
    Map<Integer, Long> away = new HashMap<>();
    for (int slot = 0; slot < 200; slot++) {
      pages.add();
    }
    long now = 4_000_000_000L;
    for (int step = 0; step < 20_000; step++) {
      int slot = random.nextInt(200);
      if (away.remove(slot) != null) {
        pages.heapPlace(slot, Frontier.NOWHERE);
      } else {
        long until = now + random.nextInt(50);
        leases.begin(slot, random.nextBoolean() ? Frontier.LEASED : Frontier.ASLEEP, until);
        away.put(slot, until);
      }
      now += random.nextInt(2);
      Set<Integer> ended = new HashSet<>();
      for (int one = leases.ended(1000 * now); one >= 0; one = leases.ended(1000 * now)) {
        assertTrue(ended.add(one));
        pages.heapPlace(one, Frontier.NOWHERE);
      }
      Set<Integer> expected = new HashSet<>();
      long time = now;
      away.forEach((page, until) -> expected.addAll(until <= time ? Set.of(page) : Set.of()));
      assertEquals(expected, ended);
      away.keySet().removeAll(ended);
    }
  }

  @Test
  void aTimeBeyondTheLastSecondIsTheLastSecond() {
    int slot = pages.add();
    leases.begin(slot, Frontier.ASLEEP, 253_402_300_799L);
    assertEquals(PageTable.NO_PAGE, leases.ended(4_294_967_294_000L));
    assertEquals(slot, leases.ended(4_294_967_295_000L));
  }
}
