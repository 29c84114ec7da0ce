package nephila.community;

import java.util.Arrays;

/// The known part of the web: F, the pages fetched so far, with all their links, and the frontier,
/// the pages linked to but not fetched.
///
/// Pages are numbered by discovery; the local domain has 0 … n − 1. Links of a page to itself are
/// dropped, doubles too.
///
/// - G1 the links of a fetched page are distinct, known and not the page itself;
/// - G2 every known page is fetched or on the frontier, never both;
/// - G3 the local domain is fetched.
///
/// Memory: 12 bytes a link (4 of them forward, 4 backward, 4 spare), about 40 bytes a known page. A
/// single thread.
public final class ExpandedGraph {
  private static final int UNFETCHED = -1;

  private final PageSource source;
  private final DiscoveryNumbers numbers = new DiscoveryNumbers();
  private final int local;

  private int[] sourcePage = new int[64];
  private int[] rowStart = new int[64];
  private int[] degree = new int[64];
  private int[] inCount = new int[64];
  private int[] lastSource = new int[64];
  private int[] order = new int[64];
  private int[] targets = new int[256];
  private int fetched;
  private int links;

  private int[] inStart = {0};
  private int[] inSources = {};
  private int inBuiltFor = -1;

  ExpandedGraph(LocalDomain domain, PageSource source) {
    this.source = source;
    this.local = domain.size();
    for (int i = 0; i < local; i++) {
      discover(domain.page(i));
    }
    fetch(range(local));
  }

  private static int[] range(int count) {
    int[] all = new int[count];
    Arrays.setAll(all, i -> i);
    return all;
  }

  /// Fetches known pages that are still on the frontier.
  void fetch(int[] pages) {
    int[] theirs = new int[pages.length];
    for (int i = 0; i < pages.length; i++) {
      assert rowStart[pages[i]] == UNFETCHED : "G2: page " + pages[i] + " is fetched already";
      theirs[i] = sourcePage[pages[i]];
    }
    source.fetch(theirs, this::arrive);
  }

  /// Fetches pages of the source that may not be known yet: those a focused crawl threw away.
  void include(int[] sourcePages) {
    int[] fresh =
        Arrays.stream(sourcePages)
            .distinct()
            .map(this::discover)
            .filter(page -> rowStart[page] == UNFETCHED)
            .toArray();
    fetch(fresh);
  }

  private void arrive(int from, int[] rowOfSource, int count) {
    int page = numbers.find(from);
    rowStart[page] = links;
    if (order.length == fetched) {
      order = Arrays.copyOf(order, 2 * fetched);
    }
    order[fetched++] = page;
    if (targets.length < links + count) {
      targets = Arrays.copyOf(targets, Math.max(2 * targets.length, links + count));
    }
    for (int k = 0; k < count; k++) {
      int to = discover(rowOfSource[k]);
      if (to != page && lastSource[to] != page) {
        lastSource[to] = page;
        targets[links++] = to;
        inCount[to]++;
      }
    }
    degree[page] = links - rowStart[page];
  }

  private int discover(int page) {
    int before = numbers.size();
    int number = numbers.discover(page);
    if (number == before) {
      if (sourcePage.length == number) {
        growPages(2 * number);
      }
      sourcePage[number] = page;
      rowStart[number] = UNFETCHED;
      lastSource[number] = -1;
    }
    return number;
  }

  private void growPages(int length) {
    sourcePage = Arrays.copyOf(sourcePage, length);
    rowStart = Arrays.copyOf(rowStart, length);
    degree = Arrays.copyOf(degree, length);
    inCount = Arrays.copyOf(inCount, length);
    lastSource = Arrays.copyOf(lastSource, length);
  }

  /// How many pages the local domain has.
  public int local() {
    return local;
  }

  /// How many pages were fetched: the paper's ℓ.
  public int fetched() {
    return fetched;
  }

  /// How many pages are known, fetched or not.
  public int known() {
    return numbers.size();
  }

  int frontier() {
    return known() - fetched;
  }

  int links() {
    return links;
  }

  /// The i-th page in the order of fetching; the first n are the local domain.
  public int fetchedPage(int i) {
    return order[i];
  }

  public boolean isFetched(int page) {
    return rowStart[page] != UNFETCHED;
  }

  public boolean isLocal(int page) {
    return page < local;
  }

  /// All out-links of a fetched page, to fetched pages and to the frontier.
  public int degree(int page) {
    return degree[page];
  }

  public int rowStart(int page) {
    return rowStart[page];
  }

  /// The array behind the rows: page p has `targets()[rowStart(p) … rowStart(p) + degree(p) − 1]`.
  public int[] targets() {
    return targets;
  }

  /// How many fetched pages link to this one.
  public int inDegree(int page) {
    return inCount[page];
  }

  /// The array of in-links: page p is linked from `inSources()[inStart(p) … inStart(p) +
  /// inDegree(p) − 1]`. Built anew after a fetch, in time linear in the links.
  public int[] inSources() {
    if (inBuiltFor != fetched) {
      buildInLinks();
      inBuiltFor = fetched;
    }
    return inSources;
  }

  /// Valid after [#inSources].
  public int inStart(int page) {
    return inStart[page];
  }

  private void buildInLinks() {
    int known = known();
    inStart = new int[known + 1];
    for (int page = 0; page < known; page++) {
      inStart[page + 1] = inStart[page] + inCount[page];
    }
    if (inSources.length < links) {
      inSources = new int[targets.length];
    }
    int[] fill = inStart.clone();
    for (int i = 0; i < fetched; i++) {
      int from = order[i];
      int end = rowStart[from] + degree[from];
      for (int k = rowStart[from]; k < end; k++) {
        inSources[fill[targets[k]]++] = from;
      }
    }
  }

  /// The number at the source.
  public int sourcePage(int page) {
    return sourcePage[page];
  }

  public PageSource source() {
    return source;
  }
}
