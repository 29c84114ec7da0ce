package nephila.liverank.learned;

import java.util.Arrays;
import java.util.Set;
import nephila.graph.CsrGraph;
import nephila.liverank.OldGraph;

/// What is known about one page, as numbers: log-odds of its groups, each as the difference to the
/// coarser group, log-odds of its neighbours as the difference to its own groups', and its place in
/// the graph. For an answered page its own answer is left out, and so is what cannot be worked out
/// afterwards (what spread over several links, which answers of a group were the last).
final class Features {
  static final int BIAS = 0;
  static final int ALL = 1;
  static final int SITE = 2;
  static final int FOLDERS = 3;
  static final int LAST_FOLDER = 4;
  static final int FAMILY = 5;
  static final int PARENTS = FAMILY + Groups.Family.values().length;
  static final int CHILDREN = PARENTS + 1;
  static final int SIBLINGS = PARENTS + 2;
  static final int PARTNERS = PARENTS + 3;
  static final int SPREAD = PARENTS + 4;
  static final int RECENT_SITE = SPREAD + 1;
  static final int RECENT_FOLDER = SPREAD + 2;
  static final int RECENT_CLUSTER = SPREAD + 3;
  static final int SHAPE = SPREAD + 4;
  static final int IN_DEGREE = SHAPE;
  static final int RANK = SHAPE + 2;
  static final int COUNT = SHAPE + 4;

  private static final double NEIGHBOUR_PULL = 1;
  private static final Groups.Family[] FAMILIES = Groups.Family.values();

  private final OldGraph snapshot;
  private final Groups groups;
  private final Evidence evidence;
  private final float[][] shape;
  private final LivenessSpread spread;

  /// The ranges of features that are left out.
  private final int[][] without;

  Features(
      OldGraph snapshot,
      Groups groups,
      Evidence evidence,
      LivenessSpread spread,
      Set<LearnedPart> without) {
    this.spread = spread;
    this.snapshot = snapshot;
    this.groups = groups;
    this.evidence = evidence;
    this.shape = GraphShape.of(snapshot);
    this.without = without.stream().map(LearnedPart::features).toArray(int[][]::new);
  }

  /// Fills `row` for a page without an answer; needs settled evidence.
  void fresh(int page, double[] row) {
    int site = groups.site(page);
    int deepest = groups.deepest(page);
    double all = evidence.logOdds(Groups.ALL);
    row[BIAS] = 1;
    row[ALL] = all;
    row[SITE] = evidence.logOdds(site) - all;
    double own = evidence.logOdds(deepest);
    double above = deepest == site ? own : evidence.logOdds(groups.parent(deepest));
    row[FOLDERS] = above - evidence.logOdds(site);
    row[LAST_FOLDER] = own - above;
    for (int f = 0; f < FAMILIES.length; f++) {
      int group = groups.of(FAMILIES[f], page);
      row[FAMILY + f] =
          group == Groups.NONE
              ? 0
              : evidence.logOdds(group) - evidence.logOdds(groups.parent(group));
    }
    neighbours(page, 0, 0, evidence.rate(deepest), own, row);
    row[SPREAD] = spread.logOdds(page) - own;
    row[RECENT_SITE] = evidence.recent(site);
    row[RECENT_FOLDER] = deepest == site ? 0 : evidence.recent(deepest);
    int cluster = groups.of(Groups.Family.CLUSTER, page);
    row[RECENT_CLUSTER] = cluster == Groups.NONE ? 0 : evidence.recent(cluster);
    for (int k = 0; k < shape.length; k++) {
      row[SHAPE + k] = shape[k][page];
    }
    leaveOut(row);
  }

  /// Fills `row` for an answered page as if its answer had not come.
  void answered(int page, boolean alive, double[] row) {
    int one = alive ? 1 : 0;
    int site = groups.site(page);
    int deepest = groups.deepest(page);
    double all = Evidence.logit(evidence.rateWithout(Groups.ALL, one));
    double ofSite = Evidence.logit(evidence.rateWithout(site, one));
    row[BIAS] = 1;
    row[ALL] = all;
    row[SITE] = ofSite - all;
    double rate = evidence.rateWithout(deepest, one);
    double own = Evidence.logit(rate);
    double above =
        deepest == site ? own : Evidence.logit(evidence.rateWithout(groups.parent(deepest), one));
    row[FOLDERS] = above - ofSite;
    row[LAST_FOLDER] = own - above;
    for (int f = 0; f < FAMILIES.length; f++) {
      int group = groups.of(FAMILIES[f], page);
      row[FAMILY + f] =
          group == Groups.NONE
              ? 0
              : Evidence.logit(evidence.rateWithout(group, one))
                  - (groups.parent(group) == Groups.ALL ? all : ofSite);
    }
    neighbours(page, 1, one, rate, own, row);
    for (int k = 0; k < shape.length; k++) {
      row[SHAPE + k] = shape[k][page];
    }
    leaveOut(row);
  }

  private void leaveOut(double[] row) {
    for (int[] range : without) {
      Arrays.fill(row, range[0], range[1], 0);
    }
  }

  private void neighbours(
      int page, int self, int selfAlive, double rate, double own, double[] row) {
    row[PARENTS] = shift(evidence.askedParents(page), evidence.aliveParents(page), rate, own);
    row[CHILDREN] = shift(evidence.askedChildren(page), evidence.aliveChildren(page), rate, own);
    double asked = 0;
    double alive = 0;
    CsrGraph back = snapshot.backLinks();
    int[] targets = back.targets();
    int end = (int) back.rowStart(page + 1);
    for (int k = (int) back.rowStart(page); k < end; k++) {
      int parent = targets[k];
      if (parent != page) {
        double degree = snapshot.links().outDegree(parent);
        double weight = 1 / degree;
        asked += weight * (evidence.askedChildren(parent) - self);
        alive += weight * (evidence.aliveChildren(parent) - selfAlive);
      }
    }
    row[SIBLINGS] = shift(asked, alive, rate, own);
    asked = 0;
    alive = 0;
    CsrGraph links = snapshot.links();
    targets = links.targets();
    end = (int) links.rowStart(page + 1);
    for (int k = (int) links.rowStart(page); k < end; k++) {
      int child = targets[k];
      if (child != page) {
        double degree = back.outDegree(child);
        double weight = 1 / degree;
        asked += weight * (evidence.askedParents(child) - self);
        alive += weight * (evidence.aliveParents(child) - selfAlive);
      }
    }
    row[PARTNERS] = shift(asked, alive, rate, own);
  }

  /// How far `alive` of `asked` move the log-odds `own` of the rate.
  private static double shift(double asked, double alive, double rate, double own) {
    if (asked == 0) {
      return 0;
    }
    return Evidence.logit((alive + NEIGHBOUR_PULL * rate) / (asked + NEIGHBOUR_PULL)) - own;
  }
}
