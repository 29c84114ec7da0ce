package nephila.search;

import java.io.IOException;
import java.util.Locale;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DoubleValues;
import org.apache.lucene.search.DoubleValuesSource;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;

/// The factor by which importance lifts a page: `1 + weight · log10(1 + r)`, r being the importance
/// relative to the mean page (1 = an average page). The global importance of a community run counts
/// where there is one, else the crawl's own.
final class ImportanceBoost extends DoubleValuesSource {
  private final double weight;

  ImportanceBoost(double weight) {
    this.weight = weight;
  }

  double factor(double relative) {
    return 1 + weight * Math.log10(1 + relative);
  }

  @Override
  public DoubleValues getValues(LeafReaderContext leaf, DoubleValues scores) throws IOException {
    NumericDocValues local = DocValues.getNumeric(leaf.reader(), Fields.IMPORTANCE);
    NumericDocValues global = DocValues.getNumeric(leaf.reader(), Fields.GLOBAL);
    return new DoubleValues() {
      private double factor;

      @Override
      public double doubleValue() {
        return factor;
      }

      @Override
      public boolean advanceExact(int doc) throws IOException {
        factor = factor(relative(local, global, doc));
        return true;
      }
    };
  }

  private static double relative(NumericDocValues local, NumericDocValues global, int doc)
      throws IOException {
    double own = local.advanceExact(doc) ? Double.longBitsToDouble(local.longValue()) : 0;
    double wide = global.advanceExact(doc) ? Double.longBitsToDouble(global.longValue()) : 0;
    return wide > 0 ? wide : own;
  }

  @Override
  public Explanation explain(LeafReaderContext leaf, int doc, Explanation text) throws IOException {
    double relative =
        relative(
            DocValues.getNumeric(leaf.reader(), Fields.IMPORTANCE),
            DocValues.getNumeric(leaf.reader(), Fields.GLOBAL),
            doc);
    return Explanation.match(
        factor(relative),
        String.format(
            Locale.ROOT,
            "importance: %.3g times the mean page, 1 + %.2f * log10(1 + %.3g)",
            relative,
            weight,
            relative));
  }

  @Override
  public boolean needsScores() {
    return false;
  }

  @Override
  public DoubleValuesSource rewrite(IndexSearcher searcher) {
    return this;
  }

  @Override
  public boolean isCacheable(LeafReaderContext leaf) {
    return false;
  }

  @Override
  public int hashCode() {
    return Double.hashCode(weight);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ImportanceBoost boost && boost.weight == weight;
  }

  @Override
  public String toString() {
    return "importance^" + weight;
  }
}
