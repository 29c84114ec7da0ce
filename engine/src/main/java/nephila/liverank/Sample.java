package nephila.liverank;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import nephila.UserError;
import nephila.graph.PackedGraph;

/// How the training set Z is chosen: by which static order, and how many pages.
///
/// Typed as `random:1%`, `indegree:5000`, `pagerank:0.5%`, `site:1%`, `pagerank-apart:1000`.
public record Sample(By by, double amount, boolean isShare) {
  /// The static order whose first pages form the training set.
  public enum By {
    RANDOM,
    INDEGREE,
    PAGERANK,
    /// The same number of random pages of each site, large sites first (section 4.5).
    SITE,
    /// The order of the other of that name, but no page that a page before it links to, or that
    /// links to one (section 4.2): fewer than wanted where every page has such a neighbour.
    RANDOM_APART,
    INDEGREE_APART,
    PAGERANK_APART
  }

  public Sample {
    if (!(amount > 0) || (isShare && amount > 1)) {
      throw new IllegalArgumentException("sample of " + amount + (isShare ? " of all pages" : ""));
    }
  }

  /// One page in a hundred, at random.
  public static final Sample ONE_PERCENT = new Sample(By.RANDOM, 0.01, true);

  /// Reads `random:1%` and the like.
  public static Sample parse(String text) {
    int colon = text.indexOf(':');
    String kind =
        (colon < 0 ? text : text.substring(0, colon)).toUpperCase(Locale.ROOT).replace('-', '_');
    String size = colon < 0 ? "1%" : text.substring(colon + 1);
    boolean isShare = size.endsWith("%");
    try {
      double amount = Double.parseDouble(isShare ? size.substring(0, size.length() - 1) : size);
      return new Sample(By.valueOf(kind), isShare ? amount / 100 : amount, isShare);
    } catch (IllegalArgumentException e) {
      throw new UserError(
          "sample '"
              + text
              + "': must be random, indegree, pagerank, site, random-apart, indegree-apart or"
              + " pagerank-apart, a colon and a size above 0, such as random:1% or pagerank:5000",
          e);
    }
  }

  /// The number of pages to sample of `pages`: at least 1 where there are any.
  public int size(int pages) {
    double wanted = isShare ? amount * pages : amount;
    return (int) Math.min(pages, Math.max(1, Math.round(wanted)));
  }

  /// The same size of another kind.
  Sample by(By kind) {
    return new Sample(kind, amount, isShare);
  }

  /// The training set, in the order in which it is asked.
  int[] draw(OldGraph snapshot, SplittableRandom random) {
    int size = size(snapshot.pages());
    return switch (by) {
      case RANDOM -> Arrays.copyOf(StaticOrders.random(snapshot, random), size);
      case INDEGREE -> Arrays.copyOf(StaticOrders.inDegree(snapshot, random), size);
      case PAGERANK -> Arrays.copyOf(StaticOrders.pageRank(snapshot, random), size);
      case SITE -> ofEachSite(snapshot, size, random);
      case RANDOM_APART -> apart(snapshot, StaticOrders.random(snapshot, random), size);
      case INDEGREE_APART -> apart(snapshot, StaticOrders.inDegree(snapshot, random), size);
      case PAGERANK_APART -> apart(snapshot, StaticOrders.pageRank(snapshot, random), size);
    };
  }

  /// One random page of each site in turn, of the largest first, until there are enough: so that no
  /// two sites differ by more than one, but for those that have no more.
  private static int[] ofEachSite(OldGraph snapshot, int size, SplittableRandom random) {
    int[] order = StaticOrders.random(snapshot, random);
    int sites = snapshot.siteCount();
    int[] start = new int[sites + 1];
    for (int page : order) {
      start[snapshot.site(page) + 1]++;
    }
    double[] siteSize = new double[sites];
    int[] inOrder = new int[sites];
    for (int site = 0; site < sites; site++) {
      siteSize[site] = start[site + 1];
      inOrder[site] = site;
      start[site + 1] += start[site];
    }
    int[] bySite = new int[order.length];
    int[] at = Arrays.copyOf(start, sites);
    for (int page : order) {
      bySite[at[snapshot.site(page)]++] = page;
    }
    int[] largestFirst = StaticOrders.descending(siteSize, inOrder);
    int[] drawn = new int[size];
    int count = 0;
    for (int turn = 0; count < size; turn++) {
      for (int k = 0; k < sites && count < size; k++) {
        int site = largestFirst[k];
        if (siteSize[site] <= turn) {
          break; // and so are all behind it
        }
        drawn[count++] = bySite[start[site] + turn];
      }
    }
    return drawn;
  }

  /// The first pages of `order` of which none links to another.
  private static int[] apart(OldGraph snapshot, int[] order, int size) {
    boolean[] taken = new boolean[order.length];
    int[] drawn = new int[size];
    PackedGraph.Rows out = snapshot.links().rows();
    PackedGraph.Rows in = snapshot.backLinks().rows();
    int count = 0;
    for (int k = 0; k < order.length && count < size; k++) {
      int page = order[k];
      if (!touches(out, page, taken) && !touches(in, page, taken)) {
        taken[page] = true;
        drawn[count++] = page;
      }
    }
    return Arrays.copyOf(drawn, count);
  }

  private static boolean touches(PackedGraph.Rows graph, int page, boolean[] taken) {
    int length = graph.read(page);
    for (int k = 0; k < length; k++) {
      if (taken[graph.targets[k]]) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    String size = isShare ? trim(amount * 100) + "%" : trim(amount);
    return by.name().toLowerCase(Locale.ROOT).replace('_', '-') + ":" + size;
  }

  private static String trim(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
