package nephila.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import nephila.ledger.PageTable;
import org.junit.jupiter.api.Test;

/// Against a list that is looked through at every choice.
class OrderedLaneTest {
  private static final int HOSTS = 7;
  private static final int MIN_AGE = 20;

  private final PageTable pages = new PageTable();
  private final List<Double> worth = new ArrayList<>();
  private final OrderedLane lane =
      new OrderedLane(pages, worth::get, slot -> slot % HOSTS, MIN_AGE, slot -> slot % 11 != 0);

  @Test
  void theBestOfThePagesThatMayBeReadIsTaken() {
    Random random = new Random(Long.getLong("nephila.seed", 1));
    long[] dueAt = new long[HOSTS];
    Set<Integer> in = new HashSet<>();
    Map<Integer, Long> readAt = new HashMap<>();
    long now = 1000;
    int taken = 0;
    for (int step = 0; step < 20_000; step++) {
      now += random.nextInt(2);
      int slot = random.nextInt(100);
      while (slot >= worth.size()) {
        pages.add();
        worth.add(1.0);
      }
      switch (random.nextInt(6)) {
        case 0 -> {
          if (!in.contains(slot)) {
            pages.wasRead(slot, 200, false, now);
            worth.set(slot, random.nextDouble());
            lane.add(slot);
            readAt.put(slot, now);
            if (slot % 11 != 0) {
              in.add(slot);
            }
          }
        }
        case 1 -> {
          if (in.contains(slot)) {
            worth.set(slot, random.nextDouble());
            lane.changed(slot);
          }
        }
        case 2 -> {
          if (in.remove(slot)) {
            lane.remove(slot);
          }
        }
        case 3 -> {
          // A busy host is told of when it is no longer; one that waits is due by itself.
          int host = random.nextInt(HOSTS);
          dueAt[host] = random.nextBoolean() ? Long.MAX_VALUE : now + random.nextInt(5);
          lane.hostChanged(host);
        }
        default -> {
          int best = PageTable.NO_PAGE;
          for (int page : in) {
            boolean may = readAt.get(page) + MIN_AGE <= now && dueAt[page % HOSTS] <= now;
            best = may && (best < 0 || worth.get(page) > worth.get(best)) ? page : best;
          }
          long millis = 1000 * now;
          int found =
              lane.best(
                  millis,
                  (page, at) ->
                      dueAt[page % HOSTS] == Long.MAX_VALUE
                          ? Long.MAX_VALUE
                          : 1000 * dueAt[page % HOSTS]);
          double wanted = best < 0 ? -1 : worth.get(best);
          assertEquals((float) wanted, found < 0 ? -1f : worth.get(found).floatValue());
          if (found >= 0 && random.nextBoolean()) {
            lane.takeBest();
            in.remove(found);
            taken++;
          }
          assertEquals(in.size(), lane.size());
        }
      }
    }
    assertTrue(taken > 1000, "taken " + taken);
  }
}
