package nephila.ledger;

import java.util.stream.IntStream;

/// The importance of every page at one moment. Immutable, so safe for any thread; 8 bytes a page.
public final class ImportanceSnapshot {
  private final double[] importance;
  private final double errorBound;

  private ImportanceSnapshot(double[] importance, double errorBound) {
    this.importance = importance;
    this.errorBound = errorBound;
  }

  static ImportanceSnapshot of(Ledger ledger) {
    double[] importance = new double[ledger.pages()];
    for (int page = 0; page < importance.length; page++) {
      importance[page] = ledger.importance(page);
    }
    return new ImportanceSnapshot(importance, ledger.errorBound());
  }

  public int pages() {
    return importance.length;
  }

  public double importance(int page) {
    return page < importance.length ? importance[page] : 0;
  }

  /// [Ledger#errorBound] at the moment of the snapshot.
  public double errorBound() {
    return errorBound;
  }

  /// The page numbers of the `count` most important pages, best first, lower numbers first among
  /// equals.
  public int[] top(int count) {
    return IntStream.range(0, importance.length)
        .boxed()
        .sorted((a, b) -> Double.compare(importance[b], importance[a]))
        .limit(count)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /// All of it, as an array of its own.
  public double[] toArray() {
    return importance.clone();
  }
}
