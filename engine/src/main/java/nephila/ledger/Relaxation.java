package nephila.ledger;

import java.util.Arrays;

/// Pays a little more than is owed where debts keep coming back with the same sign.
///
/// Inside a tightly linked site money goes round: after a page paid, its children pay it back, and
/// it owes again in the same direction. Paying ω > 1 times the residual anticipates that
/// (successive over-relaxation); where links are at random it would do harm. So ω follows what is
/// seen: the share s of residuals, by amount, that have the sign of the page's payment before, `ω =
/// 1 + 0.8·(s − 0.4)`, between 1 and 1.4, over about the last thirtieth of N payments. A page's
/// first payment is 1.06 times its worth: more will come in. Any payment keeps the books and the
/// bound; only the speed changes (docs/decisions/ledger.md 022).
///
/// An eighth of a byte a page.
final class Relaxation {
  private static final double GAIN = 0.8;
  private static final double USUAL = 0.4;
  private static final double MOST = 1.4;
  private static final double FIRST = 1.06;
  private static final double PAYMENTS_FORGOTTEN = 30;

  /// ω changes slowly: it is worked out for so many payments at once.
  private static final int PAYMENTS_ALIKE = 16;

  /// Numbers that are saved beside the signs.
  private static final int SUMS = 5;

  private double memory = 1;

  private long[] positive = {};
  private double same;
  private double all;
  private boolean on = true;
  private double omega;
  private int paymentsLeft;

  void enable(boolean enabled) {
    on = enabled;
  }

  void reach(int pages) {
    if (pages > 64L * positive.length) {
      positive = Arrays.copyOf(positive, Math.max((pages + 63) / 64, 2 * positive.length));
    }
    memory = 1 - Math.clamp(PAYMENTS_FORGOTTEN / pages, 1e-6, 0.01);
  }

  /// The page pays for the first time, or along other links than before.
  void start(int page) {
    positive[page >> 6] |= 1L << page;
  }

  /// The payment of a page of that worth at its first read.
  long first(long worth) {
    return on ? (long) (FIRST * worth) : worth;
  }

  /// The payment of a page that owes `residual`.
  long payment(int page, long residual) {
    if (!on || residual == 0) {
      return residual;
    }
    // Without branches: which way a debt turns cannot be predicted.
    long signs = positive[page >> 6];
    long turned = (signs >>> page ^ ~residual >>> 63) & 1;
    positive[page >> 6] = signs ^ turned << page;
    double amount = Math.abs((double) residual);
    same = same * memory + amount * (1 - turned);
    all = all * memory + amount;
    if (--paymentsLeft < 0) {
      paymentsLeft = PAYMENTS_ALIKE;
      omega = Math.clamp(1 + GAIN * (same / all - USUAL), 1, MOST);
    }
    return (long) (omega * residual);
  }

  /// All it remembers, for saving.
  long[] saved(int pages) {
    int words = (pages + 63) / 64;
    long[] saved = Arrays.copyOf(positive, words + SUMS);
    saved[words] = Double.doubleToRawLongBits(same);
    saved[words + 1] = Double.doubleToRawLongBits(all);
    saved[words + 2] = on ? 1 : 0;
    saved[words + 3] = Double.doubleToRawLongBits(omega);
    saved[words + 4] = paymentsLeft;
    return saved;
  }

  void restore(long[] saved) {
    int words = saved.length - SUMS;
    System.arraycopy(saved, 0, positive, 0, words);
    same = Double.longBitsToDouble(saved[words]);
    all = Double.longBitsToDouble(saved[words + 1]);
    on = saved[words + 2] == 1;
    omega = Double.longBitsToDouble(saved[words + 3]);
    paymentsLeft = (int) saved[words + 4];
  }
}
