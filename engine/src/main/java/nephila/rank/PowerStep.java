package nephila.rank;

/// One step x′ = G·x of the whole Google matrix, which yields the result and the proof of its
/// error.
///
/// G gives every page its links' shares of x, and what all pages pass to the virtual page by
/// preference. Of x only the core is needed: dangling pages are set to what the core pays them.
/// Sums are compensated (the rounding of a page's sum does not grow with its in-links), so rounding
/// stays within [#ROUNDING] and is part of the bound.
final class PowerStep {
  /// Of a step in L1, in units of 1: four roundings a page, twice over.
  static final double ROUNDING = 8 * 0x1p-53;

  /// x′, summing to 1, by page number.
  final double[] values;

  /// |x′ − x| in L1.
  final double change;

  /// @param preference sums to the number of pages
  PowerStep(Flow flow, InLinks in, double[] y, double[] preference) {
    int pages = flow.share.length;
    double[] received = new double[pages];
    double passed = scatter(flow, in, y, received);
    double[] x = new double[pages];
    for (int i = 0; i < y.length; i++) {
      x[in.pages[i]] = y[i];
    }
    double coreMass = Total.of(y);
    Total corePreference = new Total();
    Total danglingReceived = new Total();
    for (int page = 0; page < pages; page++) {
      if (flow.share[page] > 0) {
        corePreference.add(preference[page]);
      } else {
        danglingReceived.add(received[page]);
      }
    }
    double kept = coreMass + danglingReceived.value() - passed;
    double unit = corePreference.value() > 0 ? kept / corePreference.value() : 1;
    for (int page = 0; page < pages; page++) {
      if (flow.share[page] == 0) {
        x[page] = unit * preference[page] + received[page];
      }
    }
    double mass = Total.of(x);
    double virtual = (1 - passed / mass) / pages;
    double moved = 0;
    for (int page = 0; page < pages; page++) {
      double next = virtual * preference[page] + received[page] / mass;
      moved += Math.abs(next - x[page] / mass);
      x[page] = next;
    }
    values = x;
    change = moved;
  }

  /// Adds to `received` what the core passes along its links; returns the total passed.
  private static double scatter(Flow flow, InLinks in, double[] y, double[] received) {
    double[] lost = new double[received.length];
    Total passed = new Total();
    Row row = new Row(flow.graph);
    for (int i = 0; i < y.length; i++) {
      int page = in.pages[i];
      row.read(page);
      double along = y[i] * flow.share[page];
      passed.add(y[i] * flow.passed(page, row));
      for (int k = row.from; k < row.to; k++) {
        double paid = row.weights == null ? along : along * row.weights[k];
        int target = row.targets[k];
        double old = received[target];
        double sum = old + paid;
        double part = sum - old;
        lost[target] += (old - (sum - part)) + (paid - part);
        received[target] = sum;
      }
    }
    for (int page = 0; page < received.length; page++) {
      received[page] += lost[page];
    }
    return passed.value();
  }
}
