package nephila.lab.selection;

import java.util.Arrays;
import nephila.frontier.PagePriority;
import nephila.ledger.Ledger;

/// Refresh by √importance · age: a page twice as important is read again √2 times as often. (Age
/// times importance itself starves the unimportant; age alone wastes reads on them.)
///
/// A page is due S/√importance reads after its last read, S = Σ√importance, which adds up to one
/// read due at each read. Pages never read are due at once. When a page comes first its time is
/// looked up again, so that one whose importance rose or fell is read sooner or later than planned.
/// Fair: every page has a finite due time.
final class RefreshOrder implements PagePriority {
  private static final double SLACK = 1.05;

  private final Ledger ledger;
  private float[] planned = new float[16];
  private double[] lastRead = new double[16];
  private double rootSum;
  private double now;
  private double nextSum;

  RefreshOrder(Ledger ledger) {
    this.ledger = ledger;
  }

  /// The next page is about to be chosen.
  void chooses() {
    if (now >= nextSum) {
      rootSum = 0;
      for (int page = 0; page < ledger.pages(); page++) {
        rootSum += Math.sqrt(ledger.importance(page));
      }
      nextSum = now + Math.max(1000, ledger.pages());
    }
    now++;
  }

  @Override
  public void waits(int page) {
    if (page >= planned.length) {
      planned = Arrays.copyOf(planned, Math.max(page + 1, 2 * planned.length));
      lastRead = Arrays.copyOf(lastRead, planned.length);
    }
    lastRead[page] = now - 1;
    planned[page] = (float) dueTime(page);
  }

  private double dueTime(int page) {
    if (!ledger.wasRead(page)) {
      return 0;
    }
    double root = Math.sqrt(ledger.importance(page));
    return lastRead[page] + rootSum / Math.max(root, rootSum * 1e-9);
  }

  /// Pages never read, in an order that numbers say nothing about.
  @Override
  public boolean isBefore(int page, int other) {
    return page * 0x9E3779B9 < other * 0x9E3779B9;
  }

  @Override
  public double of(int page) {
    double wanted = dueTime(page);
    double last = lastRead[page];
    if (wanted > now && wanted > last + SLACK * (planned[page] - last)) {
      planned[page] = (float) wanted;
    }
    return -planned[page];
  }
}
