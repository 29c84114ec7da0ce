package nephila.liverank;

import java.util.Arrays;
import java.util.SplittableRandom;

/// Lets an ordering run and draws a few pages at random beside it, to know how many living pages
/// are left and when a wanted share is found, without knowing the truth.
///
/// A page drawn uniformly from those nobody asked lives with the chance (n_a − F) / u, where F
/// pages were found alive so far and u are left: one unknown, n_a. Every draw, early or late, thus
/// adds to one likelihood of n_a; late draws tell most, because few of the living are left. With a
/// flat prior this gives n_a a distribution, and the share found its confidence.
///
/// A second witness is an ordering that proposes the likeliest first ([Ordering#bestFirst]): the
/// yield of its last proposals bounds that of all the rest. Where the two agree a run can stop
/// sooner than on a few audits alone. (Believing orderings that are not of this kind was seen to
/// stop too early in one run of five.)
///
/// Ours, in place of the paper's single estimate from the first sample (section 2.4), which leaves
/// an uncertainty of some percent however long the run. A draw costs a pass over a grid of 1,500
/// values of n_a. Works with every ordering; what is drawn is told to the ordering like any answer.
public final class Audit implements Ordering {
  private static final int GRID = 1500;

  /// The shortest run of proposals whose yield says something, and how far it may be off: 97.5 %.
  private static final int SHORTEST_RUN = 64;

  private static final int LATELY = 128;

  private static final double DEVIATIONS = 1.96;

  /// How sure the audits must be where the yield of the ordering speaks too.
  private static final double AGREEMENT = 0.6;

  /// Late draws tell most: ten times as much a draw at nine tenths of the living as at the
  /// beginning. So few are drawn until the goal may be reached with this chance, then many.
  private static final double NEAR = 0.01;

  private static final double EARLY = 0.5;
  private static final double LATE = 5;
  private static final double MOST_DRAWN = 0.5;

  private final Ordering ordering;
  private final Asked asked;
  private final int[] shuffled;
  private final double rate;
  private final double[] candidate = new double[GRID];
  private final double[] logLikelihood = new double[GRID];
  private final boolean[] drawn;
  private int next;
  private double owed;

  /// Whether the goal was not far when somebody last asked.
  private boolean near;

  /// How many of the first k answers to proposals of the ordering were alive.
  private int[] yield = new int[1024];

  private int proposals;

  /// Audits `ordering` with about `rate` random draws for each page asked, fewer at first and more
  /// near the goal: 0.04 asks 2 % more, then 20 %.
  public Audit(Ordering ordering, int pages, double rate, long seed) {
    if (!(rate > 0 && rate < 1)) {
      throw new IllegalArgumentException("rate is " + rate + " but must lie between 0 and 1");
    }
    this.ordering = ordering;
    this.rate = rate;
    asked = new Asked(pages);
    drawn = new boolean[pages];
    shuffled = StaticOrders.permutation(pages, new SplittableRandom(seed));
    for (int k = 0; k < GRID; k++) {
      // Squares: finer where few pages live.
      double share = k / (GRID - 1.0);
      candidate[k] = pages * share * share;
      logLikelihood[k] = Math.log(2 * share + 1.0 / GRID);
    }
  }

  @Override
  public int[] next(int most) {
    owed += Math.min(MOST_DRAWN, (near ? LATE : EARLY) * rate) * most;
    int[] batch = new int[most];
    int filled = 0;
    while (owed >= 1 && filled < most) {
      owed--;
      int page = draw();
      if (page >= 0) {
        batch[filled++] = page;
      }
    }
    while (filled == 0 || filled < most) {
      int[] proposed = ordering.next(most - filled);
      if (proposed.length == 0) {
        break;
      }
      for (int page : proposed) {
        if (asked.fresh(page)) {
          asked.propose(page);
          batch[filled++] = page;
        }
      }
    }
    return Arrays.copyOf(batch, filled);
  }

  /// A random page that nobody asked, or −1.
  private int draw() {
    while (next < shuffled.length) {
      int page = shuffled[next++];
      if (asked.fresh(page)) {
        asked.propose(page);
        drawn[page] = true;
        return page;
      }
    }
    return -1;
  }

  @Override
  public void answered(int page, boolean alive) {
    if (!asked.answered(page) && !asked.closed(page)) {
      if (drawn[page]) {
        weigh(alive);
      } else if (asked.proposed(page)) { // not told of unasked, as with all pages of a dead host
        proposed(alive);
      }
      asked.answer(page, alive);
      ordering.answered(page, alive);
    }
  }

  /// A closed page counts as none of those to be found, in what is estimated too; the ordering
  /// hears that it says nothing.
  @Override
  public void closed(int page) {
    if (asked.answered(page) || asked.closed(page)) {
      return;
    }
    if (drawn[page]) {
      weigh(false);
    } else if (asked.proposed(page)) {
      proposed(false);
    }
    asked.close(page);
    ordering.closed(page);
  }

  /// Tells of an earlier run that a page is closed, which knew whether it was drawn at random.
  public void closed(int page, boolean wasDrawn) {
    drawn[page] |= wasDrawn;
    closed(page);
  }

  @Override
  public boolean awaitsAnswers() {
    return ordering.awaitsAnswers();
  }

  /// Tells an answer of an earlier run, which knew whether the page was drawn at random.
  public void answered(int page, boolean alive, boolean wasDrawn) {
    drawn[page] |= wasDrawn;
    answered(page, alive);
  }

  /// Whether the page was drawn at random.
  public boolean drew(int page) {
    return drawn[page];
  }

  private void proposed(boolean alive) {
    if (proposals + 1 == yield.length) {
      yield = Arrays.copyOf(yield, 2 * yield.length);
    }
    yield[proposals + 1] = yield[proposals] + (alive ? 1 : 0);
    proposals++;
  }

  /// Whether the last proposals lived so seldom that the rest cannot hold more than 1 − `alpha` of
  /// the living, were it as good as they.
  private boolean driedUp(double alpha) {
    int left = asked.left();
    double mayBeLeft = asked.aliveCount() * (1 - alpha) / alpha;
    for (int run = SHORTEST_RUN; run <= proposals / 2; run *= 2) {
      int alive = yield[proposals] - yield[proposals - run];
      if (LiveCount.highest(alive, run, DEVIATIONS) * left <= mayBeLeft) {
        return true;
      }
    }
    return false;
  }

  /// A page is drawn from those not proposed; those under way live as often as the last that were.
  private void weigh(boolean alive) {
    int under = asked.pending();
    int lately = Math.min(proposals, LATELY);
    double lives =
        lately == 0 ? 0 : (yield[proposals] - yield[proposals - lately]) / (double) lately;
    double found = asked.aliveCount() + lives * under;
    double left = Math.max(1, asked.left() - under);
    for (int k = 0; k < GRID; k++) {
      double living = Math.clamp((candidate[k] - found) / left, 1e-9, 1 - 1e-9);
      logLikelihood[k] += Math.log(alive ? living : 1 - living);
    }
  }

  /// How many pages live, with an interval of the given confidence (0.9 leaves 5 % on either side).
  public LiveCount liveCount(double confidence) {
    double[] chance = distribution();
    double tail = (1 - confidence) / 2;
    double least = asked.aliveCount();
    double most = least + asked.left();
    return new LiveCount(
        Math.clamp(quantile(chance, 0.5), least, most),
        Math.clamp(quantile(chance, tail), least, most),
        Math.clamp(quantile(chance, 1 - tail), least, most));
  }

  /// The chance that at least the share `alpha` of the living was found.
  public double confidence(double alpha) {
    int left = asked.left();
    if (left == 0) {
      return 1;
    }
    double[] chance = distribution();
    double sum = 0;
    for (int k = 0; k < GRID && candidate[k] * alpha <= asked.aliveCount(); k++) {
      sum += chance[k];
    }
    return sum;
  }

  /// Stops once the share `alpha` of the living was found with the given confidence. The rule looks
  /// many times and stops at the first look that satisfies it, so it allows itself half the doubt.
  public Stop reached(double alpha, double confidence) {
    // Looking costs a pass over the grid: look when one more page in a thousand was asked.
    int[] lookAt = {1};
    return trail -> {
      if (trail.asked() < lookAt[0]) {
        return false;
      }
      lookAt[0] = trail.asked() + Math.max(1, asked.pages() / 1000);
      return isReached(alpha, confidence);
    };
  }

  /// Whether [#reached] would stop now.
  public boolean isReached(double alpha, double confidence) {
    double sure = confidence(alpha);
    near = sure > NEAR;
    return sure >= 1 - (1 - confidence) / 2
        || (ordering.bestFirst() && sure >= AGREEMENT && driedUp(alpha));
  }

  private double[] distribution() {
    double least = asked.aliveCount();
    double most = least + asked.left();
    double best = Double.NEGATIVE_INFINITY;
    double spacing = candidate[GRID - 1] - candidate[GRID - 2];
    double[] chance = new double[GRID];
    for (int k = 0; k < GRID; k++) {
      boolean possible = candidate[k] >= least - spacing && candidate[k] <= most + spacing;
      chance[k] = possible ? logLikelihood[k] : Double.NEGATIVE_INFINITY;
      best = Math.max(best, chance[k]);
    }
    double sum = 0;
    for (int k = 0; k < GRID; k++) {
      chance[k] = Math.exp(chance[k] - best);
      sum += chance[k];
    }
    for (int k = 0; k < GRID; k++) {
      chance[k] /= sum;
    }
    return chance;
  }

  private double quantile(double[] chance, double wanted) {
    double sum = 0;
    for (int k = 0; k < GRID; k++) {
      sum += chance[k];
      if (sum >= wanted) {
        return candidate[k];
      }
    }
    return candidate[GRID - 1];
  }
}
