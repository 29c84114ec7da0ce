package nephila.select;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import nephila.ledger.ExactLedger;

/// Learns, while the crawl goes on, which kinds of pages turn out to be worth more than they seemed
/// when they were read, and favours unread pages of those kinds.
///
/// A kind is a small number the caller makes of what is known about an unread page: the depth of
/// its URL, whether it is the index of a directory. The factor of a kind is the worth its read
/// pages have now over the worth they had when they were read, shrunk towards the factor of all
/// pages while few were read. On a made-up web of 100,000 pages and 5,900 hosts: 28.7 % of
/// importance after 10 % of the pages instead of 27.2. Where URLs say nothing all factors are equal
/// and the order stays.
///
/// A few numbers a kind, nothing a page; [#learn] costs a pass over the pages. Single writer.
public final class KindGrowth implements Focus {
  private static final double SHRINK = 30;

  private final IntUnaryOperator kindOf;
  private final double[] then;
  private final double[] factors;

  /// `kindOf` gives the kind of a page, 0 to `kinds` − 1, always the same for the same page.
  public KindGrowth(int kinds, IntUnaryOperator kindOf) {
    this.kindOf = kindOf;
    this.then = new double[kinds];
    this.factors = new double[kinds];
    Arrays.fill(factors, 1);
  }

  /// The page is about to be read for the first time.
  public void reading(ExactLedger ledger, int page) {
    then[kindOf.applyAsInt(page)] += credits(ledger, page);
  }

  /// Looks at what the pages read are worth now.
  public void learn(ExactLedger ledger) {
    double[] now = new double[then.length];
    for (int page = 0; page < ledger.pages(); page++) {
      if (ledger.wasRead(page)) {
        now[kindOf.applyAsInt(page)] += credits(ledger, page);
      }
    }
    double all = Arrays.stream(now).sum() / Math.max(1e-9, Arrays.stream(then).sum());
    for (int kind = 0; kind < factors.length; kind++) {
      factors[kind] = (now[kind] + SHRINK * all) / (then[kind] + SHRINK);
    }
  }

  @Override
  public double weigh(int page, double credits) {
    return credits * factors[kindOf.applyAsInt(page)];
  }

  private static double credits(ExactLedger ledger, int page) {
    return (double) ledger.worth(page) / ledger.books().beta();
  }
}
