package nephila.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.TreeSet;
import nephila.ledger.PageTable;
import org.junit.jupiter.api.Test;

class PageHeapTest {
  private static final int PAGES = 300;

  private final PageTable pages = new PageTable();
  private final double[] worth = new double[PAGES];
  private final PageHeap heap = new PageHeap(PageHeap.Order.first(pages, slot -> worth[slot]));

  PageHeapTest() {
    for (int i = 0; i < PAGES; i++) {
      pages.add();
    }
  }

  @Test
  void theBestIsBestThoughNobodyTellsWhichWorthsFell() {
    Random random = new Random(7);
    TreeSet<Integer> inside = new TreeSet<>();
    for (int step = 0; step < 50_000; step++) {
      int slot = random.nextInt(PAGES);
      if (inside.add(slot)) {
        worth[slot] = random.nextInt(1000);
        heap.add(slot);
      } else if (random.nextInt(3) == 0) {
        worth[slot] += random.nextInt(100);
        heap.changed(slot);
      } else if (random.nextInt(10) == 0) {
        heap.remove(slot);
        inside.remove(slot);
      } else {
        worth[slot] *= random.nextDouble(); // untold
      }
      if (random.nextInt(4) == 0 && !inside.isEmpty()) {
        int best = heap.take();
        double most = inside.stream().mapToDouble(s -> worth[s]).max().orElseThrow();
        assertEquals((float) most, (float) worth[best]);
        assertTrue(inside.remove(best));
      }
      assertEquals(inside.size(), heap.size());
    }
  }

  @Test
  void ofEqualPagesTheOneKnownEarlierIsFirst() {
    for (int slot : new int[] {5, 3, 9, 1}) {
      heap.add(slot);
    }
    worth[9] = 1;
    heap.reorder();
    for (int slot : new int[] {9, 1, 3, 5}) {
      assertEquals(slot, heap.take());
    }
  }

  @Test
  void everyPageKnowsItsPlaceAndOneThatWasTakenIsNowhere() {
    Random random = new Random(3);
    for (int slot = 0; slot < PAGES; slot++) {
      worth[slot] = random.nextInt(20);
      heap.add(slot);
    }
    for (int left = PAGES; left > 0; left--) {
      for (int i = 0; i < heap.size(); i++) {
        assertEquals(i, pages.heapPlace(heap.at(i)));
      }
      int taken = left % 3 == 0 ? heap.at(random.nextInt(left)) : heap.best();
      heap.remove(taken);
      assertEquals(Frontier.NOWHERE, pages.heapPlace(taken));
    }
    assertTrue(heap.isEmpty());
  }

  @Test
  void whatIsKeptStaysInOrder() {
    for (int slot = 0; slot < PAGES; slot++) {
      worth[slot] = slot * 7919 % PAGES;
      heap.add(slot);
    }
    heap.keepIf(slot -> slot % 3 == 0, false);
    assertEquals(PAGES / 3, heap.size());
    worth[0] = PAGES;
    heap.keepIf(slot -> true, true);
    double last = PAGES + 1;
    while (!heap.isEmpty()) {
      int slot = heap.take();
      assertEquals(0, slot % 3);
      assertFalse(worth[slot] > last);
      last = worth[slot];
    }
  }
}
