package nephila.graph.generate;

import nephila.graph.RowSink;

/// Links whose both ends are drawn uniformly.
final class PoissonModel extends GraphGenerator {
  PoissonModel(int pages, double meanDegree, long seed) {
    super(pages, meanDegree, seed);
  }

  @Override
  public void rows(RowSink sink) {
    SplitMix random = SplitMix.part(seed(), 0);
    TargetSet row = new TargetSet();
    for (int page = 0; page < pages(); page++) {
      int degree = Math.min(random.poisson(meanDegree()), pages());
      while (row.count() < degree) {
        row.add(random.nextInt(pages()));
      }
      row.finish(page, sink);
    }
  }
}
