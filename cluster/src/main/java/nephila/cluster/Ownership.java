package nephila.cluster;

import java.util.Arrays;
import java.util.List;
import nephila.cluster.wire.PageKey;

/// Which partition owns a page: all pages of a site the same one, unless the site is split; the
/// pages of a split site are dealt by their URLs. Its hosts are asked by one partition all the same
/// ([#home]), so that a host's clock is in one place.
///
/// A function of the key and the crawl's settings alone, the same on every machine for ever: the
/// number of partitions and the sites that are split never change.
public final class Ownership {
  private final int partitions;
  private final int[] split;

  public Ownership(int partitions) {
    this(partitions, List.of());
  }

  /// @param split names of sites
  public Ownership(int partitions, List<String> split) {
    this.partitions = partitions;
    this.split = split.stream().mapToInt(PageKey::siteHash).sorted().toArray();
  }

  public static Ownership of(ClusterSettings settings) {
    return new Ownership(settings.partitions(), settings.split());
  }

  public int partitions() {
    return partitions;
  }

  /// Who keeps the page's account.
  public int of(PageKey page) {
    return split.length > 0 && isSplit(page.site())
        ? deal((int) (page.hash() ^ page.hash() >>> 32))
        : home(page.site());
  }

  /// Who asks the hosts of a site.
  public int home(int siteHash) {
    return deal(siteHash);
  }

  public boolean isSplit(int siteHash) {
    return Arrays.binarySearch(split, siteHash) >= 0;
  }

  /// The hashes of the sites that are split.
  public int[] split() {
    return split.clone();
  }

  private int deal(int hash) {
    return Math.floorMod(hash * 0x9E3779B9 >>> 7, partitions);
  }
}
