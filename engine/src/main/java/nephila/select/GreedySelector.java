package nephila.select;

import java.util.Arrays;
import nephila.ledger.Ledger;

/// Greedy (000 §3.1), exactly: the known page with the highest cash, the lowest number among
/// equals. Fair because cash comes back: the virtual page pays every page, so each page's cash
/// grows until it is read.
///
/// An indexed binary heap: 16 bytes a page; O(log n) a change of cash. Keys leave out
/// [Ledger#commonCash], so only pages that were paid or read move. The exact form's residuals drift
/// a little with β between two calls of [#changed]; they are looked up again at the top of the
/// heap.
public final class GreedySelector implements PageSelector {
  private final Ledger ledger;
  private int[] heap = new int[16];
  private int[] place = new int[16];
  private long[] keys = new long[16];
  private int size;
  private int seen;

  public GreedySelector(Ledger ledger) {
    this.ledger = ledger;
    Arrays.fill(place, -1);
  }

  @Override
  public boolean ordered() {
    return true;
  }

  @Override
  public void changed(int page) {
    reach(ledger.pages());
    keys[page] = key(page);
    if (place[page] < 0) {
      if (!ledger.known(page)) {
        return;
      }
      heap[size] = page;
      place[page] = size++;
    }
    sink(place[page]);
    rise(place[page]);
  }

  @Override
  public int next() {
    while (seen < ledger.pages()) {
      changed(seen++);
    }
    while (size > 0) {
      int top = heap[0];
      long now = key(top);
      if (now == keys[top]) {
        return now == Long.MIN_VALUE ? NO_PAGE : top;
      }
      keys[top] = now;
      sink(0);
      if (heap[0] == top) {
        return now == Long.MIN_VALUE ? NO_PAGE : top;
      }
    }
    return NO_PAGE;
  }

  private long key(int page) {
    return ledger.known(page) ? ledger.cash(page) - ledger.commonCash() : Long.MIN_VALUE;
  }

  private void reach(int pages) {
    if (pages > heap.length) {
      int old = heap.length;
      int room = Math.max(pages, 2 * old);
      heap = Arrays.copyOf(heap, room);
      place = Arrays.copyOf(place, room);
      keys = Arrays.copyOf(keys, room);
      Arrays.fill(place, old, room, -1);
    }
  }

  private boolean before(int a, int b) {
    return keys[a] > keys[b] || (keys[a] == keys[b] && a < b);
  }

  private void rise(int at) {
    int page = heap[at];
    while (at > 0) {
      int parent = (at - 1) >> 1;
      if (!before(page, heap[parent])) {
        break;
      }
      put(at, heap[parent]);
      at = parent;
    }
    put(at, page);
  }

  private void sink(int at) {
    int page = heap[at];
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && before(heap[child + 1], heap[child])) {
        child++;
      }
      if (!before(heap[child], page)) {
        break;
      }
      put(at, heap[child]);
      at = child;
    }
    put(at, page);
  }

  private void put(int at, int page) {
    heap[at] = page;
    place[page] = at;
  }
}
