package nephila.lab.community;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import nephila.community.Influence;

/// Figure 1 of the paper: for every page of the frontier of L, how the true influence and the
/// number of links from L go with the objective, and how SC-SELECT's score goes with the influence.
/// One full ranking a page: for small domains.
///
/// @param candidates the points of the figure
/// @param scoreToInfluence rank correlation of SC-SELECT's score with the true influence
/// @param influenceToObjective rank correlation of the influence with GlobalDiff (negative is good)
/// @param outlinksToObjective the same for the number of links from L
public record InfluenceStudy(
    Influence.Candidate[] candidates,
    double scoreToInfluence,
    double influenceToObjective,
    double outlinksToObjective) {
  public static InfluenceStudy of(Domain domain) {
    Influence.Candidate[] candidates =
        Influence.candidates(domain.pages(), domain.web().source(), domain.truth());
    double[] influence =
        Arrays.stream(candidates).mapToDouble(Influence.Candidate::influence).toArray();
    double[] score = Arrays.stream(candidates).mapToDouble(Influence.Candidate::score).toArray();
    double[] outlinks =
        Arrays.stream(candidates).mapToDouble(Influence.Candidate::outlinks).toArray();
    double[] objective =
        Arrays.stream(candidates).mapToDouble(Influence.Candidate::globalDiff).toArray();
    return new InfluenceStudy(
        candidates,
        spearman(score, influence),
        spearman(influence, objective),
        spearman(outlinks, objective));
  }

  /// Spearman's rank correlation, ties at their mean rank.
  static double spearman(double[] first, double[] second) {
    return pearson(ranks(first), ranks(second));
  }

  private static double[] ranks(double[] values) {
    Integer[] order = IntStream.range(0, values.length).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingDouble(i -> values[i]));
    double[] ranks = new double[values.length];
    for (int from = 0, to; from < order.length; from = to) {
      to = from + 1;
      while (to < order.length && values[order[to]] == values[order[from]]) {
        to++;
      }
      for (int i = from; i < to; i++) {
        ranks[order[i]] = (from + to - 1) / 2.0;
      }
    }
    return ranks;
  }

  private static double pearson(double[] a, double[] b) {
    double meanA = Arrays.stream(a).average().orElse(0);
    double meanB = Arrays.stream(b).average().orElse(0);
    double product = 0;
    double squaresA = 0;
    double squaresB = 0;
    for (int i = 0; i < a.length; i++) {
      product += (a[i] - meanA) * (b[i] - meanB);
      squaresA += (a[i] - meanA) * (a[i] - meanA);
      squaresB += (b[i] - meanB) * (b[i] - meanB);
    }
    return product / Math.sqrt(squaresA * squaresB);
  }
}
