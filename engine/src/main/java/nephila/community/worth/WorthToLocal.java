package nephila.community.worth;

import java.util.Arrays;
import nephila.community.ExpandedGraph;

/// What is a unit of rank on an outside page worth to L: the share of it that arrives there, sooner
/// or later. The adjoint of the rank.
///
/// For a fetched page, v = α/d · Σ over its links of (1 if in L, else v of the link). For a page
/// not fetched, v̂ is predicted:
/// - from its address: the mean v of the fetched pages of its group, drawn towards the group above
///   as if [#SHRINKAGE] pages had that one's mean, up to the hosts' mean, which begins at
///   [#HOPEFUL] so that unseen hosts get a look;
/// - from its parents: the mean v of the fetched outside pages that link to it, half and half.
///
/// A few sweeps from where the last call ended, each linear in the links.
final class WorthToLocal {
  private static final double SHRINKAGE = 2;
  private static final double HOPEFUL = 0.3;
  private static final double HOPEFUL_HOSTS = 2;
  private static final double PARENTS = 0.5;

  private static final double THRESHOLD = 1e-4;
  private static final int MAX_SWEEPS = 50;

  private final double damping;
  private final AddressGroups groups;
  private double[] worth = {};

  WorthToLocal(double damping, AddressGroups groups) {
    this.damping = damping;
    this.groups = groups;
  }

  /// v of a fetched outside page, v̂ of an unfetched one.
  double of(int page) {
    return worth[page];
  }

  void update(ExpandedGraph graph) {
    worth = Arrays.copyOf(worth, graph.known());
    boolean moving = true;
    for (int i = 0; i < MAX_SWEEPS && moving; i++) {
      moving = sweep(graph);
    }
    predict(graph, groupMeans(graph));
  }

  private boolean sweep(ExpandedGraph graph) {
    int[] targets = graph.targets();
    double change = 0;
    double total = 0;
    for (int i = graph.fetched() - 1; i >= graph.local(); i--) {
      int page = graph.fetchedPage(i);
      int start = graph.rowStart(page);
      int end = start + graph.degree(page);
      double sum = 0;
      for (int k = start; k < end; k++) {
        sum += graph.isLocal(targets[k]) ? 1 : worth[targets[k]];
      }
      double fresh = end == start ? 0 : damping * sum / (end - start);
      change += Math.abs(fresh - worth[page]);
      total += fresh;
      worth[page] = fresh;
    }
    return change > THRESHOLD * total;
  }

  /// The mean v of the fetched outside pages of each group; 0 where there is none.
  double[] means(ExpandedGraph graph) {
    double[] sum = new double[groups.size()];
    int[] count = new int[groups.size()];
    for (int i = graph.local(); i < graph.fetched(); i++) {
      int page = graph.fetchedPage(i);
      sum[groups.leaf(page)] += worth[page];
      count[groups.leaf(page)]++;
    }
    for (int group = sum.length - 1; group > AddressGroups.ROOT; group--) {
      sum[groups.parent(group)] += sum[group];
      count[groups.parent(group)] += count[group];
    }
    for (int group = 0; group < sum.length; group++) {
      sum[group] = count[group] == 0 ? 0 : sum[group] / count[group];
    }
    return sum;
  }

  private double[] groupMeans(ExpandedGraph graph) {
    int size = groups.size();
    double[] sum = new double[size];
    double[] count = new double[size];
    for (int i = graph.local(); i < graph.fetched(); i++) {
      int page = graph.fetchedPage(i);
      sum[groups.leaf(page)] += worth[page];
      count[groups.leaf(page)]++;
    }
    for (int group = size - 1; group > AddressGroups.ROOT; group--) {
      int above = groups.parent(group);
      if (above != AddressGroups.ROOT) {
        sum[above] += sum[group];
        count[above] += count[group];
      } else if (count[group] > 0) {
        sum[above] += sum[group] / count[group];
        count[above]++;
      }
    }
    double[] mean = sum;
    mean[0] = (sum[0] + HOPEFUL * HOPEFUL_HOSTS) / (count[0] + HOPEFUL_HOSTS);
    for (int group = 1; group < size; group++) {
      mean[group] =
          (sum[group] + SHRINKAGE * mean[groups.parent(group)]) / (count[group] + SHRINKAGE);
    }
    return mean;
  }

  private void predict(ExpandedGraph graph, double[] groupMean) {
    int[] sources = graph.inSources();
    for (int page = graph.local(); page < graph.known(); page++) {
      if (graph.isFetched(page)) {
        continue;
      }
      double sum = 0;
      int parents = 0;
      int end = graph.inStart(page) + graph.inDegree(page);
      for (int k = graph.inStart(page); k < end; k++) {
        if (!graph.isLocal(sources[k])) {
          sum += worth[sources[k]];
          parents++;
        }
      }
      double byAddress = groupMean[groups.leaf(page)];
      worth[page] = parents == 0 ? byAddress : (1 - PARENTS) * byAddress + PARENTS * sum / parents;
    }
  }
}
