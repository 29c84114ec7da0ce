package nephila.community;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/// FINDGLOBALPR, Algorithm 2: grows the known graph step by step, each time by the pages a
/// [Selection] likes best, and estimates the global rank of the local domain.
///
/// Each step is linear in the pages and links known. A single thread; a run repeats bit for bit.
public final class FindGlobalRank {
  /// The paper's α.
  public static final double DAMPING = 0.85;

  private final ExpandedGraph graph;
  private final Method method;
  private int extra;
  private boolean current;

  /// The estimate when a run began, and when half of its steps were done.
  private double[] first = {};

  private double[] middle = {};
  private boolean dry;
  private int runBegan;

  /// Fetches the local domain. The seed matters to [Selection#RANDOM] only.
  public FindGlobalRank(LocalDomain domain, PageSource source, Selection selection, long seed) {
    this(domain, source, selection.method(DAMPING, seed));
  }

  FindGlobalRank(LocalDomain domain, PageSource source, Method method) {
    this.graph = new ExpandedGraph(domain, source);
    this.method = method;
  }

  /// Takes pages in that were fetched already, such as those a focused crawl threw away: they are
  /// known from the start and do not count as fetched.
  public void include(int... pages) {
    graph.include(pages);
    current = false;
  }

  /// Fetches up to `count` pages more and returns how many: fewer only when the frontier ran dry.
  public int fetch(int count) {
    update();
    int[] chosen = method.choose(graph, count);
    if (chosen.length > 0) {
      graph.fetch(chosen);
      extra += chosen.length;
      current = false;
    }
    return chosen.length;
  }

  /// The estimate of the global rank of the local domain's pages, in ascending order of their
  /// numbers; sum 1.
  public double[] estimate() {
    update();
    return method.estimate(graph);
  }

  private void update() {
    if (!current) {
      method.update(graph);
      current = true;
    }
  }

  /// The outside pages fetched so far that link into the local domain, the highest impact first;
  /// their global rank is that among all pages fetched.
  public List<Impact> impacts() {
    ExpandedRank rank = new ExpandedRank(DAMPING);
    rank.update(graph);
    List<Impact> impacts = new ArrayList<>();
    for (int i = graph.local(); i < graph.fetched(); i++) {
      int page = graph.fetchedPage(i);
      int start = graph.rowStart(page);
      int linksIn = 0;
      for (int k = start; k < start + graph.degree(page); k++) {
        linksIn += graph.isLocal(graph.targets()[k]) ? 1 : 0;
      }
      if (linksIn > 0) {
        impacts.add(new Impact(graph.sourcePage(page), linksIn, graph.degree(page), rank.of(page)));
      }
    }
    impacts.sort(Impact.HIGHEST_FIRST);
    return impacts;
  }

  /// Pages fetched outside the local domain, without those that were there from the start.
  public int extra() {
    return extra;
  }

  /// Pages that are known but not fetched.
  public int frontier() {
    return graph.frontier();
  }

  /// The numbers, at the source, of the outside pages fetched so far, in the order of fetching.
  public int[] outside() {
    int[] pages = new int[graph.fetched() - graph.local()];
    Arrays.setAll(pages, i -> graph.sourcePage(graph.fetchedPage(graph.local() + i)));
    return pages;
  }

  /// Spends `budget` fetches in equal steps, telling of the start (iteration 0, nothing fetched)
  /// and of every iteration. Ends early when the frontier runs dry; returns whether it did.
  public boolean run(int iterations, int budget, Consumer<Step> steps) {
    first = estimate();
    middle = first;
    dry = false;
    runBegan = extra;
    steps.accept(new Step(0, extra, frontier(), first));
    for (int i = 1; i <= iterations; i++) {
      int due = (int) ((long) budget * i / iterations);
      while (extra < due) {
        if (fetch(due - extra) == 0) {
          dry = true;
          steps.accept(new Step(i, extra, 0, estimate()));
          return true;
        }
      }
      double[] now = estimate();
      if (i == iterations / 2) {
        middle = now;
      }
      steps.accept(new Step(i, extra, frontier(), now));
    }
    return false;
  }

  /// How far, in L1, the estimate may still be off: in nine of ten replays of known webs it was off
  /// by less (docs/decisions/community-and-search.md 220). Judged by what the second half of the
  /// last [#run] changed; NaN where none has fetched anything.
  ///
  /// Where nothing changes any more, pages that nobody has looked at may still point to the domain:
  /// the bound never falls below what that was worth in the replays.
  public double errorBound() {
    if (first.length == 0 || extra == runBegan) {
      return Double.NaN;
    }
    double[] now = estimate();
    double bound =
        dry
            ? 0.04 + 0.2 * Math.sqrt(Distances.l1(now, first))
            : 0.12 + 0.8 * Math.sqrt(Distances.l1(now, middle));
    return Math.min(2, bound);
  }

  /// The local rank p of the domain by itself: what one has before looking outside.
  public static double[] localRank(LocalDomain domain, PageSource source) {
    ExpandedRank rank = new ExpandedRank(DAMPING);
    ExpandedGraph alone = new ExpandedGraph(domain, source);
    rank.update(alone);
    return rank.local(alone);
  }

  /// The state after an iteration.
  ///
  /// @param fetched pages fetched outside the local domain so far
  /// @param frontier pages known but not fetched
  /// @param estimate of the global rank, a page of the domain each, sum 1
  public record Step(int iteration, int fetched, int frontier, double[] estimate) {}
}
