package nephila.ledger;

import java.util.Arrays;
import java.util.function.LongToDoubleFunction;

/// OPIC's history: H, the sum of all cash a page received until it was last read. It is what the
/// page has paid, the column `paid` of the table: no byte more.
///
/// Plain: the estimate `(H + C)/(G + 1)` of the papers. Corrected: `(H + C − C0)/G`, which leaves
/// out the cash the page started with, since that was never income. G is that of the living pages:
/// what pages that are gone have paid is left out, so that estimates add up to 1.
final class WholeHistory extends History {
  private final PageTable pages;
  private final boolean corrected;
  private final LongToDoubleFunction spentAt;

  /// A past that new pages were given, where that is done.
  private long[] assumed = {};

  private long startingTotal;
  private long forgotten;
  private OpicCounts others = OpicCounts.NONE;

  /// `spentAt` is G between the start and a moment of the clock.
  WholeHistory(PageTable pages, boolean corrected, LongToDoubleFunction spentAt) {
    this.pages = pages;
    this.corrected = corrected;
    this.spentAt = spentAt;
  }

  @Override
  void reach(int count) {}

  @Override
  void discovered(int page, long startingCash, long now) {
    pages.paid[page] = 0;
    if (page < assumed.length) {
      assumed[page] = 0;
    }
    joins(startingCash);
  }

  @Override
  void joins(long startingCash) {
    startingTotal += startingCash;
  }

  @Override
  void assume(int page, double flow, long now) {
    if (page >= assumed.length) {
      assumed = Arrays.copyOf(assumed, Math.max(page + 1, 2 * assumed.length));
    }
    assumed[page] = (long) (flow * spentAt.applyAsDouble(now));
  }

  @Override
  void record(int page, long cash, long now) {
    pages.paid[page] += cash;
  }

  @Override
  void gone(int page) {
    forgotten += income(page);
  }

  private long income(int page) {
    long given = page < assumed.length ? assumed[page] : 0;
    return pages.paid[page] + given - (corrected ? OpicLedger.CREDIT : 0);
  }

  @Override
  double flow(int page, long cash, long now) {
    return flow(income(page) + cash, now);
  }

  private double flow(long income, long now) {
    double span = spentAt.applyAsDouble(now) - forgotten - others.forgotten();
    span += corrected ? 0 : (double) startingTotal + others.issued();
    return span <= 0 ? 0 : Math.max(0, income / span);
  }

  @Override
  double flowOfRead(long paid, byte[] kept, long cash, long now) {
    return flow(paid - (corrected ? OpicLedger.CREDIT : 0) + cash, now);
  }

  @Override
  double flowOfUnread(long at, long cash, long now) {
    return flowOfRead(0, new byte[0], cash, now);
  }

  @Override
  int measures(int page) {
    return 1;
  }

  @Override
  void unread(int page, long at) {}

  @Override
  long since(int page) {
    return 0;
  }

  @Override
  boolean hasPast() {
    return false;
  }

  @Override
  byte[] past(int page) {
    return new byte[0];
  }

  @Override
  void past(int page, byte[] kept) {}

  @Override
  long[] sums() {
    return new long[] {startingTotal, forgotten};
  }

  @Override
  void sums(long[] kept) {
    startingTotal = kept[0];
    forgotten = kept[1];
  }

  @Override
  long forgotten() {
    return forgotten;
  }

  @Override
  void elsewhere(OpicCounts theirs) {
    others = theirs;
  }

  @Override
  long[] saved(int count) {
    long[] saved = Arrays.copyOf(assumed, assumed.length + 2);
    saved[assumed.length] = startingTotal;
    saved[assumed.length + 1] = forgotten;
    return saved;
  }

  @Override
  void restore(long[] saved, int count) {
    assumed = Arrays.copyOf(saved, saved.length - 2);
    startingTotal = saved[saved.length - 2];
    forgotten = saved[saved.length - 1];
  }
}
