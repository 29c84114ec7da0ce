package nephila.liverank;

import java.util.Arrays;
import java.util.SplittableRandom;

/// A random sample in which a site's share grows with the square root of its size: large sites
/// speak, small ones are heard. One site alone has nothing to compare: its most important pages.
final class StratifiedSample {
  private StratifiedSample() {}

  /// `size` pages (or all, where there are fewer), in the order in which to ask them.
  static int[] draw(Snapshot snapshot, int size, SplittableRandom random) {
    int n = snapshot.pages();
    if (snapshot.siteCount() == 1) {
      return Arrays.copyOf(StaticOrders.pageRank(snapshot, random), Math.min(n, size));
    }
    int[] siteSize = new int[snapshot.siteCount()];
    for (int page = 0; page < n; page++) {
      siteSize[snapshot.site(page)]++;
    }
    // Weighted sampling without replacement: the largest u^(1/w), w = site size^(−1/2), are the
    // sample; −log(u)/w is the same, ascending.
    double[] key = new double[n];
    for (int page = 0; page < n; page++) {
      double weight = 1 / Math.sqrt(siteSize[snapshot.site(page)]);
      key[page] = 1 / (1 - Math.log(1 - random.nextDouble()) / weight);
    }
    int[] order = StaticOrders.descending(key, StaticOrders.random(snapshot, random));
    return Arrays.copyOf(order, Math.min(n, size));
  }
}
