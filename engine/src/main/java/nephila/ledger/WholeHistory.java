package nephila.ledger;

import java.util.Arrays;

/// OPIC's history: H, the sum of all cash a page received until it was last read. 12 bytes a page:
/// H and the number of reads.
///
/// Plain: the estimate `(H + C)/(G + 1)` of the papers. Corrected: `(H + C − C0)/G`, which leaves
/// out the cash the page started with, since that was never income.
final class WholeHistory extends History {
  private final boolean corrected;
  private final long start;
  private long[] history = {};
  private int[] reads = {};
  private long startingTotal;

  WholeHistory(boolean corrected, long start) {
    this.corrected = corrected;
    this.start = start;
  }

  @Override
  void reach(int pages) {
    if (pages > history.length) {
      int room = Math.max(pages, 2 * history.length);
      history = Arrays.copyOf(history, room);
      reads = Arrays.copyOf(reads, room);
    }
  }

  @Override
  void discovered(int page, long startingCash, long now) {
    history[page] = corrected ? -startingCash : 0;
    reads[page] = 0;
    startingTotal += startingCash;
  }

  @Override
  void assume(int page, double flow, long now) {
    history[page] += (long) (flow * (now - start));
  }

  @Override
  void record(int page, long cash, long now) {
    history[page] += cash;
    reads[page]++;
  }

  @Override
  double flow(int page, long cash, long now) {
    double span = (double) (now - start) + (corrected ? 0 : startingTotal);
    return span <= 0 ? 0 : Math.max(0, (double) (history[page] + cash) / span);
  }

  @Override
  int reads(int page) {
    return reads[page];
  }

  @Override
  int measures(int page) {
    return 1;
  }

  @Override
  long[] saved(int pages) {
    long[] saved = Arrays.copyOf(history, 2 * pages + 1);
    for (int page = 0; page < pages; page++) {
      saved[pages + page] = reads[page];
    }
    saved[2 * pages] = startingTotal;
    return saved;
  }

  @Override
  void restore(long[] saved, int pages) {
    reach(pages);
    System.arraycopy(saved, 0, history, 0, pages);
    for (int page = 0; page < pages; page++) {
      reads[page] = (int) saved[pages + page];
    }
    startingTotal = saved[2 * pages];
  }
}
