package nephila.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import nephila.search.SearchResult.Snippet;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.uhighlight.LengthGoalBreakIterator;
import org.apache.lucene.search.uhighlight.Passage;
import org.apache.lucene.search.uhighlight.PassageFormatter;
import org.apache.lucene.search.uhighlight.UnifiedHighlighter;

/// Cuts the passages that match best out of the stored text, as plain text with the places of the
/// matches: whoever shows them escapes them.
final class Snippets {
  private static final int GOAL = 160;
  private static final int PASSAGES = 2;

  private final Objects highlighter;

  Snippets(IndexSearcher searcher, Analyzer analyzer) {
    highlighter =
        new Objects(
            UnifiedHighlighter.builder(searcher, analyzer)
                .withFieldMatcher(field -> true)
                .withMaskedFieldsFunc(field -> Set.of())
                .withWeightMatches(false)
                .withHighlightPhrasesStrictly(false)
                .withBreakIterator(
                    () ->
                        LengthGoalBreakIterator.createClosestToLength(
                            new SentenceBreaks(), GOAL, 0.5f))
                .withMaxNoHighlightPassages(1)
                .withFormatter(new Marks()));
  }

  Snippet[] of(Query query, int[] docs) throws IOException {
    Object[] formatted =
        highlighter.objects(new String[] {Fields.TEXT}, query, docs, new int[] {PASSAGES});
    Snippet[] snippets = new Snippet[docs.length];
    for (int i = 0; i < docs.length; i++) {
      snippets[i] = formatted[i] instanceof Snippet snippet ? snippet : new Snippet("", List.of());
    }
    return snippets;
  }

  /// Opens the highlighter's way to results that are not strings.
  private static final class Objects extends UnifiedHighlighter {
    Objects(Builder builder) {
      super(builder);
    }

    Object[] objects(String[] fields, Query query, int[] docs, int[] passages) throws IOException {
      Object[] formatted = highlightFieldsAsObjects(fields, query, docs, passages).get(fields[0]);
      return formatted == null ? new Object[docs.length] : formatted;
    }
  }

  private static final class Marks extends PassageFormatter {
    @Override
    public Object format(Passage[] passages, String content) {
      StringBuilder text = new StringBuilder();
      List<int[]> marks = new ArrayList<>();
      for (Passage passage : passages) {
        if (!text.isEmpty()) {
          text.append(" \u2026 ");
        }
        int shift = text.length() - passage.getStartOffset();
        text.append(content, passage.getStartOffset(), passage.getEndOffset());
        int marked = 0;
        for (int k = 0; k < passage.getNumMatches(); k++) {
          int start = Math.max(passage.getMatchStarts()[k] + shift, marked);
          int end = Math.min(passage.getMatchEnds()[k] + shift, text.length());
          if (start < end) {
            marks.add(new int[] {start, end});
            marked = end;
          }
        }
      }
      return new Snippet(text.toString(), marks);
    }
  }
}
