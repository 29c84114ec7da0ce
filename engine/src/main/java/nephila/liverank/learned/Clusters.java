package nephila.liverank.learned;

import java.util.SplittableRandom;
import nephila.graph.CsrGraph;
import nephila.liverank.OldGraph;
import nephila.liverank.StaticOrders;

/// Groups pages that are linked closely, by label propagation: every page takes the label that
/// weighs most among its neighbours in both directions, a few times over. A link weighs less the
/// more links its ends have: a page that links to everything says little about what it links to.
///
/// Takes a few passes over the links; 16 bytes a page.
final class Clusters {
  private static final int ROUNDS = 4;

  private Clusters() {}

  /// For every page the number of a page that stands for its cluster.
  static int[] of(OldGraph snapshot, SplittableRandom random) {
    int n = snapshot.pages();
    int[] label = new int[n];
    float[] outWeight = new float[n];
    float[] inWeight = new float[n];
    for (int page = 0; page < n; page++) {
      label[page] = page;
      outWeight[page] = (float) (1 / Math.max(1.0, snapshot.links().outDegree(page)));
      inWeight[page] = (float) (1 / Math.max(1.0, snapshot.backLinks().outDegree(page)));
    }
    float[] votes = new float[n];
    int[] order = StaticOrders.random(snapshot, random);
    for (int round = 0; round < ROUNDS; round++) {
      for (int page : order) {
        int best = vote(snapshot.links(), page, label, inWeight, votes, label[page]);
        best = vote(snapshot.backLinks(), page, label, outWeight, votes, best);
        clear(snapshot.links(), page, label, votes);
        clear(snapshot.backLinks(), page, label, votes);
        label[page] = best;
      }
    }
    return label;
  }

  private static int vote(
      CsrGraph graph, int page, int[] label, float[] weight, float[] votes, int bestSoFar) {
    int best = bestSoFar;
    int[] targets = graph.targets();
    int end = (int) graph.rowStart(page + 1);
    for (int k = (int) graph.rowStart(page); k < end; k++) {
      int other = targets[k];
      if (other != page) {
        int candidate = label[other];
        votes[candidate] += weight[other];
        if (votes[candidate] > votes[best]) {
          best = candidate;
        }
      }
    }
    return best;
  }

  private static void clear(CsrGraph graph, int page, int[] label, float[] votes) {
    int[] targets = graph.targets();
    int end = (int) graph.rowStart(page + 1);
    for (int k = (int) graph.rowStart(page); k < end; k++) {
      votes[label[targets[k]]] = 0;
    }
  }
}
