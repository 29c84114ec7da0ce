package nephila.liverank.learned;

import java.util.Arrays;
import java.util.SplittableRandom;
import nephila.UserError;
import nephila.graph.LongIndex;
import nephila.liverank.OldGraph;

/// The groups that the pages of a snapshot belong to by their URLs, coarse to fine. Every group but
/// the first (all pages) has a parent, numbered below it, to whose rate its own is drawn where few
/// of its pages were asked.
///
/// A page has a chain of groups (all → site → each folder of its path) and one group of each
/// [Family]. Groups of a single page tell nothing and are left out. The groups of the chains come
/// first, then those of each family together.
///
/// 4 bytes a page for its chain and for each family, 4 a group; about 24 a page more while they are
/// numbered.
final class Groups {
  /// What pages may have in common beside a folder.
  enum Family {
    /// Extension and outline of the file name, in one site.
    SITE_SHAPE,
    /// The same file name, in one site.
    SITE_NAME,
    /// The same innermost folder name, in one site.
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

  static final int FAMILIES = Family.values().length;

  private final int[] parent;
  private final int[] deepest;
  private final boolean oneSite;

  /// By page, then by family.
  private final int[] families;

  /// Where the groups of each family begin; the last entry is the number of groups.
  private final int[] familyStarts;

  private Groups(int[] parent, int[] deepest, boolean oneSite, int[] families, int[] familyStarts) {
    this.parent = parent;
    this.deepest = deepest;
    this.oneSite = oneSite;
    this.families = families;
    this.familyStarts = familyStarts;
  }

  int count() {
    return parent.length;
  }

  /// How many groups are links of chains: they are numbered below those of the families.
  int chainCount() {
    return familyStarts[0];
  }

  /// The first group of a family, by its ordinal; of [#FAMILIES] the number of groups.
  int familyStart(int family) {
    return familyStarts[family];
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
    return siteOf(deepest[page]);
  }

  /// The site that a group of a chain belongs to, or [#ALL].
  int siteOf(int group) {
    if (oneSite) {
      return ALL;
    }
    int at = group;
    while (parent[at] > ALL) {
      at = parent[at];
    }
    return at;
  }

  /// The page's group of a family, or [#NONE].
  int of(Family family, int page) {
    return families[page * FAMILIES + family.ordinal()];
  }

  /// The page's group of the family of that ordinal, or [#NONE].
  int of(int family, int page) {
    return families[page * FAMILIES + family];
  }

  static Groups of(OldGraph snapshot, SplittableRandom random) {
    return new Builder(snapshot).build(random);
  }

  /// Numbers the groups: those of the chains, then each family in a pass over all pages.
  private static final class Builder {
    private final OldGraph snapshot;
    private final boolean oneSite;
    private final int pages;
    private final int[] deepest;
    private final int[] siteGroup;
    private final int[] families;
    private final int[] familyStarts = new int[FAMILIES + 1];
    private int[] parents = new int[1024];
    private int count;

    Builder(OldGraph snapshot) {
      this.snapshot = snapshot;
      pages = snapshot.pages();
      if (pages > Integer.MAX_VALUE / FAMILIES) {
        throw new UserError(
            "%,d pages are more than the learned order can hold (%,d); choose another --order"
                .formatted(pages, Integer.MAX_VALUE / FAMILIES));
      }
      oneSite = snapshot.siteCount() == 1;
      deepest = new int[pages];
      siteGroup = new int[snapshot.siteCount()];
      families = new int[pages * FAMILIES];
    }

    Groups build(SplittableRandom random) {
      chains();
      int[] clusters = Clusters.of(snapshot, random);
      Signatures signatures = new Signatures(snapshot);
      for (Family family : Family.values()) {
        familyStarts[family.ordinal()] = count;
        KeyNumbers numbers = new KeyNumbers(pages);
        for (int page = 0; page < pages; page++) {
          numbers.add(key(family, page, clusters, signatures));
        }
        number(family, numbers.shared());
      }
      familyStarts[FAMILIES] = count;
      return new Groups(Arrays.copyOf(parents, count), deepest, oneSite, families, familyStarts);
    }

    private int group(int parent) {
      if (count == parents.length) {
        parents = Arrays.copyOf(parents, 2 * count);
      }
      parents[count] = parent;
      return count++;
    }

    /// All pages, their sites, and their folders but for those of one page.
    private void chains() {
      group(NONE);
      Arrays.fill(siteGroup, ALL);
      if (!oneSite) {
        int[] sizes = new int[siteGroup.length];
        for (int page = 0; page < pages; page++) {
          sizes[snapshot.site(page)]++;
        }
        Arrays.setAll(siteGroup, site -> sizes[site] > 1 ? group(ALL) : ALL);
      }
      LongIndex folders = new LongIndex();
      if (snapshot.hasUrls()) {
        countFolders(folders);
      }
      int[] numbers = folderNumbers;
      for (int page = 0; page < pages; page++) {
        int above = siteGroup[snapshot.site(page)];
        if (snapshot.hasUrls()) {
          String url = snapshot.url(page);
          UrlParts parts = UrlParts.of(url);
          long path = -1L - snapshot.site(page);
          for (int k = 0; k < parts.folders(); k++) {
            path = LongIndex.key(path, url, parts.folderStart(k), parts.folderEnd(k));
            int folder = folders.find(path);
            // A page alone in its folder stands for itself: use the folder above.
            if (folderSizes[folder] > 1) {
              if (numbers[folder] == NONE) {
                numbers[folder] = group(above);
              }
              above = numbers[folder];
            }
          }
        }
        deepest[page] = above;
      }
      folderSizes = new int[0];
      folderNumbers = new int[0];
    }

    private int[] folderSizes = new int[0];
    private int[] folderNumbers = new int[0];

    private void countFolders(LongIndex folders) {
      int[] sizes = new int[1024];
      for (int page = 0; page < pages; page++) {
        String url = snapshot.url(page);
        UrlParts parts = UrlParts.of(url);
        long path = -1L - snapshot.site(page);
        for (int k = 0; k < parts.folders(); k++) {
          path = LongIndex.key(path, url, parts.folderStart(k), parts.folderEnd(k));
          int folder = folders.number(path);
          sizes = folder < sizes.length ? sizes : Arrays.copyOf(sizes, 2 * folder);
          sizes[folder]++;
        }
      }
      folderSizes = sizes;
      folderNumbers = new int[folders.size()];
      Arrays.fill(folderNumbers, NONE);
    }

    private long key(Family family, int page, int[] clusters, Signatures signatures) {
      int site = snapshot.site(page);
      long inSite = (long) site << 40;
      return switch (family) {
        case CLUSTER -> LongIndex.mix(1L + clusters[page]);
        case SAME_OUT -> under(inSite, signatures.sameOut(page));
        case LIKE_OUT -> under(inSite, signatures.likeOut(page));
        case LIKE_OUT_PAIR -> under(inSite, signatures.likeOutPair(page));
        case LIKE_IN -> under(inSite, signatures.likeIn(page));
        case NEAREST_PARENT -> under(inSite, signatures.nearestParent(page));
        default -> snapshot.hasUrls() ? ofUrl(family, inSite, snapshot.url(page)) : KeyNumbers.NONE;
      };
    }

    private static long under(long site, long key) {
      return key == Signatures.NONE ? KeyNumbers.NONE : LongIndex.mix(site + key);
    }

    private static long ofUrl(Family family, long inSite, String url) {
      UrlParts parts = UrlParts.of(url);
      int last = parts.folders() - 1;
      int name = parts.nameStart();
      return switch (family) {
        case SITE_SHAPE -> LongIndex.mix(parts.shape() + inSite);
        case SITE_NAME -> LongIndex.key(inSite, url, name, parts.nameEnd());
        case SITE_STEM -> LongIndex.key(inSite, url, name, parts.stemEnd());
        case SITE_FOLDER ->
            last < 0
                ? KeyNumbers.NONE
                : LongIndex.key(inSite, url, parts.folderStart(last), parts.folderEnd(last));
        default -> throw new IllegalArgumentException(family + " is not of URLs");
      };
    }

    /// Groups for the pages that share a key: `firsts` has for each page the first with its key, or
    /// −1 for a page alone. A family within sites goes below the group of the site.
    private void number(Family family, int[] firsts) {
      boolean everywhere = family == Family.CLUSTER;
      for (int page = 0; page < pages; page++) {
        int first = firsts[page];
        int at = page * FAMILIES + family.ordinal();
        if (first == NONE) {
          families[at] = NONE;
        } else if (first == page) {
          families[at] = group(everywhere ? ALL : siteGroup[snapshot.site(page)]);
        } else {
          families[at] = families[first * FAMILIES + family.ordinal()];
        }
      }
    }
  }
}
