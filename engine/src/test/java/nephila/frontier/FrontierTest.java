package nephila.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import nephila.ledger.PageTable;
import org.junit.jupiter.api.Test;

/// What [FrontierContract] does not try: what a crawl and a store ask of their frontier.
class FrontierTest {
  private static final long NOW = 1_000_000_000L;

  private final PagesAndHosts around = new PagesAndHosts(20);
  private final PageTable pages = around.pages;
  private final List<Integer> learned = new ArrayList<>();
  private double[] worth = new double[200];
  private boolean learns;
  private boolean forgets;
  private final PagePriority byWorth =
      new PagePriority() {
        @Override
        public double of(int slot) {
          return worth[slot];
        }

        @Override
        public void taken(int slot) {
          learned.add(slot);
        }

        @Override
        public boolean learns() {
          return learns;
        }

        @Override
        public boolean evicted() {
          return forgets;
        }
      };
  private final RefreshLane again = new RefreshLane(pages, slot -> 1, 100, slot -> true);
  private final Frontier<PagesAndHosts.FakeHost> frontier =
      new Frontier<>(
          pages, around::hostOf, around, new Lanes(byWorth, again), around, new Limits(1, 5));

  private int add(String url, double its) {
    int slot = around.slot(url);
    worth[slot] = its;
    frontier.add(slot, NOW);
    return slot;
  }

  private int take(long now) {
    HostQueue<PagesAndHosts.FakeHost> queue = frontier.next(now);
    if (queue == null) {
      return PageTable.NO_PAGE;
    }
    int slot = frontier.take(queue, now);
    frontier.begins(queue, slot, now);
    return slot;
  }

  private void read(int slot, long now, long dueMillis) {
    pages.wasRead(slot, 200, false, now / 1000);
    HostQueue<PagesAndHosts.FakeHost> queue = frontier.queueOf(slot);
    queue.host().nextAtMillis = dueMillis;
    frontier.ended(queue, now);
    frontier.wasRead(queue);
    frontier.settled(slot);
  }

  @Test
  void thePlaceOfAPageIsWhereItIs() {
    int slot = add("http://a.test/", 1);
    assertTrue(Frontier.waits(pages, slot));
    assertEquals(1, frontier.queued());
    assertEquals(slot, take(NOW));
    assertTrue(Frontier.isUnderWay(pages, slot));
    assertEquals(0, frontier.queued());
    frontier.rereads(0.5, 1, false);
    read(slot, NOW, NOW);
    assertFalse(Frontier.waits(pages, slot) || Frontier.isUnderWay(pages, slot));
    assertEquals(1, frontier.queuedAgain());
    frontier.remove(slot, NOW);
    assertEquals(0, frontier.queuedAgain());
    assertEquals(Frontier.NOWHERE, pages.heapPlace(slot));
  }

  @Test
  void aPageUnderWayIsLeftWhereItIsUntilItIsPutBack() {
    int slot = add("http://a.test/", 1);
    assertEquals(slot, take(NOW));
    frontier.add(slot, NOW);
    frontier.remove(slot, NOW);
    frontier.changed(slot, true);
    assertTrue(Frontier.isUnderWay(pages, slot));
    frontier.ended(frontier.queueOf(slot), NOW);
    frontier.putBack(slot, NOW);
    assertEquals(slot, take(NOW));
  }

  @Test
  void aPageThatWasTakenAndMayNotBeReadIsNowhere() {
    int slot = add("http://a.test/", 1);
    HostQueue<PagesAndHosts.FakeHost> queue = frontier.next(NOW);
    assertEquals(slot, frontier.take(queue, NOW));
    frontier.release(slot);
    assertEquals(Frontier.NOWHERE, pages.heapPlace(slot));
    assertNull(frontier.next(NOW));
  }

  @Test
  void theSharesOfTheLanesAreExact() {
    frontier.rereads(0.4, 64, false);
    for (int page = 0; page < 100; page++) {
      add("http://h" + page % 7 + ".test/" + page, 1);
    }
    int first = 0;
    int second = 0;
    long now = NOW;
    while (first < 100) {
      int slot = take(now);
      second += pages.isRead(slot) ? 1 : 0;
      first += pages.isRead(slot) ? 0 : 1;
      read(slot, now, now);
      now += 10_000;
    }
    assertEquals(100 * 0.4 / 0.6, second, 1);
  }

  @Test
  void pagesReadBeforeReReadingBeganAreReadAgainToo() {
    int slot = add("http://a.test/", 1);
    take(NOW);
    read(slot, NOW, NOW);
    assertEquals(0, frontier.queuedAgain());
    frontier.rereads(1, 1, true);
    assertEquals(1, frontier.queuedAgain());
    assertNull(frontier.next(NOW + 99_000));
    assertEquals(slot, take(NOW + 100_000));
  }

  @Test
  void withoutAnUnreadPageReReadsFillUpWhereTheyShould() {
    frontier.rereads(0.5, 1, false);
    int slot = add("http://a.test/", 1);
    take(NOW);
    read(slot, NOW, NOW);
    assertEquals(slot, take(NOW + 200_000), "one is owed");
    read(slot, NOW + 200_000, NOW);
    assertNull(frontier.next(NOW + 400_000));
    frontier.rereads(0.5, 1, true);
    assertEquals(slot, take(NOW + 400_000));
  }

  @Test
  void itIsKnownWhenSomethingIsLeft() {
    assertEquals(Long.MAX_VALUE, frontier.leftAtMillis(NOW));
    int slot = add("http://a.test/", 1);
    add("http://a.test/2", 1);
    take(NOW);
    read(slot, NOW, NOW + 5000);
    assertNull(frontier.next(NOW));
    assertEquals(NOW + 5000, frontier.leftAtMillis(NOW));
    assertEquals(NOW + 5000, frontier.nextDueMillis(NOW));
    long later = NOW + 200_000;
    int second = take(later);
    read(second, later, later + 7000);
    assertNull(frontier.next(later));
    assertEquals(Long.MAX_VALUE, frontier.leftAtMillis(later));
    frontier.rereads(0.5, 1, true);
    assertNull(frontier.next(later), "its host is not due");
    assertEquals(later + 7000, frontier.leftAtMillis(later));
    assertEquals(slot, take(later + 7000));
  }

  @Test
  void aSiteThatHadItsPagesComesLast() {
    for (int page = 0; page < 8; page++) {
      add("http://a.test/" + page, 9);
    }
    add("http://b.test/", 1);
    for (int k = 0; k < 5; k++) {
      int slot = take(NOW);
      assertEquals("http://a.test", frontier.queueOf(slot).toString());
      read(slot, NOW, NOW);
    }
    assertEquals("http://b.test/", around.url(take(NOW)));
    assertEquals("http://a.test", frontier.next(NOW).toString());
  }

  @Test
  void aPriorityThatLearnsReordersAllHosts() {
    int one = add("http://a.test/", 1);
    int other = add("http://b.test/", 2);
    worth[one] = 3; // untold
    learns = true;
    assertEquals(one, take(NOW));
    assertEquals(List.of(one), learned);
    assertEquals(other, take(NOW));
  }

  @Test
  void turnsAreThoseOfAFreshChoiceBeforeEachRead() {
    Random random = new Random(8);
    for (int round = 0; round < 100; round++) {
      int count = 1 + random.nextInt(80);
      PagesAndHosts web = new PagesAndHosts(1000);
      double[] worths = new double[count];
      HostDiscount siblings = round % 2 == 0 ? HostDiscount.HOST : HostDiscount.DISCOVERER;
      PagePriority order =
          new PagePriority() {
            @Override
            public double of(int slot) {
              return worths[slot];
            }

            @Override
            public double hostShare(long reads) {
              return siblings.share(reads);
            }
          };
      Frontier<PagesAndHosts.FakeHost> turns =
          new Frontier<>(
              web.pages, web::hostOf, web, Lanes.of(web.pages, order), web, Limits.USUAL);
      for (int page = 0; page < count; page++) {
        worths[page] = random.nextInt(30);
        turns.add(web.slot("http://h" + page % 5 + ".test/" + page), NOW);
      }
      int[] reads = new int[5];
      for (int taken = 0; taken < count; taken++) {
        HostQueue<PagesAndHosts.FakeHost> queue = turns.next(NOW);
        turns.wasRead(queue);
        int best = bestOfFive(worths, siblings, reads);
        assertEquals(best, turns.take(queue, NOW));
        worths[best] = -1;
        reads[best % 5]++;
      }
    }
  }

  /// Of equal pages the one of the host with the lower number, of one host the one known first.
  private static int bestOfFive(double[] worths, HostDiscount siblings, int[] reads) {
    int best = -1;
    double most = -1;
    for (int host = 0; host < 5; host++) {
      for (int page = host; page < worths.length; page += 5) {
        double counts = worths[page] * siblings.share(reads[host]);
        if (worths[page] >= 0 && counts > most) {
          most = counts;
          best = page;
        }
      }
    }
    return best;
  }

  @Test
  void theRequestsOfAHostThatAreNoPagesCountAsRequests() {
    add("http://a.test/", 1);
    HostQueue<PagesAndHosts.FakeHost> queue = frontier.next(NOW);
    frontier.begins(queue, PageTable.NO_PAGE, NOW);
    assertEquals(1, queue.inFlight());
    assertNull(frontier.next(NOW));
    frontier.ended(queue, NOW);
    assertNotNull(frontier.next(NOW));
  }

  @Test
  void whatLeavesTheMemoryIsWhatWouldBeReadLast() {
    for (int page = 0; page < 21; page++) {
      int slot = around.slot("http://h" + page % 3 + ".test/" + page);
      pages.received(slot, page * around.credit());
      add(around.url(slot), 1 + page);
    }
    around.makeRoom(frontier);
    assertEquals(14, frontier.queued());
    Set<String> left = new HashSet<>();
    for (int host = 0; host < 3; host++) {
      HostPages found = around.of(host);
      for (int i = 0; i < found.count(); i++) {
        left.add(String.valueOf(found.received(i) / around.credit()));
      }
    }
    assertEquals(Set.of("0", "1", "2", "3", "4", "5", "6"), left);
    for (int left21 = 21; left21 > 0; left21--) {
      int slot = take(NOW);
      if (slot == PageTable.NO_PAGE) {
        around.sweep(frontier);
        slot = take(NOW);
      }
      worth[slot] = 1 + (double) pages.received(slot) / around.credit();
      pages.wasRead(slot, 200, false, NOW / 1000);
      frontier.ended(frontier.queueOf(slot), NOW);
      frontier.settled(slot);
    }
    assertNull(frontier.next(NOW));
  }

  @Test
  void aHostOfWhichNoPageIsInMemoryIsForgottenAndOpenedAgain() {
    add("http://a.test/", 1);
    for (int page = 0; page < 30; page++) {
      add("http://b.test/" + page, 50 + page);
    }
    assertEquals(2, frontier.liveHosts());
    around.makeRoom(frontier);
    assertEquals(1, frontier.liveHosts());
    assertEquals(2, around.opened);
    assertEquals(20, frontier.soonest(1000).length + 17, "three of a host");
    while (frontier.next(NOW) != null) {
      read(take(NOW), NOW, NOW);
    }
    around.sweep(frontier);
    assertEquals(2, frontier.liveHosts());
    assertEquals(3, around.opened);
  }

  @Test
  void aPriorityThatEndsWhenPagesLeaveReordersThoseThatStay() {
    for (int page = 0; page < 30; page++) {
      add("http://a.test/" + page, 50 + page);
    }
    forgets = true;
    int slot = around.slot("http://a.test/25");
    EvictionOrder order = frontier;
    worth[slot] = 1000; // untold
    around.makeRoom(order);
    assertEquals(slot, take(NOW));
  }

  @Test
  void aPageToBeReadAgainComesBackIntoItsLane() {
    assertFalse(frontier.wantsBack(0, 1, 0, 0, 0), "nothing is read again");
    frontier.rereads(0.5, 1, true);
    frontier.next(NOW);
    assertTrue(frontier.wantsBack(0, 1, 0, 0, 0));
    int slot = around.slot("http://a.test/");
    pages.wasRead(slot, 200, false, 5);
    frontier.cameBack(slot);
    assertEquals(1, frontier.queuedAgain());
    assertEquals(slot, take(NOW));
  }
}
