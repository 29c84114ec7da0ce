package nephila.liverank.learned;

import java.util.Arrays;
import java.util.Set;

/// The settings of [Learned], chosen on quarters of the sites of one real old web and on generated
/// webs; see `docs/decisions/refresh-and-liverank.md` 063, 066, 072 to 075. Costs change little
/// around them.
///
/// @param sampleShare of all pages, asked before anything is learned (more where few live)
/// @param roundShare of all pages, proposed between two fits at most
/// @param noise scale of the Gumbel noise on log-odds
/// @param noiseLeft part of the noise that remains where no proposal lives
/// @param curiosity how many times wider the noise is where nobody was asked and no proposal lives
/// @param pull of the weights to their priors
/// @param neighbourPrior weight expected of families, neighbours and what spreads along links
/// @param rankPrior weight expected of PageRank: what else is there to go by at first?
/// @param inDegreePrior weight expected of the number of links in
/// @param probeAfter share of all pages asked before the first probe
/// @param probeShare of the proposals given to probes where none lives
/// @param probeNeed pages a site has left for the square of its answers, to be probed
/// @param followers part of the proposals given to pages that living ones link to, where none lives
/// @param mostFollowers the same where those have lived more often than others
/// @param mostRows answers a fit looks at
/// @param pagesASlice from twice as many pages on parts of so many take turns in being worked out
/// @param without parts that are left out, to see what they are worth
public record Tuning(
    double sampleShare,
    double roundShare,
    double noise,
    double noiseLeft,
    double curiosity,
    double pull,
    double neighbourPrior,
    double rankPrior,
    double inDegreePrior,
    double probeAfter,
    double probeShare,
    double probeNeed,
    double followers,
    double mostFollowers,
    int mostRows,
    int pagesASlice,
    Set<LearnedPart> without) {
  public static final Tuning DEFAULT =
      new Tuning(
          0.0025, 0.005, 0.3, 0.3, 1, 9, 0.3, 0.3, 0.5, 0.02, 0.4, 4, 0.2, 0.9, 6000, 100_000,
          Set.of());

  /// The same without these parts.
  public Tuning without(Set<LearnedPart> parts) {
    boolean lucky = !parts.contains(LearnedPart.LUCK);
    boolean probing = !parts.contains(LearnedPart.PROBES);
    boolean following = !parts.contains(LearnedPart.FOLLOWERS);
    return new Tuning(
        sampleShare,
        roundShare,
        lucky ? noise : 0,
        noiseLeft,
        curiosity,
        pull,
        neighbourPrior,
        rankPrior,
        inDegreePrior,
        probeAfter,
        probing ? probeShare : 0,
        probeNeed,
        following ? followers : 0,
        following ? mostFollowers : 0,
        mostRows,
        pagesASlice,
        Set.copyOf(parts));
  }

  /// The weights expected before anything is learned.
  double[] prior() {
    double[] prior = new double[Features.COUNT];
    Arrays.fill(prior, Features.ALL, Features.FAMILY, 1);
    Arrays.fill(prior, Features.FAMILY, Features.SPREAD + 1, neighbourPrior);
    prior[Features.RANK] = rankPrior;
    prior[Features.IN_DEGREE] = inDegreePrior;
    return prior;
  }

  double[] pulls() {
    double[] pulls = new double[Features.COUNT];
    Arrays.fill(pulls, pull);
    return pulls;
  }
}
