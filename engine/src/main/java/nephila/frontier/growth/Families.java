package nephila.frontier.growth;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntUnaryOperator;

/// What is known of pages and their families at one moment, as features for [Growth]: the page's
/// worth and the number of links to it, its kind, of its families, the closest first, what
/// [FamilyLevel] knows, how many pages were read so far, and how many links lead to its host from
/// other hosts: a small host that many point to pays all of its pages well.
///
/// [#look] costs a pass over the pages and, once for each page, its row. 4⅛ bytes a page.
final class Families implements Growth.Now {
  private static final int WORTH = 1;
  private static final int LINKS = 2;
  private static final int OWN = 3;
  private static final int CLOSEST_MEAN = OWN + FamilyLevel.MEAN;

  /// What is expected before anything is learned: a page worth more grows more, and one of worthy
  /// siblings too.
  private static final double WORTH_PRIOR = 0.5;

  private static final double MEAN_PRIOR = 0.5;
  private static final double PRIOR_PULL = 100;
  private static final double PULL = 5;
  private static final double OUTSIDE_PULL = 20;

  /// Hosts take turns until it is known better: the pages read of a host to this power.
  private static final double HOST_TURNS = -0.15;

  private static final double HOST_TURNS_PULL = 20;

  /// The level of hosts, and the share of a host that must be read for what is left to be told by
  /// it.
  private static final int HOST = 1;

  private static final double LEAST_READ = 0.35;

  /// How many of the closest families must be finished for a page's worth to be final.
  private static final int JUDGED = 2;

  private static final double LEAST = 1e-9;

  private final KnownPages pages;
  private final FamilyLevel[] levels;
  private final IntUnaryOperator kindOf;
  private final int firstKind;
  private final int kinds;
  private final int when;
  private final int outside;
  private final BitSet counted = new BitSet();
  private int[] inLinks = {};
  private int reads;

  /// Pages beyond this number were not there when all was counted.
  private int looked;

  /// Of the worth of all pages read.
  private double logMean;

  Families(KnownPages pages, List<IntUnaryOperator> levels, int kinds, IntUnaryOperator kindOf) {
    this.pages = pages;
    this.levels = levels.stream().map(FamilyLevel::new).toArray(FamilyLevel[]::new);
    this.kinds = kinds;
    this.kindOf = kindOf;
    this.firstKind = OWN + FamilyLevel.FEATURES * this.levels.length;
    this.when = firstKind + kinds;
    this.outside = when + 1;
  }

  int features() {
    return outside + 1;
  }

  /// Nothing learned yet.
  Growth growth() {
    double[] prior = new double[features()];
    double[] pull = new double[features()];
    Arrays.fill(pull, PULL);
    prior[WORTH] = WORTH_PRIOR;
    pull[WORTH] = PRIOR_PULL;
    prior[CLOSEST_MEAN] = MEAN_PRIOR;
    pull[CLOSEST_MEAN] = PRIOR_PULL;
    pull[outside] = OUTSIDE_PULL;
    if (levels.length > HOST) {
      prior[featuresOf(HOST)] = HOST_TURNS;
      pull[featuresOf(HOST)] = HOST_TURNS_PULL;
    }
    return new Growth(prior, pull);
  }

  /// Counts anew.
  void look() {
    for (FamilyLevel level : levels) {
      level.clear();
    }
    if (inLinks.length < pages.pages()) {
      inLinks = Arrays.copyOf(inLinks, Math.max(pages.pages(), 2 * inLinks.length));
    }
    double all = 0;
    reads = 0;
    looked = pages.pages();
    for (int page = 0; page < pages.pages(); page++) {
      if (pages.known(page)) {
        boolean wasRead = pages.wasRead(page);
        double worth = wasRead ? worth(page) : 0;
        countFamilies(page, wasRead, worth);
        if (wasRead) {
          all += worth;
          reads++;
          countLinks(page);
        }
      }
    }
    double mean = reads == 0 ? 1 : Math.max(LEAST, all / reads);
    logMean = Math.log(mean);
    for (int k = levels.length - 1; k >= 0; k--) {
      levels[k].average(k + 1 < levels.length ? levels[k + 1] : null, mean);
    }
  }

  private void countFamilies(int page, boolean wasRead, double worth) {
    int family = levels[0].family(page);
    for (int k = 0; k < levels.length; k++) {
      int above = k + 1 < levels.length ? levels[k + 1].family(page) : 0;
      levels[k].count(family, above);
      if (wasRead) {
        levels[k].countRead(family, worth);
      }
      family = above;
    }
  }

  private void countLinks(int page) {
    if (!counted.get(page)) {
      counted.set(page);
      for (int target : pages.row(page)) {
        inLinks[target]++;
        if (levels.length > HOST) {
          levels[HOST].countLink(page, target);
        }
      }
    }
  }

  /// One led to a page that was not there when all was counted.
  private int links(int page) {
    return page < looked ? inLinks[page] : 1;
  }

  /// In credits.
  private double worth(int page) {
    return pages.worth(page);
  }

  /// How many pages of each of the closest families were read.
  int[] reads() {
    return levels[0].reads();
  }

  void features(int page, float[] row) {
    Arrays.fill(row, 0);
    row[0] = 1;
    row[WORTH] = (float) logWorth(page);
    row[LINKS] = (float) Math.log(1.0 + links(page));
    for (int k = 0; k < levels.length; k++) {
      int family = levels[k].family(page);
      if (levels[k].isCounted(family)) {
        levels[k].features(family, row, featuresOf(k));
      } else {
        FamilyLevel.featuresOfNew(logMeanAbove(k, page), row, featuresOf(k));
      }
    }
    row[firstKind + kindOf.applyAsInt(page)] = 1;
    row[when] = (float) Math.log(1.0 + reads);
    if (levels.length > HOST) {
      row[outside] = (float) levels[HOST].logOutside(levels[HOST].family(page));
    }
  }

  private static int featuresOf(int level) {
    return OWN + FamilyLevel.FEATURES * level;
  }

  /// Gets ready for [#expected].
  void weigh(Growth growth) {
    for (int k = levels.length - 1; k >= 0; k--) {
      FamilyLevel higher = k + 1 < levels.length ? levels[k + 1] : null;
      double perOutside = k == HOST ? growth.weight(outside) : 0;
      levels[k].weigh(growth, featuresOf(k), perOutside, higher, growth.weight(0));
    }
  }

  /// What the page is expected to be worth, in credits, but for what all pages have in common.
  double expected(Growth growth, int page) {
    double log =
        (1 + growth.weight(WORTH)) * logWorth(page)
            + common(0, page, growth)
            + growth.weight(firstKind + kindOf.applyAsInt(page));
    if (growth.weight(LINKS) != 0) {
      log += growth.weight(LINKS) * Math.log(1.0 + links(page));
    }
    return Math.exp(Math.clamp(log, -50, 50));
  }

  /// What the page has in common with its family of that level, and the families above.
  private double common(int level, int page, Growth growth) {
    int family = levels[level].family(page);
    if (levels[level].isCounted(family)) {
      return levels[level].common(family);
    }
    boolean isTop = level + 1 == levels.length;
    return levels[level].commonOfNew(
        isTop ? growth.weight(0) : common(level + 1, page, growth), logMeanAbove(level, page));
  }

  private double logMeanAbove(int level, int page) {
    for (int k = level + 1; k < levels.length; k++) {
      int family = levels[k].family(page);
      if (levels[k].isCounted(family)) {
        return levels[k].logMean(family);
      }
    }
    return logMean;
  }

  @Override
  public boolean read(int page) {
    return pages.wasRead(page);
  }

  double logWorth(int page) {
    return Math.log(Math.max(LEAST, worth(page)));
  }

  @Override
  public double logFullWorth(int page) {
    FamilyLevel host = levels[Math.min(HOST, levels.length - 1)];
    double read = Math.max(LEAST_READ, host.finished(host.family(page)));
    return Math.log(Math.max(LEAST, 1 + (worth(page) - 1) / read));
  }

  @Override
  public double finished(int page) {
    double share = 1;
    for (int k = 0; k < Math.min(JUDGED, levels.length); k++) {
      share *= levels[k].finished(levels[k].family(page));
    }
    return share;
  }
}
