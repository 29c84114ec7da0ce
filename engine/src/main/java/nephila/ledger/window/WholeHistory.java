package nephila.ledger.window;

import java.util.Arrays;
import java.util.function.LongToDoubleFunction;
import nephila.ledger.OpicCounts;
import nephila.ledger.OpicLedger;
import nephila.ledger.PageTable;

/// OPIC's history: H, the sum of all cash a page received until it was last read. It is what the
/// page has paid, the column `paid` of the table: no byte more.
///
/// Plain: the estimate `(H + C)/(G + 1)` of the papers. Corrected: `(H + C − C0)/G`, which leaves
/// out the cash the page started with, since that was never income. G is that of the living pages:
/// what pages that are gone have paid is left out, so that estimates add up to 1.
public final class WholeHistory extends History {
  private final PageTable pages;
  private final boolean corrected;
  private final LongToDoubleFunction spentAt;

  /// A past that new pages were given, where that is done.
  private long[] assumed = {};

  private long startingTotal;
  private long forgotten;
  private OpicCounts others = OpicCounts.NONE;

  /// `spentAt` is G between the start and a moment of the clock.
  public WholeHistory(PageTable pages, boolean corrected, LongToDoubleFunction spentAt) {
    this.pages = pages;
    this.corrected = corrected;
    this.spentAt = spentAt;
  }

  @Override
  public void reach(int count) {}

  @Override
  public void discovered(int page, long startingCash, long now) {
    pages.paid(page, 0);
    if (page < assumed.length) {
      assumed[page] = 0;
    }
    joins(startingCash);
  }

  @Override
  public void joins(long startingCash) {
    startingTotal += startingCash;
  }

  @Override
  public void assume(int page, double flow, long now) {
    if (page >= assumed.length) {
      assumed = Arrays.copyOf(assumed, Math.max(page + 1, 2 * assumed.length));
    }
    assumed[page] = (long) (flow * spentAt.applyAsDouble(now));
  }

  @Override
  public void record(int page, long cash, long now) {
    pages.paid(page, pages.paid(page) + cash);
  }

  @Override
  public void gone(int page) {
    forgotten += income(page);
  }

  private long income(int page) {
    long given = page < assumed.length ? assumed[page] : 0;
    return pages.paid(page) + given - (corrected ? OpicLedger.CREDIT : 0);
  }

  @Override
  public double flow(int page, long cash, long now) {
    return flow(income(page) + cash, now);
  }

  private double flow(long income, long now) {
    double span = spentAt.applyAsDouble(now) - forgotten - others.forgotten();
    span += corrected ? 0 : (double) startingTotal + others.issued();
    return span <= 0 ? 0 : Math.max(0, income / span);
  }

  @Override
  public double flowOfRead(long paid, byte[] kept, long cash, long now) {
    return flow(paid - (corrected ? OpicLedger.CREDIT : 0) + cash, now);
  }

  @Override
  public double flowOfUnread(long at, long cash, long now) {
    return flowOfRead(0, new byte[0], cash, now);
  }

  @Override
  public int measures(int page) {
    return 1;
  }

  @Override
  public void unread(int page, long at) {}

  @Override
  public long since(int page) {
    return 0;
  }

  @Override
  public boolean hasPast() {
    return false;
  }

  @Override
  public byte[] past(int page) {
    return new byte[0];
  }

  @Override
  public void past(int page, byte[] kept) {}

  @Override
  public long[] sums() {
    return new long[] {startingTotal, forgotten};
  }

  @Override
  public void sums(long[] kept) {
    startingTotal = kept[0];
    forgotten = kept[1];
  }

  @Override
  public long forgotten() {
    return forgotten;
  }

  @Override
  public void elsewhere(OpicCounts theirs) {
    others = theirs;
  }

  @Override
  public long[] saved(int count) {
    long[] saved = Arrays.copyOf(assumed, assumed.length + 2);
    saved[assumed.length] = startingTotal;
    saved[assumed.length + 1] = forgotten;
    return saved;
  }

  @Override
  public void restore(long[] saved, int count) {
    assumed = Arrays.copyOf(saved, saved.length - 2);
    startingTotal = saved[saved.length - 2];
    forgotten = saved[saved.length - 1];
  }
}
