package nephila.graph.generate;

import nephila.graph.RowSink;

/// In-degrees ∝ k^−2.1, out-degrees ∝ k^−2.7: every page has a popularity drawn from a Pareto law,
/// and links lead to pages in proportion to it.
final class PowerModel extends GraphGenerator {
  private static final double IN_TAIL = 1.1;
  private static final double OUT_TAIL = 1.7;
  private static final int TRIES = 20;
  private static final double LARGEST_SHARE = 0.1;
  private static final int CUTTING_ROUNDS = 4;

  PowerModel(int pages, double meanDegree, long seed) {
    super(pages, meanDegree, seed);
  }

  @Override
  public void rows(RowSink sink) {
    SplitMix random = SplitMix.part(seed(), 0);
    WeightedChoice choice = new WeightedChoice(popularity(random));
    double least = meanDegree() * (OUT_TAIL - 1) / OUT_TAIL;
    TargetSet row = new TargetSet();
    for (int page = 0; page < pages(); page++) {
      int degree = random.round(Math.min(least * random.pareto(OUT_TAIL), pages() / 2.0));
      for (int k = 0; k < degree; k++) {
        addNew(row, choice, random);
      }
      row.finish(page, sink);
    }
  }

  /// Drawn from the Pareto law and cut where the most popular page would be linked from more than a
  /// tenth of all pages: else the luck of a single draw decides what the graph is like.
  private double[] popularity(SplitMix random) {
    double[] popularity = new double[pages()];
    double total = 0;
    for (int page = 0; page < pages(); page++) {
      popularity[page] = random.pareto(IN_TAIL);
      total += popularity[page];
    }
    for (int round = 0; round < CUTTING_ROUNDS; round++) {
      double most = Math.max(1, LARGEST_SHARE * total / meanDegree());
      total = 0;
      for (int page = 0; page < pages(); page++) {
        popularity[page] = Math.min(popularity[page], most);
        total += popularity[page];
      }
    }
    return popularity;
  }

  /// A link to a page not linked yet; after many tries the link is left out.
  private static void addNew(TargetSet row, WeightedChoice choice, SplitMix random) {
    for (int attempt = 0; attempt < TRIES; attempt++) {
      if (row.add(choice.draw(random))) {
        return;
      }
    }
  }
}
