package nephila.liverank.learned;

import nephila.graph.CsrGraph;
import nephila.liverank.OldGraph;

/// What the answers so far say about groups of pages and about the neighbours of each page: counts,
/// kept up to date with every answer. An answer costs the groups and the links of its page.
///
/// The rate of a group is drawn to that of its parent as by `pull` answers: (alive + pull·parent's
/// rate) / (asked + pull).
final class Evidence {
  static final double PULL = 2;
  private static final double LEAST = 1e-4;

  /// What remains of an answer's weight after another of its group: the last 20 count.
  private static final float KEPT = 0.95f;

  private static final double RECENT_PULL = 2;

  private final CsrGraph links;
  private final CsrGraph backLinks;
  private final Groups groups;
  private final int[] asked;
  private final int[] alive;
  private final int[] askedParents;
  private final int[] aliveParents;
  private final int[] askedChildren;
  private final int[] aliveChildren;
  private final float[] recentAsked;
  private final float[] recentAlive;
  private final double[] rate;
  private final double[] logOdds;

  Evidence(OldGraph snapshot, Groups groups) {
    links = snapshot.links();
    backLinks = snapshot.backLinks();
    this.groups = groups;
    asked = new int[groups.count()];
    alive = new int[groups.count()];
    recentAsked = new float[groups.count()];
    recentAlive = new float[groups.count()];
    rate = new double[groups.count()];
    logOdds = new double[groups.count()];
    askedParents = new int[snapshot.pages()];
    aliveParents = new int[snapshot.pages()];
    askedChildren = new int[snapshot.pages()];
    aliveChildren = new int[snapshot.pages()];
  }

  void add(int page, boolean isAlive) {
    int one = isAlive ? 1 : 0;
    for (int group = groups.deepest(page); group != Groups.NONE; group = groups.parent(group)) {
      count(group, one);
    }
    for (Groups.Family family : Groups.Family.values()) {
      int group = groups.of(family, page);
      if (group != Groups.NONE) {
        count(group, one);
      }
    }
    tell(links, page, one, askedParents, aliveParents);
    tell(backLinks, page, one, askedChildren, aliveChildren);
  }

  private void count(int group, int one) {
    asked[group]++;
    alive[group] += one;
    recentAsked[group] = recentAsked[group] * KEPT + 1;
    recentAlive[group] = recentAlive[group] * KEPT + one;
  }

  /// How much better the last answers of a group were than all of them, in log-odds: below zero for
  /// a group whose living are used up.
  double recent(int group) {
    double now =
        (recentAlive[group] + RECENT_PULL * rate[group]) / (recentAsked[group] + RECENT_PULL);
    return logit(now) - logOdds[group];
  }

  private static void tell(CsrGraph graph, int page, int one, int[] asked, int[] alive) {
    int[] targets = graph.targets();
    int end = (int) graph.rowStart(page + 1);
    for (int k = (int) graph.rowStart(page); k < end; k++) {
      int other = targets[k];
      if (other != page) {
        asked[other]++;
        alive[other] += one;
      }
    }
  }

  /// Works out the rates of all groups from the counts.
  void settle() {
    for (int group = 0; group < rate.length; group++) {
      int parent = groups.parent(group);
      double drawnTo = parent == Groups.NONE ? 0.5 : rate[parent];
      double pull = parent == Groups.NONE ? 1 : PULL;
      rate[group] = (alive[group] + pull * drawnTo) / (asked[group] + pull);
      logOdds[group] = logit(rate[group]);
    }
  }

  /// The settled rate of a group.
  double rate(int group) {
    return rate[group];
  }

  double logOdds(int group) {
    return logOdds[group];
  }

  /// The rate of a group as if one of its answers had not come; `one` is 1 where it was alive.
  double rateWithout(int group, int one) {
    int parent = groups.parent(group);
    double drawnTo = parent == Groups.NONE ? 0.5 : rateWithout(parent, one);
    double pull = parent == Groups.NONE ? 1 : PULL;
    return (alive[group] - one + pull * drawnTo) / (asked[group] - 1 + pull);
  }

  int asked(int group) {
    return asked[group];
  }

  int askedParents(int page) {
    return askedParents[page];
  }

  int aliveParents(int page) {
    return aliveParents[page];
  }

  int askedChildren(int page) {
    return askedChildren[page];
  }

  int aliveChildren(int page) {
    return aliveChildren[page];
  }

  static double logit(double p) {
    double clipped = Math.min(1 - LEAST, Math.max(LEAST, p));
    return Math.log(clipped / (1 - clipped));
  }
}
