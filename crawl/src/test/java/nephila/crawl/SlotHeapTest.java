package nephila.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Random;
import java.util.TreeSet;
import nephila.ledger.PageTable;
import nephila.store.CrawlStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlotHeapTest {
  private static final int PAGES = 300;

  @TempDir Path dir;
  private CrawlStore store;
  private final double[] worth = new double[PAGES];
  private SlotHeap heap;

  @BeforeEach
  void open() throws Exception {
    store = CrawlStore.open(dir, 0.85);
    int host = store.host("http://host.test");
    for (int k = 0; k < PAGES; k++) {
      store.know(host, k + 1, "/" + k, 0, PageTable.NO_PAGE);
    }
    heap = new SlotHeap(store.pages(), slot -> worth[slot]);
  }

  @AfterEach
  void close() {
    store.close();
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
}
