package nephila.select;

import java.util.Arrays;
import nephila.ledger.Ledger;

/// Refresh by √importance · age: a page twice as important is read again √2 times as often. (Age
/// times importance itself starves the unimportant; age alone wastes reads on them.)
///
/// A page is due S/√importance reads after its last read, S = Σ√importance, which adds up to one
/// read due at each read. Pages never read are due at once. The due times stand in a heap and are
/// looked up again when they come to the top, so a page whose importance rose or fell is read
/// sooner or later than planned. Fair: every page has a finite due time.
///
/// 16 bytes a page; O(log n) a read.
public final class RefreshSelector implements PageSelector {
  private static final double SLACK = 1.05;

  private final Ledger ledger;
  private int[] heap = new int[16];
  private float[] due = new float[16];
  private double[] lastRead = new double[16];
  private final boolean unreadToo;
  private int size;
  private int seen;
  private double rootSum;
  private double now;
  private double nextSum;
  private int returned = NO_PAGE;

  /// All known pages; those never read come first.
  public RefreshSelector(Ledger ledger) {
    this(ledger, true);
  }

  private RefreshSelector(Ledger ledger, boolean unreadToo) {
    this.ledger = ledger;
    this.unreadToo = unreadToo;
  }

  /// Only pages that were read, as told by [#willBeRead] or by [#next] itself.
  static RefreshSelector ofReadPages(Ledger ledger) {
    return new RefreshSelector(ledger, false);
  }

  /// Somebody else chose this unread page; it is refreshed from now on.
  void willBeRead(int page) {
    takeUpNewPages();
    lastRead[page] = ++now;
    push(page, now);
  }

  @Override
  public int next() {
    takeUpNewPages();
    if (now >= nextSum) {
      sumRoots();
    }
    if (returned != NO_PAGE) {
      lastRead[returned] = now;
      push(returned, dueTime(returned));
      returned = NO_PAGE;
    }
    now++;
    for (int tried = 0; size > 0 && tried < 64 + size; tried++) {
      int page = heap[0];
      double planned = due[page];
      pop();
      if (ledger.known(page)) {
        double wanted = dueTime(page);
        if (wanted <= lastRead[page] + SLACK * (planned - lastRead[page]) || wanted <= now) {
          returned = page;
          return page;
        }
        push(page, wanted);
      } else {
        push(page, now + Math.max(1, seen));
      }
    }
    return NO_PAGE;
  }

  private double dueTime(int page) {
    if (!ledger.wasRead(page)) {
      return 0;
    }
    double root = Math.sqrt(ledger.importance(page));
    return lastRead[page] + rootSum / Math.max(root, rootSum * 1e-9);
  }

  private void takeUpNewPages() {
    int pages = ledger.pages();
    if (pages > heap.length) {
      int room = Math.max(pages, 2 * heap.length);
      heap = Arrays.copyOf(heap, room);
      due = Arrays.copyOf(due, room);
      lastRead = Arrays.copyOf(lastRead, room);
    }
    while (seen < pages) {
      if (unreadToo) {
        lastRead[seen] = now;
        push(seen, dueTime(seen));
      }
      seen++;
    }
  }

  private void sumRoots() {
    rootSum = 0;
    for (int page = 0; page < seen; page++) {
      rootSum += Math.sqrt(ledger.importance(page));
    }
    nextSum = now + Math.max(1000, seen);
  }

  private void push(int page, double time) {
    due[page] = (float) time;
    int at = size++;
    while (at > 0 && due[heap[(at - 1) >> 1]] > due[page]) {
      heap[at] = heap[(at - 1) >> 1];
      at = (at - 1) >> 1;
    }
    heap[at] = page;
  }

  private void pop() {
    int moved = heap[--size];
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && due[heap[child + 1]] < due[heap[child]]) {
        child++;
      }
      if (due[heap[child]] >= due[moved]) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = moved;
  }
}
