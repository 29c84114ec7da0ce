package nephila.liverank;

import java.util.Arrays;

/// The settings of [Learned]. The defaults come from a few runs on one real old web, with its URLs,
/// with opaque ones and without; see `docs/decisions/070-learned-liverank.md`.
///
/// @param sampleShare of all pages, asked before anything is learned
/// @param roundShare of all pages, proposed between two fits
/// @param noise scale of the Gumbel noise on log-odds
/// @param pull of the weights to their priors
/// @param neighbourPrior weight expected of families and neighbours before anything is learned
/// @param mostRows answers a fit looks at
record Tuning(
    double sampleShare,
    double roundShare,
    double noise,
    double pull,
    double neighbourPrior,
    int mostRows) {
  static final Tuning DEFAULT = new Tuning(0.005, 0.005, 0.1, 3, 0.3, 6000);

  /// The weights expected before anything is learned.
  double[] prior() {
    double[] prior = new double[Features.COUNT];
    Arrays.fill(prior, Features.ALL, Features.FAMILY, 1);
    Arrays.fill(prior, Features.FAMILY, Features.SHAPE, neighbourPrior);
    return prior;
  }

  double[] pulls() {
    double[] pulls = new double[Features.COUNT];
    Arrays.fill(pulls, pull);
    return pulls;
  }
}
