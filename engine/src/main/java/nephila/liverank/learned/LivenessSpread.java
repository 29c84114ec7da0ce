package nephila.liverank.learned;

import java.util.Arrays;
import nephila.graph.PackedGraph;
import nephila.liverank.Asked;
import nephila.liverank.OldGraph;

/// What the answers say of pages several links away: a page's value is the mean of its neighbours'
/// in both directions, answers counting in full and guesses in part, and of the rate of its own
/// groups. Each call of [#settle] sweeps once over all pages, or over some, going on from the
/// values before.
///
/// The same sweep works out what the pages say that have a parent, or a child, in common with a
/// page: nearer than what spreads, and without their groups.
///
/// A link weighs less the more links its other end has. A sweep costs the links twice; 14 bytes a
/// page.
final class LivenessSpread {
  /// What a guess weighs against an answer.
  private static final float GUESS = 0.3f;

  /// What the rate of a page's groups weighs against a link.
  private static final float OWN = 0.5f;

  /// Numbers of links up to this one are told apart; from there on there are [#STEPS] to a
  /// doubling.
  private static final int EXACT = 64;

  private static final int STEPS = 4;

  /// Set in the code of a page that was answered.
  private static final int ANSWERED = 128;

  private static final float[] WEIGHT = weights();

  private static final double NEIGHBOUR_PULL = 1;

  private final PackedGraph.Rows links;
  private final PackedGraph.Rows backLinks;
  private final Asked asked;
  private final float[] value;

  /// What a page weighs for those it links to, and for those that link to it, as places in WEIGHT.
  private final byte[] out;

  private final byte[] in;

  private final float[] siblings;
  private final float[] partners;

  LivenessSpread(OldGraph snapshot, Asked asked) {
    links = snapshot.links().rows();
    backLinks = snapshot.backLinks().rows();
    this.asked = asked;
    int n = snapshot.pages();
    value = new float[n];
    Arrays.fill(value, 0.5f);
    out = new byte[n];
    in = new byte[n];
    siblings = new float[n];
    partners = new float[n];
    for (int page = 0; page < n; page++) {
      out[page] = (byte) code(snapshot.links().outDegree(page));
      in[page] = (byte) code(snapshot.backLinks().outDegree(page));
    }
  }

  private static int code(int degree) {
    if (degree <= EXACT) {
      return degree;
    }
    double doublings = Math.log(degree / (double) EXACT) / Math.log(2);
    return Math.min(ANSWERED - 1, EXACT + (int) Math.round(STEPS * doublings));
  }

  private static float[] weights() {
    float[] weights = new float[2 * ANSWERED];
    for (int code = 0; code < ANSWERED; code++) {
      double degree =
          code <= EXACT ? Math.max(1, code) : EXACT * Math.pow(2, (code - EXACT) / (double) STEPS);
      weights[code + ANSWERED] = (float) (1 / Math.sqrt(degree));
      weights[code] = GUESS * weights[code + ANSWERED];
    }
    return weights;
  }

  void add(int page, boolean alive) {
    value[page] = alive ? 1 : 0;
    out[page] |= (byte) ANSWERED;
    in[page] |= (byte) ANSWERED;
  }

  /// Sweeps once over the pages without an answer.
  void settle(Groups groups, Evidence evidence) {
    for (int page = 0; page < value.length; page++) {
      settle(page, groups, evidence);
    }
  }

  /// Works out one page anew, if it has no answer.
  void settle(int page, Groups groups, Evidence evidence) {
    if (asked.answered(page)) {
      return;
    }
    double rate = evidence.rate(groups.deepest(page));
    float sum = OWN * (float) rate;
    float total = OWN;
    float heard = 0;
    float lived = 0;
    int length = backLinks.read(page);
    for (int k = 0; k < length; k++) {
      int parent = backLinks.targets[k];
      float w = WEIGHT[out[parent] & 0xff];
      total += w;
      sum += w * value[parent];
      float one = inverse(out[parent]);
      heard += one * evidence.askedChildren(parent);
      lived += one * evidence.aliveChildren(parent);
    }
    double own = evidence.logOdds(groups.deepest(page));
    siblings[page] = (float) shift(heard, lived, rate, own);
    heard = 0;
    lived = 0;
    length = links.read(page);
    for (int k = 0; k < length; k++) {
      int child = links.targets[k];
      float w = WEIGHT[in[child] & 0xff];
      total += w;
      sum += w * value[child];
      float one = inverse(in[child]);
      heard += one * evidence.askedParents(child);
      lived += one * evidence.aliveParents(child);
    }
    partners[page] = (float) shift(heard, lived, rate, own);
    value[page] = sum / total;
  }

  /// One over the number of links of a code.
  private static float inverse(byte code) {
    float root = WEIGHT[(code & 0xff) | ANSWERED];
    return root * root;
  }

  /// How far `alive` of `asked` move the log-odds `own` of the rate.
  static double shift(double asked, double alive, double rate, double own) {
    if (asked == 0) {
      return 0;
    }
    return Evidence.logit((alive + NEIGHBOUR_PULL * rate) / (asked + NEIGHBOUR_PULL)) - own;
  }

  /// How far the answers of pages with the same parents moved the page's log-odds when it was
  /// swept.
  double siblings(int page) {
    return siblings[page];
  }

  /// The same of pages with the same children.
  double partners(int page) {
    return partners[page];
  }

  double logOdds(int page) {
    return Evidence.logit(value[page]);
  }
}
