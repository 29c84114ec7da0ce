package nephila.graph.generate;

/// Random numbers that are the same on every machine and in every version of Java: the SplitMix64
/// generator and draws made from it with `StrictMath` only.
final class SplitMix {
  private static final double LARGEST_POISSON_STEP = 30;

  private long state;

  SplitMix(long seed) {
    state = seed;
  }

  /// An independent generator for part `number` of the work that `seed` starts.
  static SplitMix part(long seed, long number) {
    return new SplitMix(mix(mix(seed) + 0x9E3779B97F4A7C15L * (number + 1)));
  }

  static long mix(long bits) {
    long z = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  long nextLong() {
    state += 0x9E3779B97F4A7C15L;
    return mix(state);
  }

  /// Uniform in 0 … bound − 1.
  int nextInt(int bound) {
    return (int) Math.multiplyHigh(nextLong() >>> 1, (long) bound << 1);
  }

  /// Uniform in [0, 1).
  double nextDouble() {
    return (nextLong() >>> 11) * 0x1.0p-53;
  }

  boolean chance(double probability) {
    return nextDouble() < probability;
  }

  /// Above 1, with density ∝ x^−(tail + 1).
  double pareto(double tail) {
    return StrictMath.pow(1 - nextDouble(), -1 / tail);
  }

  /// `x` rounded up or down at random so that the mean is `x`.
  int round(double x) {
    int down = (int) x;
    return chance(x - down) ? down + 1 : down;
  }

  int poisson(double mean) {
    int drawn = 0;
    double left = mean;
    while (left > LARGEST_POISSON_STEP) {
      drawn += poissonStep(LARGEST_POISSON_STEP);
      left -= LARGEST_POISSON_STEP;
    }
    return drawn + poissonStep(left);
  }

  private int poissonStep(double mean) {
    double limit = StrictMath.exp(-mean);
    double product = nextDouble();
    int drawn = 0;
    while (product > limit) {
      drawn++;
      product *= nextDouble();
    }
    return drawn;
  }
}
