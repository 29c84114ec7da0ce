package nephila.frontier.order;

import nephila.frontier.Focus;
import nephila.frontier.PagePriority;
import nephila.ledger.PageTable;
import nephila.ledger.StoredLedger;

/// How urgent it is to read a page again, but for its age: a power of worth × the rate of change
/// seen, as a multiple of the mean rate of all pages, `(c + ½)/(2·m·n + 1)` for c changes in n
/// re-reads where m of them see a change on the average. So pages that never change are read alike
/// by worth where no page does, and seldom where others do. Among pages that change alike, reads
/// are proportional to that power of importance: with 1, "a page twice as important is read twice
/// as often" (003 §4); with ½, which is usual, √2 times as often. Worth is weighed by the [Focus]
/// before the power is taken: a page that counts three times as much is read as often as one that
/// is worth three times as much. Each miss in a row halves the urgency. A page that is gone counts
/// for what it would be worth if it came back.
public final class RefreshPriority implements PagePriority {
  public static final double USUAL_POWER = 0.5;

  private final PageTable pages;
  private final StoredLedger ledger;
  private final Focus focus;
  private double power = USUAL_POWER;

  public RefreshPriority(PageTable pages, StoredLedger ledger, Focus focus) {
    this.pages = pages;
    this.ledger = ledger;
    this.focus = focus;
  }

  @Override
  public double of(int slot) {
    long gone = pages.isGone(slot) ? ledger.worthIfBack(slot) : 0;
    double credits = (double) Math.max(gone, ledger.worth(slot)) / ledger.credit();
    double weighed = focus.weigh(slot, credits);
    return urgency(weighed, pages.reads(slot), pages.changes(slot), pages.misses(slot));
  }

  @Override
  public double ofReadOnDisk(double credits, int reads, int changes, int misses, long ageSeconds) {
    return urgency(credits, reads, changes, misses);
  }

  /// Sets the power of worth to which reads are proportional, from now on.
  public void power(double ofWorth) {
    power = ofWorth;
  }

  private double urgency(double credits, int reads, int changes, int misses) {
    double wanted = power == USUAL_POWER ? Math.sqrt(credits) : Math.pow(credits, power);
    double expected = pages.changeRate() * Math.max(0, reads - 1);
    return wanted * (changes + 0.5) / (2 * expected + 1) / (1 << misses);
  }
}
