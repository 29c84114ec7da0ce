package nephila.ledger;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/// What links carry beside each other (paper 000 §4.3: internal links tell less than external ones,
/// links of dynamic pages tell less).
///
/// A page with `i` links inside its site and `e` links to other sites that passes on `P` pays `P /
/// (internal · i + e)` along each link to another site and `internal` times that along each link
/// inside. A dynamic page passes on `dynamic` times what another page does; the rest goes where
/// what is not passed on goes (it evaporates, or is the virtual page's). A page whose links all
/// weigh nothing pays nobody.
///
/// By site (the papers' "links between web-sites instead of links between web-pages") a page votes
/// for sites: its own, if it links into it, counts `internal`, every other one 1, and what a site
/// gets is shared evenly by the links to it. A hundred links to one site say no more than one.
///
/// @param internal what a link inside a site carries of what one to another site does, 0 to 1
/// @param dynamic what a dynamic page passes on of what another page does, 0 to 1
/// @param bySite whether pages vote for sites instead of pages
public record LinkWeights(double internal, double dynamic, boolean bySite) {
  /// All links and pages alike.
  public static final LinkWeights EQUAL = new LinkWeights(1, 1, false);

  public LinkWeights(double internal, double dynamic) {
    this(internal, dynamic, false);
  }

  public LinkWeights {
    if (!(internal >= 0 && internal <= 1)) {
      throw new IllegalArgumentException("internal " + internal + ": must be between 0 and 1");
    }
    if (!(dynamic >= 0 && dynamic <= 1)) {
      throw new IllegalArgumentException("dynamic " + dynamic + ": must be between 0 and 1");
    }
  }

  /// Which links are internal and which pages dynamic. The answers never change.
  public interface Kinds {
    /// Whether both pages are of one site.
    boolean isInternal(int from, int to);

    boolean isDynamic(int page);

    /// A number for the site of a page; asked for by site alone.
    default long site(int page) {
      throw new IllegalStateException("the site of page " + page + " is not known");
    }
  }

  public boolean areEqual() {
    return equals(EQUAL);
  }

  /// The units that each link carries of `paid` units: a function of its arguments alone, so that
  /// the same amount can be taken back later.
  ///
  /// @param passed the share that a page which is not dynamic passes along its links
  RowShares shares(long paid, double passed, int insideLinks, int outsideLinks, boolean isDynamic) {
    double weight = internal * insideLinks + outsideLinks;
    if (weight == 0) {
      return new RowShares(0, 0, insideLinks);
    }
    double each = (isDynamic ? dynamic * passed : passed) / weight;
    return new RowShares((long) (paid * (internal * each)), (long) (paid * each), insideLinks);
  }

  /// The same by site.
  ///
  /// @param ends where each run of links to one site ends
  /// @param insideLinks those of the first run, where it stays inside the page's site; else 0
  RowShares shares(long paid, double passed, int[] ends, int insideLinks, boolean isDynamic) {
    double votes = ends.length - (insideLinks > 0 ? 1 - internal : 0);
    double vote = votes == 0 ? 0 : (isDynamic ? dynamic * passed : passed) / votes;
    long[] each = new long[ends.length];
    for (int run = 0; run < ends.length; run++) {
      int links = ends[run] - (run == 0 ? 0 : ends[run - 1]);
      boolean stays = run == 0 && insideLinks > 0;
      each[run] = (long) (paid * ((stays ? internal * vote : vote) / links));
    }
    return new RowShares(ends, each, insideLinks);
  }

  /// Where the runs of links to one site end.
  public static int[] ends(int links, IntToLongFunction siteOfLink) {
    int[] ends = new int[Math.min(links, 8)];
    int runs = 0;
    for (int k = 0; k < links; k++) {
      if (k == links - 1 || siteOfLink.applyAsLong(k) != siteOfLink.applyAsLong(k + 1)) {
        ends = runs == ends.length ? Arrays.copyOf(ends, 2 * runs) : ends;
        ends[runs++] = k + 1;
      }
    }
    return Arrays.copyOf(ends, runs);
  }
}
