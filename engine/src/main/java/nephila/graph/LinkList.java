package nephila.graph;

import java.util.Arrays;
import nephila.UserError;

/// Links in the order in which they are found, to become a [CsrGraph]: 8 bytes each, up to three
/// times as many while the list grows. It holds 2³⁰ links, what arrays that double can hold; one
/// more is a [UserError]. One thread only.
public final class LinkList {
  private static final int MOST = 1 << 30;

  private final int most;
  private int[] sources;
  private int[] targets;
  private int count;

  public LinkList() {
    this(1024);
  }

  /// A list with room for `expected` links from the start.
  public LinkList(long expected) {
    this(expected, MOST);
  }

  LinkList(long expected, int most) {
    this.most = most;
    sources = new int[Math.clamp(expected, 16, most)];
    targets = new int[sources.length];
  }

  public void add(int source, int target) {
    if (count == sources.length) {
      grow();
    }
    sources[count] = source;
    targets[count++] = target;
  }

  private void grow() {
    if (count == most) {
      throw new UserError(
          String.format(
              "more than %,d links do not fit in memory here; take a part of the crawl", most));
    }
    int room = (int) Math.min(2L * count, most);
    sources = Arrays.copyOf(sources, room);
    targets = Arrays.copyOf(targets, room);
  }

  /// The graph of the links so far; doubled links are dropped.
  public CsrGraph graph(int pages) {
    return CsrGraph.of(pages, Arrays.copyOf(sources, count), Arrays.copyOf(targets, count));
  }
}
