package nephila.crawl;

import nephila.url.Sites;

/// How many pages of each site were read, over all its hosts: a name server that answers for every
/// name makes as many hosts as it likes, and each would have the turn of a new one.
///
/// Counted in two rows of fixed size, the smaller of which is believed (a count-min sketch): half a
/// megabyte however many sites there are, never too small, rarely too large. Owned by the wheel's
/// thread.
final class SiteReads {
  private static final int BITS = 16;

  private final int[] first = new int[1 << BITS];
  private final int[] second = new int[1 << BITS];

  /// A number for the site of an origin; `http://` and a port do not matter.
  static long key(String origin) {
    int start = origin.indexOf("://") + 3;
    int end = origin.startsWith("[", start) ? origin.indexOf(']') + 1 : origin.indexOf(':', start);
    String site = Sites.of(origin.substring(start, end < 0 ? origin.length() : end));
    long hash = 0xCBF29CE484222325L;
    for (int i = 0; i < site.length(); i++) {
      hash = (hash ^ site.charAt(i)) * 0x100000001B3L;
    }
    return hash ^ hash >>> 29;
  }

  void add(long key, int reads) {
    first[row(key)] += reads;
    second[row(key >>> 32)] += reads;
  }

  int of(long key) {
    return Math.min(first[row(key)], second[row(key >>> 32)]);
  }

  private static int row(long bits) {
    return (int) (bits & (1 << BITS) - 1);
  }
}
