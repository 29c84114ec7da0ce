package nephila.community;

import java.util.Arrays;
import nephila.UserError;

/// The pages whose global rank is wanted: distinct page numbers of a [PageSource], ascending, at
/// least one.
public final class LocalDomain {
  private final int[] pages;

  private LocalDomain(int[] pages) {
    this.pages = pages;
  }

  /// The domain of these pages; doubles count once.
  public static LocalDomain of(int... pages) {
    int[] distinct = Arrays.stream(pages).sorted().distinct().toArray();
    if (distinct.length == 0) {
      throw new UserError("the local domain is empty: it needs at least one page");
    }
    if (distinct[0] < 0) {
      throw new UserError("page " + distinct[0] + " in the local domain: pages count from 0");
    }
    return new LocalDomain(distinct);
  }

  /// The domain, when all its pages are among the `known` pages of a graph; else the user's mistake
  /// is told.
  public LocalDomain within(int known) {
    int last = pages[pages.length - 1];
    if (last >= known) {
      throw new UserError(
          "page " + last + " in the local domain, but the graph has pages 0 to " + (known - 1));
    }
    return this;
  }

  /// How many pages: the papers' n.
  public int size() {
    return pages.length;
  }

  /// The number, at the source, of the i-th page.
  public int page(int i) {
    return pages[i];
  }

  /// The numbers of all pages, ascending; a copy.
  public int[] pages() {
    return pages.clone();
  }

  /// Where `page` stands in the domain, or −1.
  public int indexOf(int page) {
    int at = Arrays.binarySearch(pages, page);
    return at < 0 ? -1 : at;
  }

  /// The part of a value per page of the whole web that belongs to the domain, scaled to sum 1: p*
  /// when `rank` is the global rank.
  public double[] restrict(double[] rank) {
    double[] part = new double[pages.length];
    for (int i = 0; i < pages.length; i++) {
      part[i] = rank[pages[i]];
    }
    return Distances.normalised(part);
  }
}
