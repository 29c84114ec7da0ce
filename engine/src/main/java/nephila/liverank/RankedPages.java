package nephila.liverank;

/// Pages in LiveRank order, with what each counts for: a rank, a number of links, the chance that
/// it lives; where an order has no such number, what falls evenly from 1 to 0 along it.
///
/// @param pages the first is to be asked first
/// @param scores of the pages at the same places, never rising
public record RankedPages(int[] pages, double[] scores) {
  public RankedPages {
    if (pages.length != scores.length) {
      throw new IllegalArgumentException(pages.length + " pages, " + scores.length + " scores");
    }
  }

  /// Pages of which only the order is known.
  static RankedPages byPlace(int[] pages) {
    double[] scores = new double[pages.length];
    for (int k = 0; k < scores.length; k++) {
      scores[k] = (scores.length - k) / (double) scores.length;
    }
    return new RankedPages(pages, scores);
  }

  /// Pages with their places in `scoreOf`.
  static RankedPages of(int[] pages, double[] scoreOf) {
    double[] scores = new double[pages.length];
    for (int k = 0; k < scores.length; k++) {
      scores[k] = scoreOf[pages[k]];
    }
    return new RankedPages(pages, scores);
  }
}
