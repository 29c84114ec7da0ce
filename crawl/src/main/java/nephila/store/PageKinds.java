package nephila.store;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntToLongFunction;
import nephila.ledger.LinkWeights;
import nephila.store.record.UrlRecord;
import org.jspecify.annotations.Nullable;

/// Which links of a crawl stay inside a site, and which pages are dynamic: those whose URL has a
/// query. Both follow from hosts and URLs, so that no record of a page says it.
///
/// A site is looked up once a group, whether a page is dynamic once as long as it has its slot. 8
/// bytes a group and a quarter of a byte a slot. Not thread-safe.
final class PageKinds implements LinkWeights.Kinds {
  private final PageIndex index;
  private final UrlRecords urls;
  private final @Nullable IntToLongFunction siteOf;
  private final boolean bySite;

  /// Enough for the place of a link in its row.
  private static final int PLACE_BITS = 28;

  private long[] sites = new long[64];
  private final BitSet sitesKnown = new BitSet();
  private final BitSet known = new BitSet();
  private final BitSet dynamic = new BitSet();

  /// @param siteOf a number for the site that a group is part of, null where groups are sites
  /// @param bySite whether the links to one site are to stand together
  PageKinds(PageIndex index, UrlRecords urls, @Nullable IntToLongFunction siteOf, boolean bySite) {
    this.bySite = bySite;
    this.index = index;
    this.urls = urls;
    this.siteOf = siteOf;
  }

  @Override
  public boolean isInternal(int from, int to) {
    return isOneSite(index.host(from), index.host(to));
  }

  /// Whether pages of the two groups are of one site.
  boolean isOneSite(int group, int other) {
    return group == other || (siteOf != null && site(siteOf, group) == site(siteOf, other));
  }

  @Override
  public long site(int page) {
    return siteOf(index.host(page));
  }

  private long siteOf(int group) {
    return siteOf == null ? group : site(siteOf, group);
  }

  private long site(IntToLongFunction siteOf, int group) {
    if (group >= sites.length) {
      sites = Arrays.copyOf(sites, Math.max(group + 1, sites.length * 2));
    }
    if (!sitesKnown.get(group)) {
      sites[group] = siteOf.applyAsLong(group);
      sitesKnown.set(group);
    }
    return sites[group];
  }

  @Override
  public boolean isDynamic(int slot) {
    if (!known.get(slot)) {
      dynamic.set(slot, hasQuery(urls.of(slot)));
      known.set(slot);
    }
    return dynamic.get(slot);
  }

  /// The same of a page that has no slot.
  boolean isDynamic(int group, long hash) {
    return hasQuery(urls.onDisk(group, hash));
  }

  private static boolean hasQuery(byte @Nullable [] url) {
    return url != null && UrlRecord.path(url).indexOf('?') >= 0;
  }

  /// The page has left its slot.
  void left(int slot) {
    known.clear(slot);
  }

  /// The row with the links inside the page's site first, and by site the others site by site.
  int[] insideFirst(int slot, int[] row) {
    int[] groups = Arrays.stream(row).map(index::host).toArray();
    int[] order = order(index.host(slot), groups);
    Arrays.setAll(order, k -> row[order[k]]);
    return order;
  }

  /// The places of the links of a row in that order, given their groups.
  ///
  /// @param group of the page
  int[] order(int group, int[] groups) {
    int[] order = new int[groups.length];
    int inside = 0;
    int outside = groups.length;
    for (int k = 0; k < groups.length; k++) {
      if (isOneSite(group, groups[k])) {
        order[inside++] = k;
      } else {
        order[--outside] = k;
      }
    }
    if (bySite) {
      siteBySite(order, groups, inside);
    }
    return order;
  }

  /// Sites whose numbers begin with the same bits may stand between each other: then each of their
  /// runs counts as a site.
  private void siteBySite(int[] order, int[] groups, int from) {
    long[] keys = new long[order.length - from];
    int[] others = Arrays.copyOfRange(order, from, order.length);
    for (int k = 0; k < keys.length; k++) {
      keys[k] = siteOf(groups[others[k]]) << PLACE_BITS | k;
    }
    Arrays.sort(keys);
    for (int k = 0; k < keys.length; k++) {
      order[from + k] = others[(int) (keys[k] & (1L << PLACE_BITS) - 1)];
    }
  }

  /// How many of the first `links` groups, from the beginning, are of the site of `group`.
  int insideLinks(int group, int[] groups, int links) {
    int inside = 0;
    while (inside < links && isOneSite(group, groups[inside])) {
      inside++;
    }
    return inside;
  }

  /// Where the runs of links to one site end, given the groups of the first `links`.
  int[] ends(int[] groups, int links) {
    return LinkWeights.ends(links, k -> siteOf(groups[k]));
  }
}
