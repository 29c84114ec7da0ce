package nephila.community;

import java.util.Arrays;
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
    steps.accept(new Step(0, extra, frontier(), estimate()));
    for (int i = 1; i <= iterations; i++) {
      int due = (int) ((long) budget * i / iterations);
      while (extra < due) {
        if (fetch(due - extra) == 0) {
          steps.accept(new Step(i, extra, 0, estimate()));
          return true;
        }
      }
      steps.accept(new Step(i, extra, frontier(), estimate()));
    }
    return false;
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
