package nephila.liverank.learned;

import java.util.Arrays;
import java.util.SplittableRandom;
import nephila.graph.LongIndex;
import nephila.liverank.OldGraph;

/// The groups that the pages of a snapshot belong to by their URLs, coarse to fine. Every group but
/// the first (all pages) has a parent, numbered below it, to whose rate its own is drawn where few
/// of its pages were asked.
///
/// A page has a chain of groups (all → site → each folder of its path) and one group of each
/// [Family]. Groups of a single page tell nothing and are left out.
final class Groups {
  /// What pages may have in common beside a folder.
  enum Family {
    /// Extension and outline of the file name, in any site.
    SHAPE,
    /// The same file name, in any site.
    NAME,
    /// The same innermost folder name, in any site.
    FOLDER,
    SITE_SHAPE,
    SITE_NAME,
    SITE_FOLDER,
    /// The file name up to its first sign that is no letter, in one site.
    SITE_STEM,
    /// Pages linked closely, whatever their URLs.
    CLUSTER,
    /// The same links out, as pages made from one template have.
    SAME_OUT,
    /// Similar links out: the least of their hashes is the same.
    LIKE_OUT,
    /// The same of pairs.
    LIKE_OUT_PAIR,
    /// Similar links in.
    LIKE_IN,
    /// The same page with the fewest links points to them.
    NEAREST_PARENT
  }

  static final int ALL = 0;
  static final int NONE = -1;

  private static final int FAMILIES = Family.values().length;

  private final int[] parent;
  private final int[] deepest;
  private final int[] sites;
  private final int[][] families;

  private Groups(int[] parent, int[] deepest, int[] sites, int[][] families) {
    this.parent = parent;
    this.deepest = deepest;
    this.sites = sites;
    this.families = families;
  }

  int count() {
    return parent.length;
  }

  /// The next coarser group, [#NONE] for all pages.
  int parent(int group) {
    return parent[group];
  }

  /// The finest group of the page's chain.
  int deepest(int page) {
    return deepest[page];
  }

  /// The group of the page's site, or [#ALL] where there is only one site.
  int site(int page) {
    return sites[page];
  }

  /// The page's group of a family, or [#NONE].
  int of(Family family, int page) {
    return families[family.ordinal()][page];
  }

  static Groups of(OldGraph snapshot, SplittableRandom random) {
    return new Builder(snapshot, Clusters.of(snapshot, random)).build();
  }

  /// Numbers the groups, then drops those of one page.
  private static final class Builder {
    private final OldGraph snapshot;
    private final int[] clusters;
    private final Signatures signatures;
    private final LongIndex index = new LongIndex();
    private int[] parents = new int[1024];
    private int[] sizes = new int[1024];
    private final int[] deepest;
    private final int[] sites;
    private final int[][] families;

    Builder(OldGraph snapshot, int[] clusters) {
      this.snapshot = snapshot;
      this.clusters = clusters;
      this.signatures = new Signatures(snapshot);
      int n = snapshot.pages();
      deepest = new int[n];
      sites = new int[n];
      families = new int[FAMILIES][n];
    }

    Groups build() {
      group(0L, NONE);
      sizes[ALL] = snapshot.pages();
      for (int page = 0; page < snapshot.pages(); page++) {
        place(page);
      }
      return compacted();
    }

    private int group(long key, int parent) {
      int number = index.number(key);
      if (number >= parents.length) {
        parents = Arrays.copyOf(parents, 2 * parents.length);
        sizes = Arrays.copyOf(sizes, parents.length);
      }
      parents[number] = parent;
      sizes[number]++;
      return number;
    }

    private void place(int page) {
      int site = snapshot.siteCount() == 1 ? ALL : group(1L + snapshot.site(page), ALL);
      sites[page] = site;
      deepest[page] = site;
      for (int[] family : families) {
        family[page] = NONE;
      }
      put(Family.CLUSTER, page, LongIndex.mix(18 + ((long) clusters[page] << 8)), ALL);
      signatures(page, site);
      if (!snapshot.hasUrls()) {
        return;
      }
      String url = snapshot.url(page);
      UrlParts parts = UrlParts.of(url);
      long path = -1L - site;
      int above = site;
      for (int k = 0; k < parts.folders(); k++) {
        path = LongIndex.key(path, url, parts.folderStart(k), parts.folderEnd(k));
        above = group(path, above);
      }
      deepest[page] = above;
      long shape = parts.shape();
      put(Family.SHAPE, page, LongIndex.mix(shape + 11), ALL);
      put(Family.NAME, page, LongIndex.key(12, url, parts.nameStart(), parts.nameEnd()), ALL);
      if (parts.folders() > 0) {
        int last = parts.folders() - 1;
        int start = parts.folderStart(last);
        int end = parts.folderEnd(last);
        put(Family.FOLDER, page, LongIndex.key(13, url, start, end), ALL);
        put(Family.SITE_FOLDER, page, inSite(14, site, url, start, end), site);
      }
      put(Family.SITE_SHAPE, page, LongIndex.mix(shape + 15 + ((long) site << 32)), site);
      int start = parts.nameStart();
      put(Family.SITE_NAME, page, inSite(16, site, url, start, parts.nameEnd()), site);
      put(Family.SITE_STEM, page, inSite(17, site, url, start, parts.stemEnd()), site);
    }

    private void signatures(int page, int site) {
      put(Family.SAME_OUT, page, signatures.sameOut(page), site);
      put(Family.LIKE_OUT, page, signatures.likeOut(page), site);
      put(Family.LIKE_OUT_PAIR, page, signatures.likeOutPair(page), site);
      put(Family.LIKE_IN, page, signatures.likeIn(page), site);
      put(Family.NEAREST_PARENT, page, signatures.nearestParent(page), site);
    }

    private static long inSite(int family, int site, String url, int start, int end) {
      return LongIndex.key(family + ((long) (site + 1) << 8), url, start, end);
    }

    private void put(Family family, int page, long key, int parent) {
      if (key == Signatures.NONE) {
        return;
      }
      families[family.ordinal()][page] = group(key, parent);
    }

    private Groups compacted() {
      int[] renumbered = new int[index.size()];
      int[] kept = new int[index.size()];
      int count = 0;
      for (int group = 0; group < renumbered.length; group++) {
        boolean chained = parents[group] == NONE;
        if (chained || sizes[group] > 1) {
          renumbered[group] = count;
          kept[count++] = chained ? NONE : renumbered[parents[group]];
        } else {
          // A page alone in its folder stands for itself: use the folder above.
          renumbered[group] = renumbered[parents[group]];
        }
      }
      for (int page = 0; page < deepest.length; page++) {
        deepest[page] = renumbered[deepest[page]];
        sites[page] = renumbered[sites[page]];
        for (int[] family : families) {
          int group = family[page];
          family[page] = group == NONE || sizes[group] < 2 ? NONE : renumbered[group];
        }
      }
      return new Groups(Arrays.copyOf(kept, count), deepest, sites, families);
    }
  }
}
