package nephila.ledger.window;

import java.util.function.LongSupplier;
import java.util.function.LongToDoubleFunction;
import nephila.ledger.OpicCounts;
import nephila.ledger.OpicLedger;
import nephila.ledger.PageTable;

/// OPIC's history: H, the sum of all cash a page received until it was last read. It is what the
/// page has paid, the column `paid` of the table: no byte more.
///
/// Plain: the estimate `(H + C)/(G + 1)` of the papers. Corrected: `(H + C − C0)/G`, which leaves
/// out the cash the page started with, since that was never income; before all cash was paid once,
/// every page is taken to have earned the mean in what is missing of that turn. G is that of the
/// living pages: what pages that are gone have paid is left out, so that estimates add up to 1. A
/// past that new pages are given ([DefaultHistory]) stands in the same column, from the beginning.
public final class WholeHistory extends History {
  private final PageTable pages;
  private final boolean corrected;
  private final LongToDoubleFunction spentAt;

  private final DefaultHistory defaults;
  private final LongSupplier knownPages;
  private long startingTotal;
  private long forgotten;
  private OpicCounts others = OpicCounts.NONE;

  /// `spentAt` is G between the start and a moment of the clock.
  public WholeHistory(
      PageTable pages,
      boolean corrected,
      DefaultHistory defaults,
      LongSupplier knownPages,
      LongToDoubleFunction spentAt) {
    this.pages = pages;
    this.knownPages = knownPages;
    this.defaults = defaults;
    this.corrected = corrected;
    this.spentAt = spentAt;
  }

  @Override
  public void reach(int count) {}

  @Override
  public void discovered(int page, long startingCash, long now) {
    pages.paid(page, ofNew(now));
    joins(startingCash);
  }

  @Override
  public void joins(long startingCash) {
    startingTotal += startingCash;
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
    return pages.paid(page) - (corrected ? OpicLedger.CREDIT : 0);
  }

  @Override
  public double flow(int page, long cash, long now) {
    return flow(income(page) + cash, now);
  }

  private double flow(long income, long now) {
    double span = spentAt.applyAsDouble(now) - forgotten - others.forgotten();
    double turn = (double) startingTotal + others.issued();
    if (!corrected) {
      return Math.max(0, income / (span + turn));
    }
    double before = Math.max(0, turn - span); // of the first turn
    double filled = income + before / Math.max(1, knownPages.getAsLong());
    return turn <= 0 ? 0 : Math.max(0, filled / (span + before));
  }

  @Override
  public double flowOfRead(long paid, byte[] kept, long cash, long now) {
    return flow(paid - (corrected ? OpicLedger.CREDIT : 0) + cash, now);
  }

  @Override
  public double flowOfUnread(long kept, long cash, long now) {
    return flowOfRead(kept, new byte[0], cash, now);
  }

  @Override
  public int measures(int page) {
    return 1;
  }

  @Override
  public void unread(int page, long kept) {
    pages.paid(page, kept);
  }

  @Override
  public long ofUnread(int page) {
    return pages.paid(page);
  }

  @Override
  public long ofNew(long now) {
    double flow = defaults.flowAt(now);
    return flow == 0 ? 0 : (long) (flow * spentAt.applyAsDouble(now));
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
    return sums();
  }

  @Override
  public void restore(long[] saved, int count) {
    sums(saved);
  }
}
