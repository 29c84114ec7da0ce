package nephila.liverank.learned;

import java.util.Arrays;
import java.util.Set;
import nephila.graph.PackedGraph;
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
  static final int SIBLINGS = FAMILY + Groups.Family.values().length;
  static final int PARTNERS = SIBLINGS + 1;
  static final int SPREAD = SIBLINGS + 2;
  static final int RECENT_SITE = SPREAD + 1;
  static final int RECENT_FOLDER = SPREAD + 2;
  static final int RECENT_CLUSTER = SPREAD + 3;
  static final int SHAPE = SPREAD + 4;
  static final int IN_DEGREE = SHAPE;
  static final int RANK = SHAPE + 2;
  static final int COUNT = SHAPE + 4;

  private final PackedGraph out;
  private final PackedGraph in;
  private final PackedGraph.Rows links;
  private final PackedGraph.Rows backLinks;
  private final Groups groups;
  private final Evidence evidence;
  private final GraphShape shape;
  private final LivenessSpread spread;

  /// The ranges of features that are left out.
  private final int[][] without;

  /// What the groups of a page add to its score ([#weigh]): of a chain all that its deepest group
  /// says, of a family what its group does.
  private final float[] ofGroup;

  private final double[] weights = new double[COUNT];

  Features(
      OldGraph snapshot,
      Groups groups,
      GraphShape shape,
      Evidence evidence,
      LivenessSpread spread,
      Set<LearnedPart> without) {
    this.spread = spread;
    out = snapshot.links();
    in = snapshot.backLinks();
    links = out.rows();
    backLinks = in.rows();
    this.groups = groups;
    this.evidence = evidence;
    this.shape = shape;
    this.ofGroup = new float[groups.count()];
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
    for (int f = 0; f < Groups.FAMILIES; f++) {
      int group = groups.of(f, page);
      row[FAMILY + f] =
          group == Groups.NONE
              ? 0
              : evidence.logOdds(group) - evidence.logOdds(groups.parent(group));
    }
    row[SIBLINGS] = spread.siblings(page);
    row[PARTNERS] = spread.partners(page);
    row[SPREAD] = spread.logOdds(page) - own;
    row[RECENT_SITE] = evidence.recent(site);
    row[RECENT_FOLDER] = deepest == site ? 0 : evidence.recent(deepest);
    int cluster = groups.of(Groups.Family.CLUSTER, page);
    row[RECENT_CLUSTER] = cluster == Groups.NONE ? 0 : evidence.recent(cluster);
    for (int k = 0; k < GraphShape.COLUMNS; k++) {
      row[SHAPE + k] = shape.value(page, k);
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
    for (int f = 0; f < Groups.FAMILIES; f++) {
      int group = groups.of(f, page);
      row[FAMILY + f] =
          group == Groups.NONE
              ? 0
              : Evidence.logit(evidence.rateWithout(group, one))
                  - (groups.parent(group) == Groups.ALL ? all : ofSite);
    }
    neighbours(page, one, rate, own, row);
    for (int k = 0; k < GraphShape.COLUMNS; k++) {
      row[SHAPE + k] = shape.value(page, k);
    }
    leaveOut(row);
  }

  /// Takes the weights of a model, and works out what each group adds to the score of its pages;
  /// needs settled evidence, and holds until it is settled again.
  void weigh(double[] model) {
    System.arraycopy(model, 0, weights, 0, COUNT);
    leaveOut(weights);
    double all = evidence.logOdds(Groups.ALL);
    double ofAll = weights[BIAS] + weights[ALL] * all;
    for (int group = 0; group < groups.chainCount(); group++) {
      int site = groups.siteOf(group);
      double ofSite = evidence.logOdds(site);
      double own = evidence.logOdds(group);
      double above = group == site ? own : evidence.logOdds(groups.parent(group));
      double sum = ofAll + weights[SITE] * (ofSite - all) + weights[FOLDERS] * (above - ofSite);
      sum += weights[LAST_FOLDER] * (own - above) + weights[RECENT_SITE] * evidence.recent(site);
      sum += group == site ? 0 : weights[RECENT_FOLDER] * evidence.recent(group);
      ofGroup[group] = (float) sum;
    }
    for (int f = 0; f < Groups.FAMILIES; f++) {
      double weight = weights[FAMILY + f];
      double recent = f == Groups.Family.CLUSTER.ordinal() ? weights[RECENT_CLUSTER] : 0;
      for (int group = groups.familyStart(f); group < groups.familyStart(f + 1); group++) {
        double own = evidence.logOdds(group) - evidence.logOdds(groups.parent(group));
        ofGroup[group] =
            evidence.asked(group) == 0
                ? 0
                : (float) (weight * own + (recent == 0 ? 0 : recent * evidence.recent(group)));
      }
    }
  }

  /// What the model of [#weigh] gives the page: the same as of the row of [#fresh].
  double score(int page) {
    int deepest = groups.deepest(page);
    double sum = ofGroup[deepest];
    for (int f = 0; f < Groups.FAMILIES; f++) {
      int group = groups.of(f, page);
      if (group != Groups.NONE) {
        sum += ofGroup[group];
      }
    }
    double own = evidence.logOdds(deepest);
    sum += weights[SIBLINGS] * spread.siblings(page) + weights[PARTNERS] * spread.partners(page);
    sum += weights[SPREAD] * (spread.logOdds(page) - own);
    for (int k = 0; k < GraphShape.COLUMNS; k++) {
      sum += weights[SHAPE + k] * shape.value(page, k);
    }
    return sum;
  }

  private void leaveOut(double[] row) {
    for (int[] range : without) {
      Arrays.fill(row, range[0], range[1], 0);
    }
  }

  private void neighbours(int page, int selfAlive, double rate, double own, double[] row) {
    double asked = 0;
    double alive = 0;
    int length = backLinks.read(page);
    for (int k = 0; k < length; k++) {
      int parent = backLinks.targets[k];
      if (parent != page) {
        double weight = 1.0 / out.outDegree(parent);
        asked += weight * (evidence.askedChildren(parent) - 1);
        alive += weight * (evidence.aliveChildren(parent) - selfAlive);
      }
    }
    row[SIBLINGS] = LivenessSpread.shift(asked, alive, rate, own);
    asked = 0;
    alive = 0;
    length = links.read(page);
    for (int k = 0; k < length; k++) {
      int child = links.targets[k];
      if (child != page) {
        double weight = 1.0 / in.outDegree(child);
        asked += weight * (evidence.askedParents(child) - 1);
        alive += weight * (evidence.aliveParents(child) - selfAlive);
      }
    }
    row[PARTNERS] = LivenessSpread.shift(asked, alive, rate, own);
  }
}
