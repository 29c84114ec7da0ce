package nephila.liverank.learned;

import java.util.SplittableRandom;
import nephila.graph.PackedGraph;
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
    PackedGraph.Rows out = snapshot.links().rows();
    PackedGraph.Rows in = snapshot.backLinks().rows();
    int[] order = StaticOrders.random(snapshot, random);
    for (int round = 0; round < ROUNDS; round++) {
      for (int page : order) {
        int children = out.read(page);
        int parents = in.read(page);
        int best = vote(out.targets, children, page, label, inWeight, votes, label[page]);
        best = vote(in.targets, parents, page, label, outWeight, votes, best);
        clear(out.targets, children, label, votes);
        clear(in.targets, parents, label, votes);
        label[page] = best;
      }
    }
    return label;
  }

  private static int vote(
      int[] others,
      int count,
      int page,
      int[] label,
      float[] weight,
      float[] votes,
      int bestSoFar) {
    int best = bestSoFar;
    for (int k = 0; k < count; k++) {
      int other = others[k];
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

  private static void clear(int[] others, int count, int[] label, float[] votes) {
    for (int k = 0; k < count; k++) {
      votes[label[others[k]]] = 0;
    }
  }
}
