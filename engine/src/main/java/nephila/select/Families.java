package nephila.select;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntUnaryOperator;
import nephila.ledger.ExactLedger;

/// What is known of pages and their families at one moment, as features for [Growth]: the page's
/// worth and the number of links to it, its kind, and of its family how many pages are known, how
/// many were read, and what those are worth on average.
///
/// [#look] costs a pass over the pages and, once for each page, its row. 4⅛ bytes a page, 32 bytes
/// a family.
final class Families implements Growth.Now {
  private static final int SHARED = 6;

  private final ExactLedger ledger;
  private final IntUnaryOperator familyOf;
  private final IntUnaryOperator kindOf;
  private final int kinds;
  private final BitSet counted = new BitSet();
  private int[] inLinks = {};
  private int[] reads = new int[16];
  private int[] known = new int[16];
  private double[] worths = new double[16];

  /// What all pages of a family have in common is worth so much in the logarithm; see [#weigh].
  private double[] common = {};

  private double credit;
  private double mean;

  Families(ExactLedger ledger, IntUnaryOperator familyOf, int kinds, IntUnaryOperator kindOf) {
    this.ledger = ledger;
    this.familyOf = familyOf;
    this.kinds = kinds;
    this.kindOf = kindOf;
  }

  int features() {
    return SHARED + kinds;
  }

  /// Counts anew.
  void look() {
    credit = ledger.books().beta();
    Arrays.fill(reads, 0);
    Arrays.fill(known, 0);
    Arrays.fill(worths, 0);
    if (inLinks.length < ledger.pages()) {
      inLinks = Arrays.copyOf(inLinks, Math.max(ledger.pages(), 2 * inLinks.length));
    }
    double all = 0;
    int read = 0;
    for (int page = 0; page < ledger.pages(); page++) {
      if (ledger.known(page)) {
        int family = family(page);
        known[family]++;
        if (ledger.wasRead(page)) {
          reads[family]++;
          worths[family] += worth(page);
          all += worth(page);
          read++;
          countLinks(page);
        }
      }
    }
    mean = read == 0 ? 1 : all / read;
  }

  private int family(int page) {
    int family = familyOf.applyAsInt(page);
    if (family >= reads.length) {
      int room = Math.max(family + 1, 2 * reads.length);
      reads = Arrays.copyOf(reads, room);
      known = Arrays.copyOf(known, room);
      worths = Arrays.copyOf(worths, room);
    }
    return family;
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

  /// How many pages of each family were read.
  int[] reads() {
    return reads;
  }

  void features(int page, float[] row) {
    int family = family(page);
    Arrays.fill(row, 0);
    row[0] = 1;
    row[1] = (float) logWorth(page);
    row[2] = (float) Math.log(1.0 + inLinks[page]);
    row[3] = (float) Math.log(1.0 + reads[family]);
    row[4] = (float) Math.log(1.0 + known[family]);
    row[5] = (float) logMean(family);
    row[SHARED + kindOf.applyAsInt(page)] = 1;
  }

  private double logMean(int family) {
    return Math.log((worths[family] + 2 * mean) / (reads[family] + 2));
  }

  /// Gets ready for [#expected].
  void weigh(Growth growth) {
    common = Arrays.copyOf(common, reads.length);
    for (int family = 0; family < reads.length; family++) {
      if (known[family] > 0) {
        common[family] =
            growth.weight(0)
                + growth.weight(3) * Math.log(1.0 + reads[family])
                + growth.weight(4) * Math.log(1.0 + known[family])
                + growth.weight(5) * logMean(family);
      }
    }
  }

  /// What the page is expected to be worth, in credits.
  double expected(Growth growth, int page) {
    double log =
        (1 + growth.weight(1)) * logWorth(page)
            + common[family(page)]
            + growth.weight(SHARED + kindOf.applyAsInt(page));
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
    int family = family(page);
    return (1.0 + reads[family]) / (1.0 + known[family]);
  }
}
