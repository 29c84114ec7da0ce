package nephila.liverank.learned;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import nephila.liverank.OldGraph;

/// Questions to large sites about which too little is known. Two dead pages in the beginning would
/// leave a site of thousands behind all others until the end; so a part of the questions, as much
/// as proposals fail, goes to the sites with most pages left for the square of the answers heard
/// and of the questions under way. Not while nothing is learned yet: then most proposals fail
/// anyway.
///
/// A round costs a pass over the pages of its order, and 16 bytes a site while it lasts.
final class SiteExploration {
  private final OldGraph snapshot;
  private final Groups groups;
  private final Evidence evidence;
  private final ClosedPages closed;
  private final Tuning tuning;
  private static final int UNSET = -1;

  private final int[] fresh;

  /// The group of each site, once one of its pages was met.
  private final int[] group;

  private double owed;

  SiteExploration(
      OldGraph snapshot, Groups groups, Evidence evidence, ClosedPages closed, Tuning tuning) {
    this.snapshot = snapshot;
    this.groups = groups;
    this.evidence = evidence;
    this.closed = closed;
    this.fresh = new int[snapshot.siteCount()];
    this.group = new int[fresh.length];
    Arrays.fill(group, UNSET);
    for (int page = 0; page < snapshot.pages(); page++) {
      fresh[snapshot.site(page)]++;
    }
    this.tuning = tuning;
  }

  /// A page is proposed, or answered unasked: it is no longer among those to ask.
  void taken(int page) {
    fresh[snapshot.site(page)]--;
  }

  /// The first `count` pages of `order`, best first, the last of them given up for probes; `dead`
  /// is the share of the last proposals that did not live, `left` how many pages nobody asked.
  int[] proposed(int[] order, int count, int left, double dead) {
    int[] proposed = Arrays.copyOf(order, count);
    if (snapshot.siteCount() == 1 || left > snapshot.pages() * (1 - tuning.probeAfter())) {
      return proposed;
    }
    double share = tuning.probeShare() * dead * Math.sqrt(dead);
    owed = Math.min(owed + share * count, count / 2.0);
    int[] chosen = chosen(order, count);
    int at = count;
    for (int k = count; k < order.length && owed >= 1; k++) {
      int site = snapshot.site(order[k]);
      if (chosen[site] > 0) {
        chosen[site]--;
        proposed[--at] = order[k];
        owed--;
      }
    }
    return proposed;
  }

  /// How many probes each site gets: one by one they go to the site that needs one most, at most as
  /// many as are owed.
  private int[] chosen(int[] order, int count) {
    int sites = snapshot.siteCount();
    int[] left = fresh.clone();
    int[] known = new int[sites];
    for (int k = 0; k < count; k++) {
      int site = snapshot.site(order[k]);
      known[site]++;
      left[site]--;
    }
    for (int k = count; k < order.length; k++) {
      int site = snapshot.site(order[k]);
      if (group[site] == UNSET) {
        group[site] = groups.site(order[k]);
      }
    }
    for (int site = 0; site < sites; site++) {
      if (left[site] > 0 && group[site] != UNSET) {
        known[site] += evidence.asked(group[site]) + closed.of(group[site]);
      }
    }
    PriorityQueue<Need> needs = new PriorityQueue<>(Comparator.comparing(Need::urgency).reversed());
    for (int site = 0; site < sites; site++) {
      offer(needs, new Need(site, left[site], known[site]));
    }
    int[] chosen = new int[sites];
    for (int k = 0; k < (int) owed && !needs.isEmpty(); k++) {
      Need most = needs.poll();
      chosen[most.site]++;
      offer(needs, new Need(most.site, most.left - 1, most.known + 1));
    }
    return chosen;
  }

  private void offer(PriorityQueue<Need> needs, Need need) {
    if (need.urgency() > tuning.probeNeed()) {
      needs.add(need);
    }
  }

  /// A site with `left` pages that nobody asked or is about to ask, and `known` answers heard or
  /// awaited.
  private record Need(int site, int left, int known) {
    double urgency() {
      return left / Math.pow(1.0 + known, 2);
    }
  }
}
