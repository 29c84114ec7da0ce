package nephila.select;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntUnaryOperator;
import nephila.ledger.ExactLedger;

/// What is known of pages and their families at one moment, as features for [Growth]: the page's
/// worth and the number of links to it, its kind, and of its families, the closest first, what
/// [FamilyLevel] knows.
///
/// [#look] costs a pass over the pages and, once for each page, its row. 4⅛ bytes a page.
final class Families implements Growth.Now {
  private static final int OWN = 3;

  /// How many of the closest families must be finished for a page's worth to be final.
  private static final int JUDGED = 2;

  private final ExactLedger ledger;
  private final FamilyLevel[] levels;
  private final IntUnaryOperator kindOf;
  private final int firstKind;
  private final int kinds;
  private final BitSet counted = new BitSet();
  private int[] inLinks = {};
  private double credit;

  Families(ExactLedger ledger, List<IntUnaryOperator> levels, int kinds, IntUnaryOperator kindOf) {
    this.ledger = ledger;
    this.levels = levels.stream().map(FamilyLevel::new).toArray(FamilyLevel[]::new);
    this.kinds = kinds;
    this.kindOf = kindOf;
    this.firstKind = OWN + FamilyLevel.FEATURES * this.levels.length;
  }

  int features() {
    return firstKind + kinds;
  }

  /// Counts anew.
  void look() {
    credit = ledger.books().beta();
    for (FamilyLevel level : levels) {
      level.clear();
    }
    if (inLinks.length < ledger.pages()) {
      inLinks = Arrays.copyOf(inLinks, Math.max(ledger.pages(), 2 * inLinks.length));
    }
    double all = 0;
    int read = 0;
    for (int page = 0; page < ledger.pages(); page++) {
      if (ledger.known(page)) {
        boolean wasRead = ledger.wasRead(page);
        double worth = wasRead ? worth(page) : 0;
        countFamilies(page, wasRead, worth);
        if (wasRead) {
          all += worth;
          read++;
          countLinks(page);
        }
      }
    }
    for (int k = levels.length - 1; k >= 0; k--) {
      levels[k].average(k + 1 < levels.length ? levels[k + 1] : null, read == 0 ? 1 : all / read);
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
      for (int target : ledger.row(page)) {
        inLinks[target]++;
      }
    }
  }

  /// In credits.
  private double worth(int page) {
    return ledger.worth(page) / credit;
  }

  /// How many pages of each of the closest families were read.
  int[] reads() {
    return levels[0].reads();
  }

  void features(int page, float[] row) {
    Arrays.fill(row, 0);
    row[0] = 1;
    row[1] = (float) logWorth(page);
    row[2] = (float) Math.log(1.0 + inLinks[page]);
    for (int k = 0; k < levels.length; k++) {
      levels[k].features(levels[k].family(page), row, featuresOf(k));
    }
    row[firstKind + kindOf.applyAsInt(page)] = 1;
  }

  private static int featuresOf(int level) {
    return OWN + FamilyLevel.FEATURES * level;
  }

  /// Gets ready for [#expected].
  void weigh(Growth growth) {
    for (int k = levels.length - 1; k >= 0; k--) {
      FamilyLevel higher = k + 1 < levels.length ? levels[k + 1] : null;
      levels[k].weigh(growth, featuresOf(k), higher, growth.weight(0));
    }
  }

  /// What the page is expected to be worth, in credits.
  double expected(Growth growth, int page) {
    double log =
        (1 + growth.weight(1)) * logWorth(page)
            + levels[0].common(levels[0].family(page))
            + growth.weight(firstKind + kindOf.applyAsInt(page));
    if (growth.weight(2) != 0) {
      log += growth.weight(2) * Math.log(1.0 + inLinks[page]);
    }
    return Math.exp(Math.clamp(log, -50, 50));
  }

  @Override
  public boolean read(int page) {
    return ledger.wasRead(page);
  }

  @Override
  public double logWorth(int page) {
    return Math.log(Math.max(1e-9, worth(page)));
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
