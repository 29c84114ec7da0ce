package nephila.liverank.learned;

import java.util.SplittableRandom;
import nephila.liverank.Asked;
import nephila.liverank.Listed;
import nephila.liverank.OldGraph;
import nephila.liverank.Ordering;

/// Learns from the answers as they come which pages live: our own ordering.
///
/// It asks a small sample spread over the sites, then in rounds: works out rates of groups and
/// neighbourhoods from all answers so far ([Evidence], [LivenessSpread]), fits a logistic
/// regression of the answers on what was known before them ([Features], [TrainingRows],
/// [Logistic]), scores all pages not yet asked and proposes the best. While most proposals live it
/// takes the best; the fewer live, the more it tries pages of which little is known ([NoisyOrder]),
/// and the more questions go to large sites of which few pages were asked ([SiteExploration]) and
/// to what living pages link to ([LinkExploration]).
///
/// A round costs a pass over all pages and their links; memory is linear in both, about 140 bytes a
/// page beside the snapshot.
public final class Learned implements Ordering {
  private static final int STEPS = 3;

  /// The weights are fitted anew when the answers grew by one in so many.
  private static final int REFIT = 12;

  private static final int FIRST_ROUND = 16;
  private static final double ROUND_GROWTH = 0.15;

  /// Living pages to find before the sample ends, and how many times its usual size it may have.
  private static final int LIVING = 3;

  private static final int LONGEST_SAMPLE = 4;

  /// Proposals over which the share of hits is smoothed, at least.
  private static final int SMOOTHED = 50;

  private final OldGraph snapshot;
  private final Asked asked;
  private final Evidence evidence;
  private final Features features;
  private final Groups groups;
  private final LivenessSpread spread;
  private final SiteExploration probes;
  private final LinkExploration followers;
  private final SplittableRandom random;
  private final Logistic model;
  private final TrainingRows lessons;
  private final int round;
  private final int least;
  private final Tuning tuning;
  private Listed plan;
  private int answers;
  private int rounds;
  private int living;

  /// The share of the last proposals that lived.
  private double hits = 1;

  private int nextFit;

  public Learned(OldGraph snapshot, SplittableRandom random, Tuning tuning) {
    this.snapshot = snapshot;
    this.random = random;
    this.tuning = tuning;
    asked = new Asked(snapshot.pages());
    Groups groups = Groups.of(snapshot, random);
    evidence = new Evidence(snapshot, groups);
    this.groups = groups;
    spread = new LivenessSpread(snapshot, asked);
    features = new Features(snapshot, groups, evidence, spread);
    probes = new SiteExploration(snapshot, groups, evidence, tuning);
    followers = new LinkExploration(snapshot, evidence, tuning);
    int n = snapshot.pages();
    round = (int) Math.max(1, Math.ceil(n * tuning.roundShare()));
    least = (int) Math.ceil(n * tuning.sampleShare());
    plan = new Listed(StratifiedSample.draw(snapshot, LONGEST_SAMPLE * least, random), asked);
    model = new Logistic(tuning.prior(), tuning.pulls());
    lessons = new TrainingRows(tuning.mostRows(), random);
  }

  @Override
  public int[] next(int most) {
    int[] batch = rounds == 0 && sampled() ? new int[0] : plan.next(most);
    if (batch.length == 0) {
      plan = new Listed(best(), asked);
      batch = plan.next(most);
    }
    return batch;
  }

  /// Whether the sample can end: where few pages live, nothing can be learned before some are
  /// found.
  private boolean sampled() {
    return answers >= least && living >= Math.min(LIVING, least);
  }

  @Override
  public void answered(int page, boolean alive) {
    if (asked.answer(page, alive)) {
      evidence.add(page, alive);
      spread.add(page, alive);
      lessons.answered(page, alive);
      answers++;
      living += alive ? 1 : 0;
      if (rounds > 0) {
        followers.answered(page, alive);
        hits += ((alive ? 1 : 0) - hits) / Math.max(SMOOTHED, round);
      }
    }
  }

  @Override
  public boolean bestFirst() {
    return true;
  }

  private int[] best() {
    evidence.settle();
    if (rounds == 0) {
      learnOfSample();
    }
    if (rounds++ % 2 == 0) {
      spread.settle(groups, evidence);
    }
    learn();
    NoisyOrder draw = draw();
    int count = Math.min(roundNow(), draw.count());
    double width = tuning.noise() * (tuning.noiseLeft() + (1 - tuning.noiseLeft()) * hits);
    int[] order = followers.moved(draw.order(count, width), count, 1 - hits);
    int[] proposed = probes.proposed(order, count, 1 - hits);
    for (int page : proposed) {
      double[] known = new double[Features.COUNT];
      features.fresh(page, known);
      lessons.propose(page, known);
    }
    return proposed;
  }

  /// All pages that can be asked, with luck that is wider where little is known.
  private NoisyOrder draw() {
    double eager = tuning.curiosity() * (1 - hits);
    double[] row = new double[Features.COUNT];
    NoisyOrder draw = new NoisyOrder(snapshot.pages());
    for (int page = 0; page < snapshot.pages(); page++) {
      if (asked.fresh(page)) {
        features.fresh(page, row);
        draw.add(page, model.score(row), gumbel() * (1 + eager * unsure(page)));
      }
    }
    return draw;
  }

  /// Rounds are small while every answer changes much.
  private int roundNow() {
    return (int) Math.min(round, Math.max(FIRST_ROUND, answers * ROUND_GROWTH));
  }

  /// How little is known around a page: 1 where nobody near it was asked.
  private double unsure(int page) {
    int cluster = groups.of(Groups.Family.CLUSTER, page);
    int heard = evidence.askedParents(page) + evidence.askedChildren(page);
    return 1 / Math.sqrt(1.0 + heard + (cluster == Groups.NONE ? 0 : evidence.asked(cluster)));
  }

  /// Gumbel noise: a page is then proposed with a chance that grows with its odds, and groups
  /// nobody asked about are tried now and then.
  private double gumbel() {
    return -Math.log(-Math.log(1 - random.nextDouble()) + 1e-300);
  }

  private void learn() {
    if (answers < nextFit) {
      return;
    }
    nextFit = answers + Math.max(1, answers / REFIT);
    lessons.teach(model, STEPS);
  }

  /// The pages of the sample were asked before anything was known: each answers to what the others
  /// said.
  private void learnOfSample() {
    for (int page = 0; page < snapshot.pages(); page++) {
      if (asked.answered(page)) {
        double[] row = new double[Features.COUNT];
        features.answered(page, asked.alive(page), row);
        lessons.add(row, asked.alive(page));
      }
    }
  }
}
