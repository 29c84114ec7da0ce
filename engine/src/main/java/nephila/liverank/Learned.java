package nephila.liverank;

import java.util.Arrays;
import java.util.SplittableRandom;

/// Learns from the answers as they come which pages live: our own ordering.
///
/// It asks a small sample spread over the sites, then in rounds: works out rates of groups and
/// neighbourhoods from all answers so far ([Evidence], [Spread]), fits a logistic regression of the
/// answers on them ([Features], [Logistic]), scores all pages not yet asked and proposes the best.
///
/// A round costs a pass over all pages and their links; memory is linear in both, about 150 bytes a
/// page beside the snapshot.
final class Learned implements Ordering {
  private static final int STEPS = 3;

  /// The weights are fitted anew when the answers grew by one in so many.
  private static final int REFIT = 12;

  private final Snapshot snapshot;
  private final Asked asked;
  private final Evidence evidence;
  private final Features features;
  private final Groups groups;
  private final Spread spread;
  private final SplittableRandom random;
  private final Logistic model;
  private final int round;
  private final Tuning tuning;
  private Listed plan;
  private int[] answeredPages = new int[1024];
  private int answers;
  private int rounds;
  private int nextFit;

  Learned(Snapshot snapshot, SplittableRandom random, Tuning tuning) {
    this.snapshot = snapshot;
    this.random = random;
    this.tuning = tuning;
    asked = new Asked(snapshot.pages());
    Groups groups = Groups.of(snapshot, random);
    evidence = new Evidence(snapshot, groups);
    this.groups = groups;
    spread = new Spread(snapshot, asked);
    features = new Features(snapshot, groups, evidence, spread);
    int n = snapshot.pages();
    round = (int) Math.max(1, Math.ceil(n * tuning.roundShare()));
    int sample = (int) Math.ceil(n * tuning.sampleShare());
    plan = new Listed(StratifiedSample.draw(snapshot, sample, random), asked);
    model = new Logistic(tuning.prior(), tuning.pulls());
  }

  @Override
  public int[] next(int most) {
    int[] batch = plan.next(most);
    if (batch.length == 0) {
      plan = new Listed(best(), asked);
      batch = plan.next(most);
    }
    return batch;
  }

  @Override
  public void answered(int page, boolean alive) {
    if (asked.answer(page, alive)) {
      evidence.add(page, alive);
      spread.add(page, alive);
      if (answers == answeredPages.length) {
        answeredPages = Arrays.copyOf(answeredPages, 2 * answers);
      }
      answeredPages[answers++] = page;
    }
  }

  @Override
  public boolean bestFirst() {
    return true;
  }

  private int[] best() {
    evidence.settle();
    if (rounds++ % 2 == 0) {
      spread.settle(groups, evidence);
    }
    learn();
    double[] row = new double[Features.COUNT];
    int n = snapshot.pages();
    int[] pages = new int[n];
    double[] score = new double[n];
    int count = 0;
    for (int page = 0; page < n; page++) {
      if (asked.fresh(page)) {
        features.fresh(page, row);
        score[page] = Logistic.probability(model.score(row) + noise());
        pages[count++] = page;
      }
    }
    int[] order = StaticOrders.descending(score, Arrays.copyOf(pages, count));
    int[] proposed = Arrays.copyOf(order, Math.min(round, count));
    for (int page : proposed) {
      features.fresh(page, row);
      features.remember(page, row);
    }
    return proposed;
  }

  /// Gumbel noise: a page is then proposed with a chance that grows with its odds, and groups
  /// nobody asked about are tried now and then.
  private double noise() {
    return -tuning.noise() * Math.log(-Math.log(1 - random.nextDouble()) + 1e-300);
  }

  private void learn() {
    if (answers < nextFit) {
      return;
    }
    nextFit = answers + Math.max(1, answers / REFIT);
    int count = Math.min(answers, tuning.mostRows());
    double[][] rows = new double[count][Features.COUNT];
    boolean[] alive = new boolean[count];
    for (int r = 0; r < count; r++) {
      int page = answeredPages[count == answers ? r : random.nextInt(answers)];
      alive[r] = asked.alive(page);
      features.answered(page, alive[r], rows[r]);
    }
    model.fit(rows, alive, count, STEPS);
  }
}
