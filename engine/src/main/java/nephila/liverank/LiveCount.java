package nephila.liverank;

/// How many pages of a snapshot live, n_a, as far as is known: an estimate and an interval that
/// holds the truth with the confidence asked for.
public record LiveCount(double estimate, double low, double high) {
  /// The estimate |a(Z)|·n/z of section 2.4 of the paper from a uniform random sample, with
  /// Wilson's interval.
  ///
  /// @param pages in the snapshot (n)
  /// @param asked pages of the sample (z)
  /// @param alive of them (|a(Z)|)
  /// @param deviations half width of the interval in standard deviations: 1.645 for 90 %
  public static LiveCount fromSample(int pages, int asked, int alive, double deviations) {
    if (asked < 1 || alive < 0 || alive > asked || asked > pages) {
      throw new IllegalArgumentException(
          alive + " alive of " + asked + " asked of " + pages + " pages");
    }
    double share = alive / (double) asked;
    double d2 = deviations * deviations / asked;
    double middle = (share + d2 / 2) / (1 + d2);
    double half = Math.sqrt(share * (1 - share) * d2 + d2 * d2 / 4) / (1 + d2);
    double low = Math.max(alive, (middle - half) * pages);
    double high = Math.min(pages - (asked - alive), (middle + half) * pages);
    return new LiveCount(share * pages, low, high);
  }

  /// The upper end of Wilson's interval for a share of which `alive` of `asked` were seen.
  static double highest(int alive, int asked, double deviations) {
    double share = alive / (double) asked;
    double d2 = deviations * deviations / asked;
    double half = Math.sqrt(share * (1 - share) * d2 + d2 * d2 / 4);
    return (share + d2 / 2 + half) / (1 + d2);
  }
}
