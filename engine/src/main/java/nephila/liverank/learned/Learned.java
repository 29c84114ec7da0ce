package nephila.liverank.learned;

import java.util.Arrays;
import java.util.SplittableRandom;
import nephila.liverank.Asked;
import nephila.liverank.Listed;
import nephila.liverank.OldGraph;
import nephila.liverank.Ordering;
import nephila.liverank.RankedPages;
import nephila.liverank.StaticOrders;

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
/// Where there are few pages a round works all of them out anew, with a pass over their links.
/// Where there are many, what a question costs must not grow with them: a round then works out
/// those whose last score lay near the cut, and one of up to sixteen slices of all others, which
/// take turns; so does what spreads along links. Counts of groups and neighbours are always kept in
/// place. Memory is linear in pages and links, about 140 bytes a page beside the snapshot.
public final class Learned implements Ordering {
  private static final int STEPS = 3;

  /// Sweeps and steps of an order that is made in one go ([#rest]).
  private static final int SWEEPS_AT_ONCE = 3;

  private static final int STEPS_AT_ONCE = 12;

  /// The weights are fitted anew when the answers grew by one in so many.
  private static final int REFIT = 12;

  private static final int FIRST_ROUND = 16;
  private static final double ROUND_GROWTH = 0.15;

  /// Living pages to find before the sample ends, and how many times its usual size it may have.
  private static final int LIVING = 3;

  private static final int LONGEST_SAMPLE = 4;

  private static final int MOST_SLICES = 16;
  private static final int TOGETHER_BITS = 6;

  /// Pages near the cut, for each that is asked.
  private static final int NEAR_A_QUESTION = 4;

  /// Rows of a round to learn from, at most: a fit looks at a few thousand in all.
  private static final int MOST_LESSONS = 2000;

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
  private final ClosedPages closed;
  private final SplittableRandom random;
  private final Logistic model;
  private final TrainingRows lessons;
  private final int round;
  private final int least;

  /// How many parts take turns in being worked out anew.
  private final int slices;

  /// What each page counted for when it was last worked out; empty with one slice.
  private final float[] lastScore;

  /// Pages with a last score from here on are worked out in every round.
  private double near = Double.NEGATIVE_INFINITY;

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
    int n = snapshot.pages();
    least = (int) Math.ceil(n * tuning.sampleShare());
    // What needs most memory while it is made comes first.
    GraphShape shape = GraphShape.of(snapshot);
    int[] sample = StratifiedSample.draw(snapshot, LONGEST_SAMPLE * least, random);
    Groups groups = Groups.of(snapshot, random);
    asked = new Asked(n);
    evidence = new Evidence(snapshot, groups);
    this.groups = groups;
    spread = new LivenessSpread(snapshot, asked);
    features = new Features(snapshot, groups, shape, evidence, spread, tuning.without());
    closed = new ClosedPages(groups, evidence);
    probes = new SiteExploration(snapshot, groups, evidence, closed, tuning);
    followers = new LinkExploration(snapshot, evidence, tuning);
    round = (int) Math.max(1, Math.ceil(n * tuning.roundShare()));
    slices = Math.clamp(n / tuning.pagesASlice(), 1, MOST_SLICES);
    lastScore = new float[slices == 1 ? 0 : n];
    plan = new Listed(sample, asked);
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
    for (int page : batch) {
      probes.taken(page);
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
    boolean unasked = asked.fresh(page);
    if (asked.answer(page, alive)) {
      if (unasked) {
        probes.taken(page);
      }
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
  public void closed(int page) {
    boolean unasked = asked.fresh(page);
    if (asked.close(page)) {
      if (unasked) {
        probes.taken(page);
      }
      closed.add(page);
      lessons.forget(page);
      followers.closed(page);
    }
  }

  /// By the chance that a page lives, as the answers so far have it: without luck, exploration and
  /// further rounds.
  @Override
  public RankedPages rest() {
    evidence.settle();
    learnOfSample();
    for (int sweep = 0; sweep < SWEEPS_AT_ONCE; sweep++) {
      spread.settle(groups, evidence);
    }
    lessons.teach(model, STEPS_AT_ONCE);
    double[] row = new double[Features.COUNT];
    double[] chance = new double[snapshot.pages()];
    int[] pages = new int[chance.length];
    int count = 0;
    for (int page = 0; page < chance.length; page++) {
      if (asked.fresh(page)) {
        features.fresh(page, row);
        chance[page] = Logistic.probability(model.score(row) + closed.penalty(page));
        pages[count++] = page;
      }
    }
    int[] order = StaticOrders.descending(chance, Arrays.copyOf(pages, count));
    return new Listed(order, asked, chance).rest();
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
    sweep();
    learn();
    features.weigh(model.weights());
    int left = asked.freshCount();
    NoisyOrder draw = draw();
    int count = Math.min(roundNow(), draw.count());
    double width = tuning.noise() * (tuning.noiseLeft() + (1 - tuning.noiseLeft()) * hits);
    int[] order = followers.moved(draw.order(count, width), count, left, 1 - hits);
    if (slices > 1 && count > 0) {
      near = draw.logOddsAt(Math.min(draw.count() - 1, NEAR_A_QUESTION * count));
    }
    int[] proposed = probes.proposed(order, count, left, 1 - hits);
    for (int page : proposed) {
      if (count <= MOST_LESSONS || random.nextInt(count) < MOST_LESSONS) {
        double[] known = new double[Features.COUNT];
        features.fresh(page, known);
        lessons.propose(page, known);
      }
    }
    return proposed;
  }

  /// Every second round where all pages are worked out together, else a slice in each.
  private void sweep() {
    if (slices > 1) {
      for (int page = 0; page < snapshot.pages(); page++) {
        if (slice(page) == rounds % slices) {
          spread.settle(page, groups, evidence);
        }
      }
    } else if (rounds % 2 == 0) {
      spread.settle(groups, evidence);
    }
    rounds++;
  }

  /// The pages that can be asked and are worked out in this round, with luck that is wider where
  /// little is known.
  private NoisyOrder draw() {
    int left = asked.freshCount();
    NoisyOrder draw = slices == 1 ? null : nearAndSlice();
    if (draw == null || draw.count() < Math.min(left, 2 * roundNow())) {
      draw = new NoisyOrder(left);
      for (int page = 0; page < snapshot.pages(); page++) {
        if (asked.fresh(page)) {
          workOut(page, draw);
        }
      }
    }
    return draw;
  }

  /// Pages that lie together are worked out together: their rows do.
  private int slice(int page) {
    return (page >>> TOGETHER_BITS) % slices;
  }

  private NoisyOrder nearAndSlice() {
    int first = rounds % slices;
    NoisyOrder draw = new NoisyOrder(2 * snapshot.pages() / slices);
    for (int page = 0; page < lastScore.length; page++) {
      if (isDue(page, first)) {
        workOut(page, draw);
      }
    }
    return draw;
  }

  private boolean isDue(int page, int first) {
    return (lastScore[page] >= near || slice(page) == first) && asked.fresh(page);
  }

  private void workOut(int page, NoisyOrder draw) {
    double eager = tuning.curiosity() * (1 - hits);
    double score = features.score(page) + closed.penalty(page);
    if (slices > 1) {
      lastScore[page] = (float) score;
    }
    draw.add(page, score, gumbel() * (1 + eager * unsure(page)));
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
