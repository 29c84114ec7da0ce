package nephila.liverank;

import java.util.Arrays;
import nephila.graph.PackedGraph;

/// AI (section 2.5 of the paper): the page with most links from pages found alive goes next, of
/// equals the one with the higher PageRank. The training set goes first.
///
/// Each answer costs its links times the depth of the heap. 12 bytes a page beside what is known.
final class AliveIndegree implements Ordering {
  private final PackedGraph.Rows links;
  private final Asked asked;
  private final Listed sample;
  private final ScoreHeap heap;

  AliveIndegree(OldGraph snapshot, int[] sample) {
    links = snapshot.links().rows();
    asked = new Asked(snapshot.pages());
    this.sample = new Listed(sample, asked);
    heap = new ScoreHeap(StaticOrders.pageRank(snapshot, new java.util.SplittableRandom(0)));
  }

  @Override
  public int[] next(int most) {
    int[] fromSample = sample.next(most);
    if (fromSample.length > 0) {
      return fromSample;
    }
    int[] batch = new int[Math.min(most, heap.size())];
    int filled = 0;
    while (filled < batch.length && heap.size() > 0) {
      int page = heap.poll();
      if (asked.fresh(page)) {
        asked.propose(page);
        batch[filled++] = page;
      }
    }
    return Arrays.copyOf(batch, filled);
  }

  @Override
  public void answered(int page, boolean alive) {
    if (asked.answer(page, alive) && alive) {
      int length = links.read(page);
      for (int k = 0; k < length; k++) {
        heap.increment(links.targets[k]);
      }
    }
  }

  @Override
  public boolean awaitsAnswers() {
    return sample.isSpent() && heap.size() == asked.pages() && asked.pending() > 0;
  }

  /// By the number of links from living pages.
  @Override
  public RankedPages rest() {
    int[] pages = new int[heap.size()];
    double[] scores = new double[pages.length];
    int count = 0;
    while (heap.size() > 0) {
      int page = heap.poll();
      if (asked.fresh(page)) {
        asked.propose(page);
        scores[count] = heap.score(page);
        pages[count++] = page;
      }
    }
    return new RankedPages(Arrays.copyOf(pages, count), Arrays.copyOf(scores, count));
  }

  @Override
  public void closed(int page) {
    asked.close(page);
  }
}
