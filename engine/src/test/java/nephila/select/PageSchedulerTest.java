package nephila.select;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import nephila.frontier.Focus;
import nephila.frontier.HostDiscount;
import nephila.ledger.ExactLedger;
import org.junit.jupiter.api.Test;

class PageSchedulerTest {
  private static int[] row(int page) {
    SplittableRandom random = new SplittableRandom(page);
    return IntStream.range(0, 6).map(k -> random.nextInt(5_000)).toArray();
  }

  private static int refreshes(ExactLedger ledger, PageScheduler scheduler, int reads) {
    int refreshed = 0;
    for (int read = 0; read < reads; read++) {
      int page = scheduler.next();
      refreshed += ledger.wasRead(page) ? 1 : 0;
      ledger.read(page, row(page));
    }
    return refreshed;
  }

  @Test
  void theBudgetIsSplitAsAsked() {
    ExactLedger ledger = new ExactLedger();
    ledger.discovered(0);
    PageScheduler scheduler = new PageScheduler(ledger, 0.25, Focus.NONE);
    assertEquals(500, refreshes(ledger, scheduler, 2_000), 3);
    scheduler.refreshShare(0.5);
    assertEquals(500, refreshes(ledger, scheduler, 1_000), 3);
  }

  @Test
  void whereNothingIsLeftToDiscoverAllIsRefreshed() {
    ExactLedger ledger = new ExactLedger();
    ledger.discovered(0);
    PageScheduler scheduler = new PageScheduler(ledger, 0, Focus.NONE);
    int refreshed = refreshes(ledger, scheduler, 12_000);
    assertEquals(ledger.totals().pages(), ledger.totals().read());
    assertEquals(12_000 - ledger.totals().read(), refreshed);
  }

  @Test
  void theFrontierIsOrderedByWorth() {
    ExactLedger ledger = new ExactLedger();
    ledger.read(0, 1, 2, 3);
    ledger.read(1, 3, 4);
    FrontierWorth frontier = new FrontierWorth(ledger, Focus.NONE);
    assertArrayEquals(new int[] {3, 4, 2}, frontier.best(10));
    assertArrayEquals(new int[] {3, 4}, frontier.best(2));
  }

  @Test
  void hostsThatWereReadALotWaitForTheirTurn() {
    ExactLedger ledger = new ExactLedger();
    ledger.read(0, 2, 4, 6, 8, 1);
    ledger.read(2, 0, 4, 6, 8);
    int[] bothHosts =
        new FrontierWorth(ledger, Focus.NONE, HostDiscount.HOST, page -> page % 2).best(4);
    assertArrayEquals(new int[] {1, 4, 6, 8}, bothHosts);
    assertArrayEquals(new int[] {4, 6, 8, 1}, new FrontierWorth(ledger, Focus.NONE).best(4));
  }

  @Test
  void turnsAreThoseOfAFreshChoiceBeforeEachRead() {
    SplittableRandom random = new SplittableRandom(8);
    for (int round = 0; round < 100; round++) {
      int count = random.nextInt(1, 80);
      double[] worths = IntStream.range(0, count).mapToDouble(k -> random.nextInt(30)).toArray();
      HostDiscount siblings = round % 2 == 0 ? HostDiscount.HOST : HostDiscount.DISCOVERER;
      SiblingTurns turns = new SiblingTurns(siblings, page -> page % 5);
      turns.start(new int[5]);
      IntStream.range(0, count).forEach(page -> turns.offer(page, worths[page]));
      int[] reads = new int[5];
      for (int page : turns.take(count)) {
        int best = -1;
        for (int k = 0; k < 5 * count; k++) {
          int other = k % count * 5 + k / count;
          if (other < count && worths[other] >= 0 && better(siblings, worths, reads, other, best)) {
            best = other;
          }
        }
        assertEquals(best, page);
        worths[best] = -1;
        reads[best % 5]++;
      }
    }
  }

  private static boolean better(HostDiscount s, double[] worths, int[] reads, int page, int best) {
    return best < 0
        || worths[page] * s.share(reads[page % 5]) > worths[best] * s.share(reads[best % 5]);
  }

  @Test
  void rulesMultiplyAndAdd() {
    ExactLedger ledger = new ExactLedger();
    ledger.read(0, 1, 2, 3);
    ledger.read(1, 3, 4);
    Focus rules = Focus.on(page -> page == 2, 3, 0).then(Focus.on(page -> page == 4, 1, 100));
    assertArrayEquals(new int[] {4, 2, 3}, new FrontierWorth(ledger, rules).best(3));
    double before = ledger.importance(4);
    ledger.audit();
    assertEquals(before, ledger.importance(4));
    assertTrue(Focus.NONE.weigh(1, 2.5) == 2.5);
  }

  @Test
  void theTopIsThatOfASort() {
    SplittableRandom random = new SplittableRandom(4);
    for (int round = 0; round < 200; round++) {
      int count = random.nextInt(1, 60);
      int most = random.nextInt(1, 70);
      double[] keys = IntStream.range(0, count).mapToDouble(k -> random.nextInt(20)).toArray();
      TopPages top = new TopPages(most);
      IntStream.range(0, count).forEach(page -> top.offer(page, keys[page]));
      int[] sorted =
          IntStream.range(0, count)
              .boxed()
              .sorted((a, b) -> Double.compare(keys[b], keys[a]))
              .limit(most)
              .mapToInt(Integer::intValue)
              .toArray();
      assertArrayEquals(sorted, top.bestFirst());
    }
  }
}
