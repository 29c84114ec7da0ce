package nephila.ledger;

import org.jspecify.annotations.Nullable;

/// The units that the links of one row carry. Its links fall into runs whose links carry alike: the
/// first `insideLinks`, which stay inside the page's site, and the others; by site
/// ([LinkWeights#bySite]) a run for each site.
public final class RowShares {
  private final long inside;
  private final long outside;
  private final int insideLinks;

  /// Where each run ends, and what each of its links carries; null where there are two runs.
  private final int @Nullable [] ends;

  private final long[] each;

  /// @param inside the units of a link inside the site
  /// @param outside the units of a link to another site
  /// @param insideLinks how many links stay inside; 0 where that makes no difference
  public RowShares(long inside, long outside, int insideLinks) {
    this.inside = inside;
    this.outside = outside;
    this.insideLinks = insideLinks;
    this.ends = null;
    this.each = new long[0];
  }

  /// The same by site.
  RowShares(int[] ends, long[] each, int insideLinks) {
    this.inside = 0;
    this.outside = 0;
    this.insideLinks = insideLinks;
    this.ends = ends;
    this.each = each;
  }

  public long inside() {
    return inside;
  }

  public long outside() {
    return outside;
  }

  public int insideLinks() {
    return insideLinks;
  }

  /// How many runs there are by site; 0 where it is not by site.
  int runs() {
    return ends == null ? 0 : ends.length;
  }

  /// Where a run ends by site.
  int end(int run) {
    return ends == null ? 0 : ends[run];
  }

  /// The units that each link of a run carries by site.
  long each(int run) {
    return each[run];
  }

  /// The units that link `k` of the row carries.
  public long of(int k) {
    if (ends == null) {
      return k < insideLinks ? inside : outside;
    }
    int run = 0;
    while (ends[run] <= k) {
      run++;
    }
    return each[run];
  }

  /// The units that a row of so many links carries.
  public long sum(int links) {
    if (ends == null) {
      return inside * insideLinks + outside * (links - insideLinks);
    }
    long sum = 0;
    for (int run = 0; run < ends.length; run++) {
      sum += each[run] * (ends[run] - (run == 0 ? 0 : ends[run - 1]));
    }
    return sum;
  }
}
