package nephila.lab.simulation;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import nephila.graph.CsrGraph;
import nephila.rank.PageRank;
import nephila.rank.RankOptions;
import org.jspecify.annotations.Nullable;

/// A web that changes while it is read (000 §4.2): in the time of reading as many pages as there
/// are, the share `rate` of the pages have their in-degree halved or doubled. A page loses the
/// links of half the pages that link to it, or as many more random pages link to it; so the rows
/// that change are those of other pages.
public final class ChangingWeb implements SimulatedWeb {
  private final int[][] rows;
  private final int[][] sources;
  private final int[] inDegree;
  private final double changesPerRead;
  private final RandomGenerator random;
  private final RankOptions model;
  private double due;
  private double @Nullable [] importance;
  private double @Nullable [] before;

  public ChangingWeb(CsrGraph graph, double rate, RandomGenerator random) {
    this(graph, RankOptions.DEFAULTS, rate, random);
  }

  /// The same where importance is by these damping and virtual page.
  public ChangingWeb(CsrGraph graph, RankOptions model, double rate, RandomGenerator random) {
    this.model = model;
    this.rows = graph.rows();
    this.sources = graph.transpose().rows();
    this.inDegree = Arrays.stream(sources).mapToInt(row -> row.length).toArray();
    this.changesPerRead = rate;
    this.random = random;
  }

  @Override
  public int pages() {
    return rows.length;
  }

  @Override
  public int[] row(int page) {
    return rows[page];
  }

  @Override
  public boolean knownAtStart(int page) {
    return true;
  }

  @Override
  public void tick() {
    due += changesPerRead;
    while (due >= 1) {
      due--;
      change(random.nextInt(rows.length), random.nextBoolean());
    }
  }

  private void change(int page, boolean more) {
    importance = null;
    int wanted = more ? Math.max(1, inDegree[page]) : inDegree[page] / 2;
    for (int k = 0; k < wanted; k++) {
      if (more) {
        addLink(random.nextInt(rows.length), page);
      } else {
        removeLink(random.nextInt(inDegree[page]), page);
      }
    }
  }

  private void addLink(int source, int page) {
    int[] row = rows[source];
    int place = Arrays.binarySearch(row, page);
    if (place < 0) {
      int at = -place - 1;
      int[] longer = Arrays.copyOf(row, row.length + 1);
      System.arraycopy(row, at, longer, at + 1, row.length - at);
      longer[at] = page;
      rows[source] = longer;
      if (inDegree[page] == sources[page].length) {
        sources[page] = Arrays.copyOf(sources[page], Math.max(4, 2 * inDegree[page]));
      }
      sources[page][inDegree[page]++] = source;
    }
  }

  private void removeLink(int which, int page) {
    int source = sources[page][which];
    sources[page][which] = sources[page][--inDegree[page]];
    int[] row = rows[source];
    int at = Arrays.binarySearch(row, page);
    int[] shorter = Arrays.copyOf(row, row.length - 1);
    System.arraycopy(row, at + 1, shorter, at, shorter.length - at);
    rows[source] = shorter;
  }

  @Override
  public double[] importance() {
    double[] known = importance;
    if (known == null) {
      RankOptions options = model.withThreshold(1e-9).withWarmStart(before);
      known = PageRank.solve(CsrGraph.of(rows), options).values();
      importance = known;
      before = known;
    }
    return known;
  }
}
