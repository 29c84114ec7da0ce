package nephila.liverank;

import java.util.SplittableRandom;

/// The static LiveRanks R, I and P (section 2.3 of the paper), and how scores become an order.
public final class StaticOrders {
  private StaticOrders() {}

  /// R: a random permutation.
  public static int[] random(OldGraph snapshot, SplittableRandom random) {
    return permutation(snapshot.pages(), random);
  }

  static int[] permutation(int pages, SplittableRandom random) {
    int[] order = new int[pages];
    for (int i = 0; i < order.length; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  /// I: most linked-to first; equals in random order.
  static int[] inDegree(OldGraph snapshot, SplittableRandom random) {
    return descending(inDegrees(snapshot), random(snapshot, random));
  }

  static double[] inDegrees(OldGraph snapshot) {
    int[] degrees = snapshot.inDegrees();
    double[] degree = new double[degrees.length];
    for (int i = 0; i < degree.length; i++) {
      degree[i] = degrees[i];
    }
    return degree;
  }

  /// P: highest PageRank first; equals in random order.
  public static int[] pageRank(OldGraph snapshot, SplittableRandom random) {
    return descending(snapshot.pageRank(), random(snapshot, random));
  }

  /// The places of `score` by descending score; equals keep their place. No score may be a NaN.
  public static int[] descending(float[] score) {
    int[] places = new int[score.length];
    int[] keys = new int[score.length];
    for (int k = 0; k < places.length; k++) {
      places[k] = k;
      int bits = Float.floatToRawIntBits(score[k] + 0f);
      // As whole numbers floats sort by size, those below 0 the other way round.
      keys[k] = bits ^ ((bits >> 31) | Integer.MIN_VALUE);
    }
    return StableSort.descending(keys, places);
  }

  /// The pages of `order` by descending score; equals keep their place.
  public static int[] descending(double[] score, int[] order) {
    // Keys: the bits of a non-negative double sort like the double itself.
    long[] bits = new long[order.length];
    for (int k = 0; k < order.length; k++) {
      double value = score[order[k]];
      assert value >= 0 : "scores must not be negative";
      bits[k] = Double.doubleToLongBits(value);
    }
    return StableSort.descending(bits, order);
  }
}
