package nephila.liverank.learned;

import java.util.Arrays;
import nephila.graph.CsrGraph;
import nephila.liverank.Asked;
import nephila.liverank.OldGraph;

/// What the answers say of pages several links away: a page's value is the mean of its neighbours'
/// in both directions, answers counting in full and guesses in part, and of the rate of its own
/// groups. Each call of [#settle] sweeps once over all pages, going on from the values before.
///
/// A link weighs less the more links its other end has. A sweep costs the links twice; 16 bytes a
/// page.
final class LivenessSpread {
  /// What a guess weighs against an answer.
  private static final float GUESS = 0.3f;

  /// What the rate of a page's groups weighs against a link.
  private static final float OWN = 0.5f;

  private final CsrGraph links;
  private final CsrGraph backLinks;
  private final Asked asked;
  private final float[] value;
  private final float[] weight;
  private final float[] outWeight;
  private final float[] inWeight;

  LivenessSpread(OldGraph snapshot, Asked asked) {
    links = snapshot.links();
    backLinks = snapshot.backLinks();
    this.asked = asked;
    int n = snapshot.pages();
    value = new float[n];
    weight = new float[n];
    Arrays.fill(weight, GUESS);
    Arrays.fill(value, 0.5f);
    outWeight = new float[n];
    inWeight = new float[n];
    for (int page = 0; page < n; page++) {
      outWeight[page] = (float) (1 / Math.sqrt(Math.max(1, links.outDegree(page))));
      inWeight[page] = (float) (1 / Math.sqrt(Math.max(1, backLinks.outDegree(page))));
    }
  }

  void add(int page, boolean alive) {
    value[page] = alive ? 1 : 0;
    weight[page] = 1;
  }

  /// Sweeps once over the pages without an answer.
  void settle(Groups groups, Evidence evidence) {
    settle(groups, evidence, 0, 1);
  }

  /// Sweeps over one of `slices` equal parts of the pages: every so many-th from the first.
  void settle(Groups groups, Evidence evidence, int first, int slices) {
    for (int page = first; page < value.length; page += slices) {
      if (!asked.answered(page)) {
        float own = (float) evidence.rate(groups.deepest(page));
        float sum = OWN * own;
        float total = OWN;
        int[] targets = backLinks.targets();
        int end = (int) backLinks.rowStart(page + 1);
        for (int k = (int) backLinks.rowStart(page); k < end; k++) {
          int parent = targets[k];
          float w = weight[parent] * outWeight[parent];
          total += w;
          sum += w * value[parent];
        }
        targets = links.targets();
        end = (int) links.rowStart(page + 1);
        for (int k = (int) links.rowStart(page); k < end; k++) {
          int child = targets[k];
          float w = weight[child] * inWeight[child];
          total += w;
          sum += w * value[child];
        }
        value[page] = sum / total;
      }
    }
  }

  double logOdds(int page) {
    return Evidence.logit(value[page]);
  }
}
