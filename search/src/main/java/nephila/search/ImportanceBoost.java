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

/// The factor by which importance lifts a page: `1 + weight · log10(1 + r)`, r being its
/// [Importance] relative to the mean page.
final class ImportanceBoost extends DoubleValuesSource {
  private final Importance importance;
  private final SearchRanking ranking;
  private final double weight;

  ImportanceBoost(Importance importance, SearchRanking ranking, double weight) {
    this.importance = importance;
    this.ranking = ranking;
    this.weight = weight;
  }

  double factor(double relative) {
    return 1 + weight * Math.log10(1 + relative);
  }

  @Override
  public DoubleValues getValues(LeafReaderContext leaf, DoubleValues scores) throws IOException {
    float[] relative = importance.of(leaf.reader(), ranking);
    return new DoubleValues() {
      private double factor;

      @Override
      public double doubleValue() {
        return factor;
      }

      @Override
      public boolean advanceExact(int doc) {
        factor = factor(relative[doc]);
        return true;
      }
    };
  }

  @Override
  public Explanation explain(LeafReaderContext leaf, int doc, Explanation text) throws IOException {
    NumericDocValues hash = DocValues.getNumeric(leaf.reader(), Fields.HASH);
    Importance.Of page = importance.of(hash.advanceExact(doc) ? hash.longValue() : 0);
    return Explanation.match(
        factor(page.relative(ranking)),
        String.format(
            Locale.ROOT,
            "importance: %s, 1 + %.2f * log10(1 + %.3g)",
            page.words(ranking),
            weight,
            page.relative(ranking)));
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
    return Double.hashCode(weight) ^ ranking.hashCode() ^ System.identityHashCode(importance);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ImportanceBoost boost
        && boost.weight == weight
        && boost.ranking == ranking
        && boost.importance == importance;
  }

  @Override
  public String toString() {
    return "importance^" + weight;
  }
}
