package nephila.formats.links;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Sorts non-negative longs, and weights with them, by their digits, lowest first: time O(n) for
/// each digit of 11 bits that differs, stable, with arrays as large as the ones sorted beside them.
final class RadixSort {
  private static final int DIGIT_BITS = 11;
  private static final int DIGITS = 1 << DIGIT_BITS;

  private long[] spare = new long[0];
  private double[] spareWeights = new double[0];

  /// Sorts the first `count` keys.
  void sort(long[] keys, double @Nullable [] weights, int count) {
    long all = 0;
    boolean sorted = true;
    for (int k = 0; k < count; k++) {
      all |= keys[k];
      sorted &= k == 0 || keys[k - 1] <= keys[k];
    }
    if (sorted) {
      return;
    }
    if (spare.length < count) {
      spare = new long[keys.length];
    }
    if (weights != null && spareWeights.length < count) {
      spareWeights = new double[keys.length];
    }
    long[] from = keys;
    long[] to = spare;
    double[] fromWeights = weights;
    double[] toWeights = spareWeights;
    for (int shift = 0; shift < Long.SIZE && all >>> shift != 0; shift += DIGIT_BITS) {
      if (pass(from, fromWeights, to, toWeights, count, shift)) {
        long[] keysNow = to;
        to = from;
        from = keysNow;
        if (fromWeights != null) {
          double[] weightsNow = toWeights;
          toWeights = fromWeights;
          fromWeights = weightsNow;
        }
      }
    }
    if (from != keys) {
      System.arraycopy(from, 0, keys, 0, count);
      if (weights != null && fromWeights != null) {
        System.arraycopy(fromWeights, 0, weights, 0, count);
      }
    }
  }

  /// Moves keys by one digit; false where all have the same one and nothing was moved.
  private static boolean pass(
      long[] from,
      double @Nullable [] fromWeights,
      long[] to,
      double[] toWeights,
      int count,
      int shift) {
    int[] starts = new int[DIGITS];
    for (int k = 0; k < count; k++) {
      starts[(int) (from[k] >>> shift) & (DIGITS - 1)]++;
    }
    if (Arrays.stream(starts).anyMatch(n -> n == count)) {
      return false;
    }
    int total = 0;
    for (int d = 0; d < DIGITS; d++) {
      int here = starts[d];
      starts[d] = total;
      total += here;
    }
    for (int k = 0; k < count; k++) {
      int at = starts[(int) (from[k] >>> shift) & (DIGITS - 1)]++;
      to[at] = from[k];
      if (fromWeights != null) {
        toWeights[at] = fromWeights[k];
      }
    }
    return true;
  }
}
