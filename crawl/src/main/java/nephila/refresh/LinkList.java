package nephila.refresh;

import java.util.Arrays;
import nephila.graph.CsrGraph;

/// Links in the order in which they are found: 8 bytes each.
final class LinkList {
  private int[] sources = new int[1024];
  private int[] targets = new int[1024];
  private int count;

  void add(int source, int target) {
    if (count == sources.length) {
      sources = Arrays.copyOf(sources, 2 * count);
      targets = Arrays.copyOf(targets, 2 * count);
    }
    sources[count] = source;
    targets[count++] = target;
  }

  CsrGraph graph(int pages) {
    return CsrGraph.of(pages, Arrays.copyOf(sources, count), Arrays.copyOf(targets, count));
  }
}
