package nephila.liverank;

import java.util.Arrays;

/// Questions to large sites about which too little is known. Two dead pages in the beginning would
/// leave a site of thousands behind all others until the end; so a part of the questions, as much
/// as proposals fail, goes to the sites with most pages left for the square of the answers heard.
/// Not while nothing is learned yet: then most proposals fail anyway.
///
/// A round costs a pass over the pages, and 29 bytes a site while it lasts.
final class Probes {
  private final Snapshot snapshot;
  private final Groups groups;
  private final Evidence evidence;
  private final Tuning tuning;
  private double owed;

  Probes(Snapshot snapshot, Groups groups, Evidence evidence, Tuning tuning) {
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
    owed = Math.min(owed + tuning.probeShare() * dead * count, count / 2.0);
    boolean[] chosen = chosen(order, count);
    int at = count;
    for (int k = count; k < order.length && owed >= 1; k++) {
      int site = snapshot.site(order[k]);
      if (chosen[site]) {
        chosen[site] = false;
        proposed[--at] = order[k];
        owed--;
      }
    }
    return proposed;
  }

  /// The sites that need a probe most, at most as many as are owed.
  private boolean[] chosen(int[] order, int count) {
    int sites = snapshot.siteCount();
    int[] left = new int[sites];
    int[] coming = new int[sites];
    int[] heard = new int[sites];
    for (int k = 0; k < order.length; k++) {
      int site = snapshot.site(order[k]);
      (k < count ? coming : left)[site]++;
      heard[site] = evidence.asked(groups.site(order[k]));
    }
    double[] need = new double[sites];
    int[] needy = new int[sites];
    int found = 0;
    for (int site = 0; site < sites; site++) {
      double known = 1.0 + heard[site] + coming[site];
      need[site] = left[site] / (known * known);
      if (need[site] > tuning.probeNeed()) {
        needy[found++] = site;
      }
    }
    int[] most = StaticOrders.descending(need, Arrays.copyOf(needy, found));
    boolean[] chosen = new boolean[sites];
    for (int k = 0; k < Math.min(found, (int) owed); k++) {
      chosen[most[k]] = true;
    }
    return chosen;
  }
}
