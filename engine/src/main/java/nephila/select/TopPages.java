package nephila.select;

/// The best of many pages, in one pass: keeps the best `count` offered in a heap whose root is the
/// worst of them. Equal keys go by page number, the lower first. 12 bytes a page kept.
public final class TopPages {
  private final int[] heap;
  private final double[] keys;
  private int size;

  public TopPages(int count) {
    heap = new int[count];
    keys = new double[count];
  }

  public void offer(int page, double key) {
    if (size < heap.length) {
      place(size++, page, key, true);
    } else if (size > 0 && worse(heap[0], keys[0], page, key)) {
      place(0, page, key, false);
    }
  }

  private static boolean worse(int a, double keyA, int b, double keyB) {
    return keyA < keyB || (keyA == keyB && a > b);
  }

  private void place(int start, int page, double key, boolean up) {
    int at = start;
    if (up) {
      int parent = (at - 1) >> 1;
      while (at > 0 && worse(page, key, heap[parent], keys[parent])) {
        move(parent, at);
        at = parent;
        parent = (at - 1) >> 1;
      }
    } else {
      for (int child = worstChild(at); child > 0; child = worstChild(at)) {
        if (!worse(heap[child], keys[child], page, key)) {
          break;
        }
        move(child, at);
        at = child;
      }
    }
    heap[at] = page;
    keys[at] = key;
  }

  private int worstChild(int at) {
    int child = 2 * at + 1;
    if (child >= size) {
      return -1;
    }
    boolean second =
        child + 1 < size && worse(heap[child + 1], keys[child + 1], heap[child], keys[child]);
    return second ? child + 1 : child;
  }

  private void move(int from, int to) {
    heap[to] = heap[from];
    keys[to] = keys[from];
  }

  /// The pages kept, best first; empties the heap.
  public int[] bestFirst() {
    int[] pages = new int[size];
    for (int k = size - 1; k >= 0; k--) {
      pages[k] = heap[0];
      int last = --size;
      if (last > 0) {
        place(0, heap[last], keys[last], false);
      }
    }
    return pages;
  }
}
