package nephila.liverank;

import java.util.Arrays;
import nephila.graph.PackedGraph;

/// BFS (section 2.5 of the paper): first in, first out. The queue starts with the training set; a
/// living page appends those it links to; when the queue runs dry the page of highest PageRank
/// follows. 4 bytes a page beside what is known.
final class BreadthFirst implements Ordering {
  private final PackedGraph.Rows links;
  private final Asked asked;
  private final boolean[] queued;
  private final int[] queue;
  private final Listed others;
  private int head;
  private int tail;

  BreadthFirst(OldGraph snapshot, int[] sample) {
    links = snapshot.links().rows();
    asked = new Asked(snapshot.pages());
    queued = new boolean[snapshot.pages()];
    queue = new int[snapshot.pages()];
    others = new Listed(StaticOrders.pageRank(snapshot, new java.util.SplittableRandom(0)), asked);
    for (int page : sample) {
      append(page);
    }
  }

  private void append(int page) {
    if (!queued[page] && asked.fresh(page)) {
      queued[page] = true;
      queue[tail++] = page;
    }
  }

  @Override
  public int[] next(int most) {
    int[] batch = new int[Math.min(most, Math.max(1, tail - head))];
    int filled = 0;
    while (filled < batch.length && head < tail) {
      int page = queue[head++];
      if (asked.fresh(page)) {
        asked.propose(page);
        batch[filled++] = page;
      }
    }
    return filled == 0 ? others.next(1) : Arrays.copyOf(batch, filled);
  }

  @Override
  public void answered(int page, boolean alive) {
    if (asked.answer(page, alive) && alive) {
      int length = links.read(page);
      for (int k = 0; k < length; k++) {
        append(links.targets[k]);
      }
    }
  }

  @Override
  public void closed(int page) {
    asked.close(page);
  }
}
