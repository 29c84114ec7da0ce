package nephila.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.FuzzyTermsEnum;
import org.apache.lucene.util.BytesRef;

/// Finds the words of the index nearest to a word that it does not hold.
final class Corrections {
  private static final int MOST = 3;
  private static final int MOST_LOOKED_AT = 400;
  private static final int SHORTEST = 4;
  private static final int SHORTEST_FOR_TWO_EDITS = 7;

  private Corrections() {}

  /// @param similarity 1 for the same word, falling with the edits
  record Candidate(String word, float similarity, long pages) {}

  /// At most three words within one edit (two for long words; swapped letters count as one),
  /// nearest first, then most used.
  static List<Candidate> of(IndexReader reader, String word) throws IOException {
    if (word.length() < SHORTEST) {
      return List.of();
    }
    for (int edits = 1; edits <= (word.length() < SHORTEST_FOR_TWO_EDITS ? 1 : 2); edits++) {
      Map<String, Candidate> found = new HashMap<>();
      for (String field : Fields.PLAIN) {
        collect(reader, field, word, edits, found);
      }
      if (!found.isEmpty()) {
        List<Candidate> sorted = new ArrayList<>(found.values());
        sorted.sort(
            Comparator.comparingDouble((Candidate c) -> -c.similarity)
                .thenComparingLong(c -> -c.pages)
                .thenComparing(Candidate::word));
        return List.copyOf(sorted.subList(0, Math.min(MOST, sorted.size())));
      }
    }
    return List.of();
  }

  private static void collect(
      IndexReader reader, String field, String word, int edits, Map<String, Candidate> found)
      throws IOException {
    Terms terms = MultiTerms.getTerms(reader, field);
    if (terms == null) {
      return;
    }
    FuzzyTermsEnum near = new FuzzyTermsEnum(terms, new Term(field, word), edits, 0, true);
    int looked = 0;
    for (BytesRef term = near.next(); term != null; term = near.next()) {
      if (++looked > MOST_LOOKED_AT) {
        return;
      }
      String candidate = term.utf8ToString();
      long pages = near.docFreq();
      float similarity = near.getBoost();
      found.merge(
          candidate,
          new Candidate(candidate, similarity, pages),
          (a, b) -> new Candidate(candidate, a.similarity, a.pages + b.pages));
    }
  }
}
