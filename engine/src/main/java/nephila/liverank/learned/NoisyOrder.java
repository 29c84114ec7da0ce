package nephila.liverank.learned;

import java.util.Arrays;
import nephila.liverank.StaticOrders;
import org.jspecify.annotations.Nullable;

/// Pages in an order that is partly luck: best log-odds first, but for noise that lets those be
/// tried now and then which look worse.
///
/// Only as much noise as costs little. The more pages there are, the luckier are the luckiest:
/// where few pages look good, plain noise would hide them behind the lucky of thousands that look
/// bad. So it is halved until those drawn first are expected to live nearly as often as the best.
///
/// 20 bytes a page that is added, and a sort for every halving.
final class NoisyOrder {
  private static final int HALVINGS = 4;

  /// The share of the living that noise may cost.
  private static final double MAY_COST = 0.1;

  private float[] logOdds;
  private float[] luck;
  private int[] pages;
  private int count;
  private int @Nullable [] best;

  /// Takes about `pages` pages without growing.
  NoisyOrder(int pages) {
    int room = Math.max(16, pages);
    this.logOdds = new float[room];
    this.luck = new float[room];
    this.pages = new int[room];
  }

  void add(int page, double itsLogOdds, double itsLuck) {
    if (count == pages.length) {
      logOdds = Arrays.copyOf(logOdds, 2 * count);
      luck = Arrays.copyOf(luck, 2 * count);
      pages = Arrays.copyOf(pages, 2 * count);
    }
    logOdds[count] = (float) itsLogOdds;
    luck[count] = (float) itsLuck;
    pages[count++] = page;
  }

  int count() {
    return count;
  }

  /// All pages added; `width` is what luck weighs at most, for the sake of the first `most`.
  int[] order(int most, double width) {
    int[] best = best();
    double wanted = (1 - MAY_COST) * living(best, most);
    double now = width;
    for (int k = 0; k <= HALVINGS; k++) {
      int[] order = sorted(now);
      if (living(order, most) >= wanted) {
        return pages(order);
      }
      now /= 2;
    }
    return pages(best);
  }

  /// The log-odds of the page at that place of the order without luck.
  double logOddsAt(int place) {
    return logOdds[best()[place]];
  }

  private int[] best() {
    if (best == null || best.length != count) {
      best = sorted(0);
    }
    return best;
  }

  private int[] pages(int[] order) {
    int[] named = new int[order.length];
    for (int k = 0; k < order.length; k++) {
      named[k] = pages[order[k]];
    }
    return named;
  }

  /// How many of the first `most` are expected to live.
  private double living(int[] order, int most) {
    double living = 0;
    for (int k = 0; k < most; k++) {
      living += Logistic.probability(logOdds[order[k]]);
    }
    return living;
  }

  /// The places in which pages were added, best first.
  private int[] sorted(double width) {
    float[] score = new float[count];
    for (int k = 0; k < count; k++) {
      score[k] = (float) (logOdds[k] + width * luck[k]);
    }
    return StaticOrders.descending(score);
  }
}
