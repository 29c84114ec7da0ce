package nephila.frontier;

/// How many pages of each site were read, over all its hosts: a name server that answers for every
/// name makes as many hosts as it likes, and each would have the turn of a new one.
///
/// Counted in two rows of fixed size, the smaller of which is believed (a count-min sketch): half a
/// megabyte however many sites there are, never too small, rarely too large. Single writer.
final class SiteReads {
  private static final int BITS = 16;

  private final int[] first = new int[1 << BITS];
  private final int[] second = new int[1 << BITS];

  void add(long site, int reads) {
    first[row(site)] += reads;
    second[row(site >>> 32)] += reads;
  }

  int of(long site) {
    return Math.min(first[row(site)], second[row(site >>> 32)]);
  }

  private static int row(long bits) {
    return (int) (bits & (1 << BITS) - 1);
  }
}
