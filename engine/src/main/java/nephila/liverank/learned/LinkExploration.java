package nephila.liverank.learned;

import java.util.Arrays;
import java.util.BitSet;
import nephila.liverank.OldGraph;
import nephila.liverank.StaticOrders;

/// Questions to pages that living pages link to, those first to which most do. Where the learned
/// proposals fail, the living that are left often are where nothing was heard of yet, and links are
/// the way there.
///
/// A part of the questions goes to them in any case, to see how they do; small while most proposals
/// live, and the smaller the seldomer followers do. While they live more often than the others,
/// they get nearly as many questions as would fail.
///
/// A round costs a pass over the pages, and 12 bytes a page while it lasts.
final class LinkExploration {
  /// Answers over which the share of hits is smoothed.
  private static final int SMOOTHED = 30;

  /// The least part of their share that followers keep, however seldom they live.
  private static final double LEAST = 0.1;

  private final Evidence evidence;
  private final Tuning tuning;
  private final int pages;
  private final BitSet open = new BitSet();
  private double owed;

  /// The shares that lived of the last questions to followers, and of the last others.
  private double hits = 1;

  private double otherHits = 1;

  LinkExploration(OldGraph snapshot, Evidence evidence, Tuning tuning) {
    this.evidence = evidence;
    this.tuning = tuning;
    this.pages = snapshot.pages();
  }

  /// The pages of `order`, best first, with followers before them, of which `count` are to be
  /// asked; `dead` is the share of the last proposals that did not live, `left` how many pages
  /// nobody asked.
  int[] moved(int[] order, int count, int left, double dead) {
    if (left > pages * (1 - tuning.probeAfter())) {
      return order;
    }
    owed += share() * Math.pow(dead, 3) * count;
    owed = Math.min(owed, tuning.mostFollowers() * count);
    int[] chosen = chosen(order);
    owed -= chosen.length;
    return chosen.length == 0 ? order : before(order, chosen);
  }

  private double share() {
    if (hits > otherHits) {
      return tuning.mostFollowers();
    }
    double ratio = hits / Math.max(otherHits, Double.MIN_NORMAL);
    return tuning.followers() * Math.max(LEAST, ratio * ratio);
  }

  /// A page answered, whoever proposed it.
  void answered(int page, boolean alive) {
    double one = alive ? 1 : 0;
    if (open.get(page)) {
      open.clear(page);
      hits += (one - hits) / SMOOTHED;
    } else {
      otherHits += (one - otherHits) / SMOOTHED;
    }
  }

  /// A page is closed: nobody learns how it does.
  void closed(int page) {
    open.clear(page);
  }

  /// As many as are owed, those with the most living parents, then by their place in `order`.
  private int[] chosen(int[] order) {
    if (owed < 1) {
      return new int[0];
    }
    int[] found = new int[order.length];
    double[] parents = new double[order.length];
    int count = 0;
    for (int page : order) {
      int living = evidence.aliveParents(page);
      if (living > 0) {
        parents[count] = living;
        found[count++] = page;
      }
    }
    int[] places = new int[count];
    Arrays.setAll(places, k -> k);
    int[] best = StaticOrders.descending(parents, places);
    int[] most = new int[count];
    Arrays.setAll(most, k -> found[best[k]]);
    return Arrays.copyOf(most, Math.min(count, (int) owed));
  }

  private int[] before(int[] order, int[] chosen) {
    int[] moved = Arrays.copyOf(chosen, order.length);
    BitSet first = new BitSet();
    for (int page : chosen) {
      first.set(page);
    }
    int at = chosen.length;
    for (int page : order) {
      if (!first.get(page)) {
        moved[at++] = page;
      }
    }
    open.or(first);
    return moved;
  }
}
