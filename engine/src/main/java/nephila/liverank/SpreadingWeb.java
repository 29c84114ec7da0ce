package nephila.liverank;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import nephila.graph.CsrGraph;
import nephila.graph.LinkList;
import nephila.graph.LongIndex;
import nephila.graph.PackedGraph;

/// A generated old web in which liveness spreads along links, with its truth: for tests and for the
/// lab. The same arguments give the same web.
///
/// Sites have sizes of a heavy tail and folders of 20 pages. A site's front page leads to every
/// folder and a folder's first page to all of it; other links stay mostly in the folder, then in
/// the site with a preference for its first pages, then leave it. Liveness comes in cascades, about
/// one in 600 pages starts one at the same time: a page's undecided children of the same site share
/// its fate with the chance `spread`, else they have one of their own; links that leave the site
/// seldom carry a fate. Fates are then drawn alive until the wanted share lives.
///
/// So a child of a living page lives in four cases of five, as on the real old web at hand (0.78),
/// and with 6 % alive the paper's orderings cost about what the paper shows for uk-2002.
public record SpreadingWeb(OldGraph snapshot, boolean[] alive) {
  private static final int FOLDER = 20;
  private static final int CASCADE = 600;
  private static final double IN_FOLDER = 0.55;
  private static final double IN_SITE = 0.35;
  private static final int UNDECIDED = -1;

  /// How often a page of a decayed graph shares the fate of what links to it.
  private static final double SPREAD = 0.97;

  /// `pages` pages on sites of about `siteSize` pages, about `share` of them alive.
  public static SpreadingWeb generate(
      int pages, int siteSize, double share, double spread, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] siteStart = siteStarts(pages, siteSize, random);
    CsrGraph links = links(pages, siteStart, random);
    OldGraph old = OldGraph.of(links, urls(pages, siteStart));
    return new SpreadingWeb(old, liveness(old, siteStart, share, spread, random));
  }

  /// The number of living pages, n_a.
  public int liveCount() {
    int count = 0;
    for (boolean one : alive) {
      count += one ? 1 : 0;
    }
    return count;
  }

  /// For every page the first page of its site.
  private static int[] siteStarts(int pages, int siteSize, SplittableRandom random) {
    int[] starts = new int[pages];
    int at = 0;
    while (at < pages) {
      // A Pareto law with exponent 1.5 has three times its least value as mean.
      double size = siteSize / 3.0 * Math.pow(1 - random.nextDouble(), -1 / 1.5);
      int end = (int) Math.min(pages, at + Math.max(1, Math.min(size, pages / 4.0)));
      Arrays.fill(starts, at, end, at);
      at = end;
    }
    return starts;
  }

  private static CsrGraph links(int pages, int[] siteStart, SplittableRandom random) {
    int[] siteEnd = new int[pages];
    for (int i = pages - 1; i >= 0; i--) {
      siteEnd[i] = i + 1 < pages && siteStart[i + 1] == siteStart[i] ? siteEnd[i + 1] : i + 1;
    }
    LinkList links = new LinkList(8L * pages);
    for (int i = 0; i < pages; i++) {
      int inSite = i - siteStart[i];
      if (inSite % FOLDER == 0) {
        // As crawls find them: the front page leads to every folder, its index to every page of it.
        for (int k = i + 1; k < Math.min(i + FOLDER, siteEnd[i]); k++) {
          links.add(i, k);
        }
        for (int k = i + FOLDER; inSite == 0 && k < siteEnd[i]; k += FOLDER) {
          links.add(i, k);
        }
      }
      int degree = (int) Math.min(60, 2 * Math.pow(1 - random.nextDouble(), -1 / 1.4));
      for (int k = 0; k < degree && pages > 1; k++) {
        links.add(i, target(i, pages, siteStart[i], siteEnd[i], random));
      }
    }
    return links.graph(pages);
  }

  private static int target(int page, int pages, int start, int end, SplittableRandom random) {
    double where = random.nextDouble();
    if (where < IN_FOLDER) {
      int folder = start + (page - start) / FOLDER * FOLDER;
      return folder + random.nextInt(Math.min(FOLDER, end - folder));
    }
    double towardsFirst = random.nextDouble() * random.nextDouble() * random.nextDouble();
    if (where < IN_FOLDER + IN_SITE) {
      return start + (int) ((end - start) * towardsFirst);
    }
    return (int) (pages * random.nextDouble() * random.nextDouble());
  }

  private static boolean[] liveness(
      OldGraph old, int[] siteStart, double share, double spread, SplittableRandom random) {
    int n = old.pages();
    PackedGraph.Rows links = old.links().rows();
    int[] fate = new int[n];
    Arrays.fill(fate, UNDECIDED);
    int[] queue = new int[n];
    int decided = 0;
    int head = 0;
    int fates = 0;
    int[] order = StaticOrders.random(old, random);
    int first = Math.max(1, n / CASCADE);
    for (int k = 0; k < n; k++) {
      if (fate[order[k]] == UNDECIDED) {
        fate[order[k]] = fates++;
        queue[decided++] = order[k];
      }
      while (k >= first && head < decided) {
        int page = queue[head++];
        int length = links.read(page);
        for (int l = 0; l < length; l++) {
          int child = links.targets[l];
          double carries = siteStart[child] == siteStart[page] ? 0.8 : 0.05;
          if (fate[child] == UNDECIDED && random.nextDouble() < carries) {
            fate[child] = random.nextDouble() < spread ? fate[page] : fates++;
            queue[decided++] = child;
          }
        }
      }
    }
    boolean[] lives = living(fate, fates, share, random);
    boolean[] alive = new boolean[n];
    for (int i = 0; i < n; i++) {
      alive[i] = lives[fate[i]];
    }
    return alive;
  }

  /// Which fates live: taken at random until the share of the pages is reached, leaving out those
  /// that would go far beyond it.
  private static boolean[] living(int[] fate, int fates, double share, SplittableRandom random) {
    int[] size = new int[fates];
    for (int one : fate) {
      size[one]++;
    }
    double wanted = share * fate.length;
    double room = 0.02 * fate.length;
    boolean[] lives = new boolean[fates];
    int living = 0;
    for (int one : StaticOrders.permutation(fates, random)) {
      if (living < wanted && living + size[one] <= wanted + room) {
        lives[one] = true;
        living += size[one];
      }
    }
    return lives;
  }

  /// A graph of which part has died since, by site, by folder and along links: a site lives with
  /// the chance √`share`, in it a folder with ⁴√`share`, and in that a page by cascades along the
  /// links, so that about `share` of all pages live.
  ///
  /// @param folders for every page a number of its folder
  public static boolean[] decay(OldGraph old, int[] folders, double share, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = old.pages();
    int[] sites = new int[n];
    for (int page = 0; page < n; page++) {
      sites[page] = old.site(page);
    }
    double perFolder = Math.sqrt(Math.sqrt(share));
    boolean[] alive = liveness(old, sites, perFolder, SPREAD, random);
    long salt = random.nextLong();
    for (int page = 0; page < n; page++) {
      alive[page] &=
          chance(salt, sites[page], 1) < Math.sqrt(share)
              && chance(salt, folders[page], 2) < perFolder;
    }
    return alive;
  }

  private static double chance(long salt, int number, int kind) {
    long bits = LongIndex.mix(salt + ((long) number << 2) + kind);
    return (bits >>> 11) * 0x1.0p-53;
  }

  /// URLs worked out when asked for: they take no memory.
  private static List<String> urls(int pages, int[] siteStart) {
    return new AbstractList<>() {
      @Override
      public String get(int page) {
        int inSite = page - siteStart[page];
        String site = "http://site" + siteStart[page] + ".test/";
        return site + "d" + inSite / FOLDER + "/page" + inSite % FOLDER + ".html";
      }

      @Override
      public int size() {
        return pages;
      }
    };
  }
}
