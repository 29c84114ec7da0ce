package nephila.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import nephila.ledger.PageTable;
import org.junit.jupiter.api.Test;

class HostHeapTest {
  private final HostHeap<HostClock> heap = new HostHeap<>();
  private final List<HostQueue<HostClock>> inside = new ArrayList<>();

  private static HostQueue<HostClock> host(int number) {
    PageHeap none = new PageHeap(PageHeap.Order.first(new PageTable(), slot -> 0));
    HostClock host = () -> 0;
    return new HostQueue<>(number, host, its -> host, number, 0, none);
  }

  @Test
  void theBestIsFirstWhateverChangesAndOfEqualOnesTheLowerNumber() {
    Random random = new Random(5);
    for (int step = 0; step < 20_000; step++) {
      int kind = random.nextInt(4);
      if (kind == 0 || inside.isEmpty()) {
        HostQueue<HostClock> added = host(step);
        inside.add(added);
        heap.put(added, random.nextInt(10));
      } else {
        HostQueue<HostClock> one = inside.get(random.nextInt(inside.size()));
        if (kind == 1) {
          inside.remove(one);
          heap.remove(one);
          assertNull(one.heap);
        } else {
          heap.put(one, random.nextInt(10));
        }
      }
      assertEquals(inside.size(), heap.size());
      if (!inside.isEmpty()) {
        assertSame(
            inside.stream()
                .min(
                    Comparator.<HostQueue<HostClock>>comparingDouble(host -> -host.key)
                        .thenComparingInt(HostQueue::number))
                .orElseThrow(),
            heap.best());
      }
    }
  }
}
