package nephila.ledger;

import java.util.Arrays;

/// The second generation of a ledger that forgets links: q′, what pages were paid in full by the
/// pages read in this cycle. A cycle is complete when every page ever read was read again. 8⅛ bytes
/// a page.
final class RereadCycle {
  private long[] next = {};
  private long[] marks = {};
  private long marked;
  private boolean rereads;
  private long linksPaid;

  void reach(int pages) {
    if (pages > next.length) {
      int room = Math.max(pages, 2 * next.length);
      next = Arrays.copyOf(next, room);
      marks = Arrays.copyOf(marks, (room + 63) / 64);
    }
  }

  /// The page is read; true if for the first time in this cycle.
  boolean mark(int page) {
    long bit = 1L << page;
    boolean fresh = (marks[page >> 6] & bit) == 0;
    marks[page >> 6] |= bit;
    marked += fresh ? 1 : 0;
    rereads |= !fresh;
    return fresh;
  }

  void unmark(int page) {
    long bit = 1L << page;
    if ((marks[page >> 6] & bit) != 0) {
      marks[page >> 6] &= ~bit;
      marked--;
    }
  }

  void collect(int[] row, int from, int to, long share) {
    for (int k = from; k < to; k++) {
      next[row[k]] += share;
    }
    linksPaid += to - from;
  }

  /// The page was paid from elsewhere.
  void receive(int page, long units) {
    next[page] += units;
  }

  /// Whether all `readPages` pages were read in this cycle, and the first crawl is over: no page is
  /// unread, or one was read again.
  boolean complete(long readPages, long unreadPages) {
    return (rereads || unreadPages == 0) && marked >= readPages;
  }

  /// How many links were paid in this cycle.
  long linksPaid() {
    return linksPaid;
  }

  /// Makes q′ the q of every page and starts the next cycle.
  void close(long[] qs, int pages) {
    for (int page = 0; page < pages; page++) {
      qs[page] = next[page];
      next[page] = 0;
    }
    Arrays.fill(marks, 0);
    marked = 0;
    linksPaid = 0;
    rereads = true;
  }

  void coarsen(int bits) {
    for (int page = 0; page < next.length; page++) {
      next[page] >>= bits;
    }
  }

  long[] next() {
    return next;
  }

  long[] marks() {
    return marks;
  }

  long[] totals() {
    return new long[] {marked, rereads ? 1 : 0, linksPaid};
  }

  void restore(long[] savedNext, long[] savedMarks, long[] totals) {
    System.arraycopy(savedNext, 0, next, 0, savedNext.length);
    System.arraycopy(savedMarks, 0, marks, 0, savedMarks.length);
    marked = totals[0];
    rereads = totals[1] == 1;
    linksPaid = totals[2];
  }
}
