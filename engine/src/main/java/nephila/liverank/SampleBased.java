package nephila.liverank;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// The sample-based LiveRanks (section 2.4 of the paper): ask a training set, then rank the rest
/// once with what it told. Crawlers need instructions only twice.
///
/// The second phase starts when the sample is used up; answers still missing then are not waited
/// for. Where the scores of pages are equal the higher PageRank goes first.
final class SampleBased implements Ordering {
  /// How the answers to the sample rank the rest.
  private interface Scores {
    double[] of(Asked asked);
  }

  private final OldGraph snapshot;
  private final Asked asked;
  private final Listed sample;
  private final Scores scores;
  private final SplittableRandom random;
  private @Nullable Listed rest;

  private SampleBased(OldGraph snapshot, Sample sample, SplittableRandom random, Scores scores) {
    this.snapshot = snapshot;
    this.asked = new Asked(snapshot.pages());
    this.sample = new Listed(sample.draw(snapshot, random), asked);
    this.scores = scores;
    this.random = random;
  }

  /// P_a: PageRank whose teleport is uniform on the living pages of the sample.
  static SampleBased simpleAdaptive(OldGraph snapshot, Sample sample, SplittableRandom random) {
    return new SampleBased(snapshot, sample, random, asked -> living(snapshot, asked));
  }

  /// P_a^{+/−}: the rank from the living over the rank from the dead, whose zeros are set to its
  /// smallest entry above zero.
  static SampleBased doubleAdaptive(OldGraph snapshot, Sample sample, SplittableRandom random) {
    return new SampleBased(snapshot, sample, random, asked -> ratio(snapshot, asked));
  }

  /// ASF: sites by the living share of their pages in the sample; sites without such pages last.
  static SampleBased activeSiteFirst(OldGraph snapshot, Sample sample, SplittableRandom random) {
    return new SampleBased(snapshot, sample, random, asked -> siteActivity(snapshot, asked));
  }

  @Override
  public int[] next(int most) {
    if (rest == null) {
      int[] batch = sample.next(most);
      if (batch.length > 0) {
        return batch;
      }
      rest = ranked();
    }
    return rest.next(most);
  }

  private Listed ranked() {
    int[] ties = StaticOrders.pageRank(snapshot, random);
    double[] score = scores.of(asked);
    return new Listed(StaticOrders.descending(score, ties), asked, score);
  }

  @Override
  public boolean awaitsAnswers() {
    return rest == null && sample.isSpent() && asked.pending() > 0;
  }

  /// Ranks the rest with the answers so far, of the training set what was not answered too.
  @Override
  public RankedPages rest() {
    return (rest == null ? ranked() : rest).rest();
  }

  @Override
  public void closed(int page) {
    asked.close(page);
  }

  @Override
  public void answered(int page, boolean alive) {
    asked.answer(page, alive);
  }

  private static double[] living(OldGraph snapshot, Asked asked) {
    return Diffusion.from(snapshot.links(), asked.pages(true));
  }

  private static double[] ratio(OldGraph snapshot, Asked asked) {
    double[] ratio = living(snapshot, asked);
    double[] anti = Diffusion.from(snapshot.links(), asked.pages(false));
    double least = Double.MAX_VALUE;
    for (double value : anti) {
      if (value > 0) {
        least = Math.min(least, value);
      }
    }
    for (int i = 0; i < ratio.length; i++) {
      ratio[i] /= anti[i] > 0 ? anti[i] : least;
    }
    return ratio;
  }

  private static double[] siteActivity(OldGraph snapshot, Asked asked) {
    double[] tested = new double[snapshot.siteCount()];
    double[] alive = new double[snapshot.siteCount()];
    for (int page = 0; page < snapshot.pages(); page++) {
      if (asked.answered(page)) {
        tested[snapshot.site(page)]++;
        alive[snapshot.site(page)] += asked.alive(page) ? 1 : 0;
      }
    }
    double[] score = new double[snapshot.pages()];
    for (int page = 0; page < score.length; page++) {
      int site = snapshot.site(page);
      // One is added so that a site without any life still goes before those never sampled.
      score[page] = tested[site] == 0 ? 0 : 1 + alive[site] / tested[site];
    }
    return score;
  }
}
