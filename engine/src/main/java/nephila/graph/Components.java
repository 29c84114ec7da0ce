package nephila.graph;

/// Parts of a graph that hang together: how many there are, and how many pages the largest has.
public record Components(int count, int largest) {
  private static final int CLOSED = -1;

  /// Weakly connected components: pages joined by links in either direction. Union by index with
  /// halved paths; 4 bytes a page.
  public static Components weak(RowGraph graph) {
    int pages = graph.pages();
    int[] parent = new int[pages];
    for (int page = 0; page < pages; page++) {
      parent[page] = page;
    }
    for (int page = 0; page < pages; page++) {
      for (long k = graph.rowStart(page), end = graph.rowStart(page + 1); k < end; k++) {
        int a = root(parent, page);
        int b = root(parent, graph.target(k));
        // The smaller number becomes the root: the same result in any order.
        parent[Math.max(a, b)] = Math.min(a, b);
      }
    }
    int[] sizes = new int[pages];
    int count = 0;
    int largest = 0;
    for (int page = 0; page < pages; page++) {
      int root = root(parent, page);
      if (root == page) {
        count++;
      }
      largest = Math.max(largest, ++sizes[root]);
    }
    return new Components(count, largest);
  }

  private static int root(int[] parent, int page) {
    int at = page;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  /// Strongly connected components: pages that reach each other along links. Tarjan's algorithm
  /// with its own stacks; 32 bytes a page. The period is that of depths in the search's tree: along
  /// every cycle the sum of `depth(from) + 1 - depth(to)` is its length.
  public static StrongComponents strong(RowGraph graph) {
    return new Tarjan(graph).run();
  }

  private static final class Tarjan {
    private final RowGraph graph;
    private final int[] low;
    private final int[] open;
    private final int[] path;
    private final int[] number;
    private final long[] next;
    private final int[] depthOf;
    private final int[] divisor;
    private int opened;
    private int numbered;
    private int count;
    private int largest;
    private int period;
    private int swinging;

    Tarjan(RowGraph graph) {
      this.graph = graph;
      int pages = graph.pages();
      low = new int[pages];
      number = new int[pages];
      open = new int[pages];
      path = new int[pages];
      next = new long[pages];
      depthOf = new int[pages];
      divisor = new int[pages];
    }

    StrongComponents run() {
      for (int page = 0; page < graph.pages(); page++) {
        if (number[page] == 0) {
          explore(page);
        }
      }
      return new StrongComponents(new Components(count, largest), period, swinging);
    }

    private void explore(int start) {
      int depth = 0;
      enter(start);
      path[0] = start;
      depthOf[start] = 0;
      while (depth >= 0) {
        int page = path[depth];
        if (next[page] < graph.rowStart(page + 1)) {
          int target = graph.target(next[page]++);
          if (number[target] == 0) {
            enter(target);
            path[++depth] = target;
            depthOf[target] = depth;
          } else if (number[target] != CLOSED) {
            low[page] = Math.min(low[page], number[target]);
            int closes = Math.abs(depthOf[page] + 1 - depthOf[target]);
            divisor[page] = divisor(divisor[page], closes);
          }
        } else {
          if (low[page] == number[page]) {
            close(page);
          }
          depth--;
          if (depth >= 0) {
            low[path[depth]] = Math.min(low[path[depth]], low[page]);
          }
        }
      }
    }

    private void enter(int page) {
      number[page] = ++numbered;
      low[page] = numbered;
      next[page] = graph.rowStart(page);
      open[opened++] = page;
    }

    /// The pages opened since `root` are one component.
    private void close(int root) {
      int size = 0;
      int its = 0;
      int page;
      do {
        page = open[--opened];
        number[page] = CLOSED;
        its = divisor(its, divisor[page]);
        size++;
      } while (page != root);
      count++;
      period = size > largest ? its : period;
      largest = Math.max(largest, size);
      swinging += its > 1 ? 1 : 0;
    }

    private static int divisor(int a, int b) {
      int more = a;
      int less = b;
      while (less != 0) {
        int rest = more % less;
        more = less;
        less = rest;
      }
      return more;
    }
  }
}
