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
/// A round costs a pass over the pages, and 20 bytes a site while it lasts.
final class SiteExploration {
  private final OldGraph snapshot;
  private final Groups groups;
  private final Evidence evidence;
  private final Tuning tuning;
  private double owed;

  SiteExploration(OldGraph snapshot, Groups groups, Evidence evidence, Tuning tuning) {
    this.snapshot = snapshot;
    this.groups = groups;
    this.evidence = evidence;
    this.tuning = tuning;
  }

  /// The first `count` pages of `order`, best first, the last of them given up for probes; `dead`
  /// is the share of the last proposals that did not live.
  int[] proposed(int[] order, int count, double dead) {
    int[] proposed = Arrays.copyOf(order, count);
    if (snapshot.siteCount() == 1 || order.length > snapshot.pages() * (1 - tuning.probeAfter())) {
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
    int[] left = new int[sites];
    int[] known = new int[sites];
    for (int k = 0; k < order.length; k++) {
      int site = snapshot.site(order[k]);
      if (k < count) {
        known[site]++;
      } else if (left[site]++ == 0) {
        known[site] += evidence.asked(groups.site(order[k]));
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
