package nephila.graph.generate;

/// Draws i with probability ∝ weight[i] in constant time (Walker's alias method), 12 bytes a
/// weight.
final class WeightedChoice {
  private final double[] keep;
  private final int[] alias;

  WeightedChoice(double[] weights) {
    int size = weights.length;
    keep = weights.clone();
    alias = new int[size];
    double total = 0;
    for (double weight : weights) {
      total += weight;
    }
    // Below `small` lie the indexes still too light, from `large` on those still too heavy.
    int[] open = new int[size];
    int small = 0;
    int large = size;
    for (int i = 0; i < size; i++) {
      keep[i] *= size / total;
      if (keep[i] < 1) {
        open[small++] = i;
      } else {
        open[--large] = i;
      }
    }
    while (small > 0 && large < size) {
      int light = open[--small];
      int heavy = open[large];
      alias[light] = heavy;
      keep[heavy] -= 1 - keep[light];
      if (keep[heavy] < 1) {
        large++;
        open[small++] = heavy;
      }
    }
    while (large < size) {
      keep[open[large++]] = 1;
    }
    while (small > 0) {
      keep[open[--small]] = 1;
    }
  }

  int draw(SplitMix random) {
    int i = random.nextInt(keep.length);
    return random.nextDouble() < keep[i] ? i : alias[i];
  }
}
