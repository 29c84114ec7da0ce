package nephila.liverank.learned;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import nephila.liverank.Asked;
import nephila.liverank.Listed;
import nephila.liverank.OldGraph;
import nephila.liverank.StaticOrders;

/// A random sample in which a site's share grows with the square root of its size: large sites
/// speak, small ones are heard. One site alone has nothing to compare: two in three are its most
/// important pages, every third any page, to tell what importance says.
public final class StratifiedSample {
  private StratifiedSample() {}

  /// `size` pages (or all, where there are fewer), in the order in which to ask them.
  public static int[] draw(OldGraph snapshot, int size, SplittableRandom random) {
    int n = snapshot.pages();
    if (snapshot.siteCount() == 1) {
      return mixed(snapshot, Math.min(n, size), random);
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

  /// Two pages by rank and one at random in turn.
  private static int[] mixed(OldGraph snapshot, int size, SplittableRandom random) {
    Asked taken = new Asked(snapshot.pages());
    Listed ranked = new Listed(StaticOrders.pageRank(snapshot, random), taken);
    Listed any = new Listed(StaticOrders.random(snapshot, random), taken);
    return IntStream.range(0, size).map(k -> (k % 3 == 2 ? any : ranked).next(1)[0]).toArray();
  }
}
