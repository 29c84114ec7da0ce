package nephila.sites;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nephila.graph.CsrGraph;

/// Sites and the links between them, gathered from pages and their links.
///
/// Memory: about 100 bytes a site and 60 a pair of sites that are linked.
public final class SiteWeb {
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private final Map<Long, double[]> pairs = new HashMap<>();
  private int[] pages = new int[64];
  private int[] read = new int[64];
  private int[] answered = new int[64];
  private int[] allowed = new int[64];
  private double[] joined = new double[64];
  private double credit;

  /// The number of a site, given when it is first named.
  int number(String name) {
    Integer known = numbers.get(name);
    if (known != null) {
      return known;
    }
    int number = names.size();
    numbers.put(name, number);
    names.add(name);
    if (number == pages.length) {
      pages = Arrays.copyOf(pages, 2 * number);
      read = Arrays.copyOf(read, 2 * number);
      answered = Arrays.copyOf(answered, 2 * number);
      allowed = Arrays.copyOf(allowed, 2 * number);
      joined = Arrays.copyOf(joined, 2 * number);
    }
    return number;
  }

  /// @param mayBeRead whether neither the rules of the crawl nor robots.txt forbid the page
  void page(int site, boolean wasRead, boolean hasAnswered, boolean mayBeRead) {
    pages[site]++;
    read[site] += wasRead ? 1 : 0;
    answered[site] += hasAnswered ? 1 : 0;
    allowed[site] += mayBeRead ? 1 : 0;
  }

  /// A link of a page of one site to a page of another or the same, which carried `paid`.
  void link(int from, int to, double paid) {
    double[] sums = pairs.computeIfAbsent((long) from << 32 | to, k -> new double[2]);
    sums[0]++;
    sums[1] += paid;
  }

  /// What every known page is worth before anybody pays it, in the unit of payments.
  void credit(double units) {
    credit = units;
  }

  /// A page of the site brought in so much beside that: 0 or less.
  void joined(int site, double units) {
    joined[site] += units;
  }

  /// What the site's pages are worth together before anybody pays them.
  double ownWorth(int site) {
    return credit * pages[site] + joined[site];
  }

  public int size() {
    return names.size();
  }

  public String name(int site) {
    return names.get(site);
  }

  /// The site of that name, −1 when there is none.
  public int find(String name) {
    return numbers.getOrDefault(name, -1);
  }

  public int pages(int site) {
    return pages[site];
  }

  public int read(int site) {
    return read[site];
  }

  /// How many of its pages answered with success.
  public int answered(int site) {
    return answered[site];
  }

  /// How many of its pages may be read.
  public int allowed(int site) {
    return allowed[site];
  }

  /// Pairs of sites one of which links to the other, itself included.
  public int pairs() {
    return pairs.size();
  }

  /// Who is shown the links from one site to another.
  @FunctionalInterface
  interface Pair {
    /// @param links how many pages of the one point to pages of the other, each pair once
    /// @param paid what they carried
    void of(int from, int to, long links, double paid);
  }

  /// Shows every linked pair of sites, in the order of their numbers.
  void eachPair(Pair to) {
    long[] keys = pairs.keySet().stream().mapToLong(Long::longValue).sorted().toArray();
    for (long key : keys) {
      double[] sums = pairs.getOrDefault(key, new double[2]);
      to.of((int) (key >>> 32), (int) key, (long) sums[0], sums[1]);
    }
  }

  /// The graph of sites, links within a site as a link to itself, weighed by `weighing`.
  public CsrGraph graph(Weighing weighing) {
    int[] from = new int[pairs.size()];
    int[] to = new int[pairs.size()];
    double[] weight = new double[pairs.size()];
    int[] count = {0};
    eachPair(
        (source, target, links, paid) -> {
          double w = weighing.of(source == target, links);
          if (w > 0) {
            from[count[0]] = source;
            to[count[0]] = target;
            weight[count[0]++] = w;
          }
        });
    return CsrGraph.of(
        size(),
        Arrays.copyOf(from, count[0]),
        Arrays.copyOf(to, count[0]),
        Arrays.copyOf(weight, count[0]));
  }
}
