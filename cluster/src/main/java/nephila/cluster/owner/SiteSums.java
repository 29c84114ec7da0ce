package nephila.cluster.owner;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the pages of each site of a partition are together, brought up to date from the pages that
/// changed when a transaction ends or somebody asks. Made anew when the partition comes to this
/// worker. 60 bytes a site; a page that changed costs a look into a table, none when it is of the
/// site of the one before.
///
/// Not thread-safe.
final class SiteSums {
  /// @param pages known ones that are not gone
  /// @param read those of them that were read
  /// @param refused known pages that the rules of the crawl exclude
  /// @param any the hash of one of its pages: by it the site's name is found
  record Sum(int site, long received, long pages, long read, long gone, long refused, long any) {}

  private static final int FIRST = 64;

  private int[] sites = new int[FIRST];
  private long[] received = new long[FIRST];
  private long[] pages = new long[FIRST];
  private long[] read = new long[FIRST];
  private long[] gone = new long[FIRST];
  private long[] refused = new long[FIRST];
  private long[] any = new long[FIRST];
  private int size;
  private int last;

  /// A page of the site is known from now on.
  void known(int site, long hash) {
    int at = find(site);
    if (pages[at]++ == 0) {
      sites[at] = site;
      any[at] = hash;
      if (++size > sites.length / 2) {
        grow();
      }
    }
  }

  /// Known pages of the site received units, or gave some back.
  void received(int site, long units) {
    received[find(site)] += units;
  }

  /// So many more known pages of the site were read.
  void read(int site, int more) {
    read[find(site)] += more;
  }

  /// So many more pages of the site, which were read, are gone.
  void gone(int site, int more) {
    gone[find(site)] += more;
  }

  /// So many more known pages of the site are excluded by the rules of the crawl.
  void refused(int site, int more) {
    refused[find(site)] += more;
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
    long its = gone[at];
    return new Sum(
        sites[at], received[at], pages[at] - its, read[at] - its, its, refused[at], any[at]);
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
    gone = new long[room];
    refused = new long[room];
    any = new long[room];
    last = 0;
    for (Sum sum : before) {
      int at = find(sum.site);
      sites[at] = sum.site;
      received[at] = sum.received;
      pages[at] = sum.pages + sum.gone;
      read[at] = sum.read + sum.gone;
      gone[at] = sum.gone;
      refused[at] = sum.refused;
      any[at] = sum.any;
    }
  }
}
