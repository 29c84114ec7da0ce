package nephila.rank;

/// A sum whose rounding does not grow with the number of terms (Neumaier's compensation).
final class Total {
  private double sum;
  private double lost;

  void add(double value) {
    double next = sum + value;
    double part = next - sum;
    lost += (sum - (next - part)) + (value - part);
    sum = next;
  }

  double value() {
    return sum + lost;
  }

  static double of(double[] values) {
    Total total = new Total();
    for (double value : values) {
      total.add(value);
    }
    return total.value();
  }
}
