package nephila.frontier.growth;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/// The families of one level: how many of their pages are known, how many were read, and what those
/// are worth on average. The mean of a family of which little was read leans on that of the family
/// above it.
///
/// Three features for [Growth]: the logarithms of pages read, pages known, and mean worth; and a
/// fourth that [Families] takes of hosts alone, that of the links from outside. 44 bytes a family.
final class FamilyLevel {
  static final int FEATURES = 3;
  static final int MEAN = 2;
  private static final double PRIOR_READS = 2;

  private final IntUnaryOperator familyOf;
  private int[] reads = new int[16];
  private int[] known = new int[16];
  private double[] worths = new double[16];
  private int[] above = new int[16];

  /// Links to pages of the family from pages of others; counted once, never cleared.
  private int[] outside = new int[16];

  private double[] logMeans = new double[16];

  /// What all pages of a family have in common adds so much to the logarithm of growth.
  private double[] common = {};

  /// Families beyond this number were not there when all was counted.
  private int counted;

  private double perKnown;
  private double perMean;

  FamilyLevel(IntUnaryOperator familyOf) {
    this.familyOf = familyOf;
  }

  int family(int page) {
    int family = familyOf.applyAsInt(page);
    if (family >= reads.length) {
      int room = Math.max(family + 1, 2 * reads.length);
      reads = Arrays.copyOf(reads, room);
      known = Arrays.copyOf(known, room);
      worths = Arrays.copyOf(worths, room);
      above = Arrays.copyOf(above, room);
      outside = Arrays.copyOf(outside, room);
      logMeans = Arrays.copyOf(logMeans, room);
    }
    return family;
  }

  void clear() {
    Arrays.fill(reads, 0);
    Arrays.fill(known, 0);
    Arrays.fill(worths, 0);
  }

  void count(int family, int familyAbove) {
    known[family]++;
    above[family] = familyAbove;
  }

  void countRead(int family, double worth) {
    reads[family]++;
    worths[family] += worth;
  }

  /// A page that was read for the first time links to `target`.
  void countLink(int page, int target) {
    int family = family(target);
    if (family != family(page)) {
      outside[family]++;
    }
  }

  double logOutside(int family) {
    return Math.log(1.0 + outside[family]);
  }

  int[] reads() {
    return reads;
  }

  /// The share of the family's known pages that were read.
  double finished(int family) {
    return (1.0 + reads[family]) / (1.0 + known[family]);
  }

  /// The means, once all is counted; `higher` is the level above, null at the top.
  void average(@Nullable FamilyLevel higher, double mean) {
    counted = reads.length;
    for (int family = 0; family < reads.length; family++) {
      if (known[family] > 0) {
        double prior = higher == null ? mean : Math.exp(higher.logMeans[above[family]]);
        logMeans[family] =
            Math.log((worths[family] + PRIOR_READS * prior) / (reads[family] + PRIOR_READS));
      }
    }
  }

  void features(int family, float[] row, int at) {
    row[at] = (float) Math.log(1.0 + reads[family]);
    row[at + 1] = (float) Math.log(1.0 + known[family]);
    row[at + MEAN] = (float) logMeans[family];
  }

  /// The same of a family that was not there when all was counted: one known page, none read.
  /// `logMean` is what pages of the family above are worth.
  static void featuresOfNew(double logMean, float[] row, int at) {
    row[at + 1] = (float) Math.log(2);
    row[at + MEAN] = (float) logMean;
  }

  /// Gets ready for [#common]; `perOutside` is the weight of [#logOutside], `base` what all pages
  /// have in common.
  void weigh(Growth growth, int at, double perOutside, @Nullable FamilyLevel higher, double base) {
    if (common.length < reads.length) {
      common = new double[reads.length];
    }
    perKnown = growth.weight(at + 1);
    perMean = growth.weight(at + MEAN);
    for (int family = 0; family < reads.length; family++) {
      if (known[family] > 0) {
        common[family] =
            (higher == null ? base : higher.common[above[family]])
                + growth.weight(at) * Math.log(1.0 + reads[family])
                + perKnown * Math.log(1.0 + known[family])
                + perMean * logMeans[family]
                + perOutside * logOutside(family);
      }
    }
  }

  double common(int family) {
    return common[family];
  }

  /// What the pages of a family have in common that was not there when all was counted. `above` is
  /// that of its family above, `logMean` what pages of that are worth.
  double commonOfNew(double above, double logMean) {
    return above + perKnown * Math.log(2) + perMean * logMean;
  }

  /// Whether the family was there when all was counted.
  boolean isCounted(int family) {
    return family < counted && known[family] > 0;
  }

  double logMean(int family) {
    return logMeans[family];
  }
}
