package nephila.liverank.learned;

import nephila.graph.PackedGraph;
import nephila.liverank.OldGraph;

/// What the answers so far say about groups of pages and about the neighbours of each page: counts,
/// kept up to date with every answer. An answer costs the groups and the links of its page.
///
/// The rate of a group is drawn to that of its parent as by `pull` answers: (alive + pull·parent's
/// rate) / (asked + pull). 24 bytes a group, 8 a page; of more than 65,535 neighbours of a page
/// those count that answered first.
final class Evidence {
  static final double PULL = 2;
  private static final double LEAST = 1e-4;

  /// What remains of an answer's weight after another of its group: the last 20 count.
  private static final float KEPT = 0.95f;

  private static final double RECENT_PULL = 2;

  private final PackedGraph.Rows links;
  private final PackedGraph.Rows backLinks;
  private final Groups groups;
  private final int[] asked;
  private final int[] alive;
  private final char[] askedParents;
  private final char[] aliveParents;
  private final char[] askedChildren;
  private final char[] aliveChildren;
  private final float[] recentAsked;
  private final float[] recentAlive;
  private final float[] rate;
  private final float[] logOdds;

  Evidence(OldGraph snapshot, Groups groups) {
    links = snapshot.links().rows();
    backLinks = snapshot.backLinks().rows();
    this.groups = groups;
    asked = new int[groups.count()];
    alive = new int[groups.count()];
    recentAsked = new float[groups.count()];
    recentAlive = new float[groups.count()];
    rate = new float[groups.count()];
    logOdds = new float[groups.count()];
    askedParents = new char[snapshot.pages()];
    aliveParents = new char[snapshot.pages()];
    askedChildren = new char[snapshot.pages()];
    aliveChildren = new char[snapshot.pages()];
  }

  void add(int page, boolean isAlive) {
    int one = isAlive ? 1 : 0;
    for (int group = groups.deepest(page); group != Groups.NONE; group = groups.parent(group)) {
      count(group, one);
    }
    for (int family = 0; family < Groups.FAMILIES; family++) {
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
    if (asked[group] == 0) {
      return 0;
    }
    double now =
        (recentAlive[group] + RECENT_PULL * rate[group]) / (recentAsked[group] + RECENT_PULL);
    return logit(now) - logOdds[group];
  }

  private static void tell(PackedGraph.Rows graph, int page, int one, char[] asked, char[] alive) {
    int length = graph.read(page);
    for (int k = 0; k < length; k++) {
      int other = graph.targets[k];
      if (other != page && asked[other] < Character.MAX_VALUE) {
        asked[other]++;
        alive[other] += (char) one;
      }
    }
  }

  /// Works out the rates of all groups from the counts.
  void settle() {
    double all = (alive[Groups.ALL] + 0.5) / (asked[Groups.ALL] + 1);
    rate[Groups.ALL] = (float) all;
    logOdds[Groups.ALL] = (float) logit(all);
    for (int group = 1; group < rate.length; group++) {
      int parent = groups.parent(group);
      if (asked[group] == 0) {
        rate[group] = rate[parent];
        logOdds[group] = logOdds[parent];
      } else {
        double now = (alive[group] + PULL * rate[parent]) / (asked[group] + PULL);
        rate[group] = (float) now;
        logOdds[group] = (float) logit(now);
      }
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
