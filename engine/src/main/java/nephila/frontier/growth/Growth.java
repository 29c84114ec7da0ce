package nephila.frontier.growth;

import java.util.Arrays;

/// Learns, while a crawl goes on, how much a page's worth grows after it was chosen: a linear model
/// of the logarithm of worth now over worth then, by what was known of the page then ([Families]).
///
/// The worth of a read page is final only where the pages that will pay it were read. Most of them
/// are of its own directory and host; so a sample counts by the shares of their known pages that
/// were read, and what it is worth now is that of a host read whole ([Now#logFullWorth]): families
/// that are nearly finished teach what to expect of those hardly begun. Pages chosen long ago had
/// more time to grow; one feature says when that was, so that the others need not.
///
/// Ridge regression by normal equations, drawn to weights expected beforehand, solved anew when the
/// samples grew by a tenth. Keeps at most 32,768 samples, evenly over time: when full, every other
/// one goes and from then on only half as many are taken. Deterministic. Single writer.
final class Growth {
  private static final int MOST = 1 << 15;
  private static final int FEWEST = 20;
  private static final double RESUMED_PULL = 100;

  private final int features;
  private final double[] prior;
  private final double[] pull;
  private final double[] weights;
  private float[] kept;
  private int[] pages = new int[64];
  private double[] logThen = new double[64];
  private int samples;
  private int stride = 1;
  private int skipped;
  private int solvedAt;

  /// Weights begin as `prior` and are drawn there as by `pull` samples.
  Growth(double[] prior, double[] pull) {
    this.features = prior.length;
    this.prior = prior;
    this.pull = pull;
    this.weights = prior.clone();
    this.kept = new float[64 * features];
  }

  /// What is known of samples now.
  interface Now {
    boolean read(int page);

    /// The logarithm of what the page would be worth were its host read whole.
    double logFullWorth(int page);

    /// The share of the known pages of its closest families that were read, multiplied.
    double finished(int page);
  }

  /// A page was chosen; these are its features and the logarithm of its worth.
  void chosen(int page, float[] row, double logWorth) {
    if (++skipped < stride) {
      return;
    }
    skipped = 0;
    if (samples == MOST) {
      thin();
    }
    if (samples == pages.length) {
      pages = Arrays.copyOf(pages, 2 * samples);
      logThen = Arrays.copyOf(logThen, 2 * samples);
      kept = Arrays.copyOf(kept, 2 * samples * features);
    }
    pages[samples] = page;
    logThen[samples] = logWorth;
    System.arraycopy(row, 0, kept, samples * features, features);
    samples++;
  }

  private void thin() {
    for (int k = 0; k < samples / 2; k++) {
      pages[k] = pages[2 * k];
      logThen[k] = logThen[2 * k];
      System.arraycopy(kept, 2 * k * features, kept, k * features, features);
    }
    samples /= 2;
    stride *= 2;
    solvedAt = 0;
  }

  /// Looks at what the samples are worth now, if there are enough new ones.
  void learn(Now now) {
    if (samples < FEWEST || samples < solvedAt * 1.1 + 5) {
      return;
    }
    solvedAt = samples;
    double[][] equations = new double[features][features + 1];
    for (int k = 0; k < samples; k++) {
      if (now.read(pages[k])) {
        double growth = now.logFullWorth(pages[k]) - logThen[k];
        add(equations, k * features, now.finished(pages[k]), growth);
      }
    }
    for (int a = 0; a < features; a++) {
      equations[a][a] += pull[a];
      equations[a][features] += pull[a] * prior[a];
    }
    solve(equations);
  }

  private void add(double[][] equations, int at, double weight, double growth) {
    for (int a = 0; a < features; a++) {
      double scaled = weight * kept[at + a];
      double[] row = equations[a];
      for (int b = 0; b < features; b++) {
        row[b] += scaled * kept[at + b];
      }
      row[features] += scaled * growth;
    }
  }

  /// Gauss–Jordan; the ridge keeps every pivot positive.
  private void solve(double[][] equations) {
    for (int c = 0; c < features; c++) {
      for (int r = 0; r < features; r++) {
        double factor = r == c ? 0 : equations[r][c] / equations[c][c];
        for (int b = c; b <= features && factor != 0; b++) {
          equations[r][b] -= factor * equations[c][b];
        }
      }
    }
    for (int c = 0; c < features; c++) {
      weights[c] = equations[c][features] / equations[c][c];
    }
  }

  /// The state of the model, to go on with later.
  double[] weights() {
    return weights.clone();
  }

  /// Goes on with what was learned before, as far as it fits: it is what is expected beforehand
  /// now.
  void resume(double[] learned) {
    if (learned.length == features && Arrays.stream(learned).allMatch(Double::isFinite)) {
      System.arraycopy(learned, 0, weights, 0, features);
      System.arraycopy(learned, 0, prior, 0, features);
      Arrays.fill(pull, RESUMED_PULL);
    }
  }

  /// What feature number `k` adds to the logarithm of the growth.
  double weight(int k) {
    return weights[k];
  }
}
