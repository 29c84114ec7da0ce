package nephila.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the pages of each site of a partition are together, kept while payments come, for whoever
/// asks. Made anew from the accounts when the partition comes to this worker. 50 bytes a site; a
/// payment costs a look into a table, none when it goes to the site of the one before.
///
/// Not thread-safe.
final class SiteSums {
  /// @param any the hash of one of its pages: by it the site's name is found
  record Sum(int site, long received, long pages, long read, long any) {}

  private static final int FIRST = 64;

  private int[] sites = new int[FIRST];
  private long[] received = new long[FIRST];
  private long[] pages = new long[FIRST];
  private long[] read = new long[FIRST];
  private long[] any = new long[FIRST];
  private int size;
  private int last;

  /// A page of the site is known from now on.
  void known(PageKey page) {
    int at = find(page.site());
    if (pages[at]++ == 0) {
      sites[at] = page.site();
      any[at] = page.hash();
      if (++size > sites.length / 2) {
        grow();
      }
    }
  }

  /// A known page received units, or gave some back.
  void received(PageKey page, long units) {
    received[find(page.site())] += units;
  }

  /// A known page was read for the first time.
  void read(PageKey page) {
    read[find(page.site())]++;
  }

  int size() {
    return size;
  }

  /// The sites that are worth most, `credit` for each of their pages included.
  List<Sum> best(int limit, long credit) {
    List<Sum> all = new ArrayList<>(size);
    for (int at = 0; at < sites.length; at++) {
      if (pages[at] > 0) {
        all.add(at(at));
      }
    }
    all.sort(
        Comparator.comparingDouble((Sum sum) -> (double) credit * sum.pages + sum.received)
            .reversed()
            .thenComparingInt(Sum::site));
    return all.size() > limit ? List.copyOf(all.subList(0, limit)) : all;
  }

  /// What the pages of one site are, null when none is known.
  @Nullable Sum of(int site) {
    int at = find(site);
    return pages[at] == 0 ? null : at(at);
  }

  private Sum at(int at) {
    return new Sum(sites[at], received[at], pages[at], read[at], any[at]);
  }

  private int find(int site) {
    if (sites[last] == site && pages[last] > 0) {
      return last;
    }
    int mask = sites.length - 1;
    int at = (site ^ site >>> 15) & mask;
    while (pages[at] > 0 && sites[at] != site) {
      at = at + 1 & mask;
    }
    last = at;
    return at;
  }

  private void grow() {
    List<Sum> before = new ArrayList<>(size);
    for (int at = 0; at < sites.length; at++) {
      if (pages[at] > 0) {
        before.add(at(at));
      }
    }
    int room = 2 * sites.length;
    sites = new int[room];
    received = new long[room];
    pages = new long[room];
    read = new long[room];
    any = new long[room];
    last = 0;
    for (Sum sum : before) {
      int at = find(sum.site);
      sites[at] = sum.site;
      received[at] = sum.received;
      pages[at] = sum.pages;
      read[at] = sum.read;
      any[at] = sum.any;
    }
  }
}
